/**
 * Finds secrets in a text: by the form of the text around them (assignments, command-line flags, headers), and credentials of
 * known providers with the rules that a runtime is opened with.
 */
import type { SecretRule, SecretRuleContext } from '../ports/secret-rules.ts';

/** A form that ends where its value begins, and the values that count after it. */
interface SecretForm {
  /** Its only group is kept. */
  readonly pattern: RegExp;
  readonly isSecret: (value: string) => boolean;
}

const VALUE = String.raw`([^\s"'\`,;&<>()\[\]{}|\\]{4,512})`;
const NAMES = String.raw`pass(?:word|wd|phrase)|api[_-]?key|(?:access|secret|private|account|encryption|signing)[_-]?key|(?:access|auth|bearer|refresh|session|id|bot|api|deploy)[_-]?token|client[_-]?secret`;
const SHORT_NAMES = String.raw`token|secret|pwd|pass|credentials?`;
const ASSIGN = String.raw`["'\]]{0,2}\s{0,4}(?::=|=>|[:=])\s{0,4}["'\`]?`;

/** A name in place of a value, as in a manual: `TOKEN`, `your-password`, `dpt_…`, `$SECRET`, `%s`. */
const PLACEHOLDER = /^(?:[$%*#.-]|(?:your|my|the|some)[_-]|process\.env|x{3,}$|[A-Z][A-Z_]*$)|…|\.{3}/;
const WORD = /^(?:string|undefined|null|none|true|false)$/i;

const isValue = (value: string): boolean => !PLACEHOLDER.test(value) && !WORD.test(value);
/** Words of prose and code have no digits among their letters. */
const looksRandom = (value: string): boolean =>
  isValue(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 6;

const FORMS: readonly SecretForm[] = [
  // DB_PASSWORD=…, "api_key": "…", spring.datasource.password=…
  { pattern: new RegExp(String.raw`((?:${NAMES})${ASSIGN})${VALUE}`, 'gi'), isSecret: isValue },
  // token=… in a query or an environment.
  {
    pattern: new RegExp(String.raw`((?:${SHORT_NAMES}|signature|sig)=["']?)${VALUE}`, 'gi'),
    isSecret: (value) => isValue(value) && value.length >= 6,
  },
  // token: …, secret = …
  { pattern: new RegExp(String.raw`((?:${SHORT_NAMES})${ASSIGN})${VALUE}`, 'gi'), isSecret: looksRandom },
  // --password …, --api-key=…
  {
    pattern: new RegExp(
      String.raw`((?:^|[\s"'])--?(?:[a-z0-9]{1,32}[-_.]){0,4}(?:${NAMES}|${SHORT_NAMES})(?:\s{1,4}|=)["']?)${VALUE}`,
      'gi',
    ),
    isSecret: isValue,
  },
  // curl -u user:password. Numbers are user and group ids.
  {
    pattern: new RegExp(
      String.raw`((?:^|\s)(?:-u\s{0,4}|--(?:proxy-)?user[\s=]{1,4})["']?[^\s:"'/]{1,128}:)${VALUE}`,
      'g',
    ),
    isSecret: (value) => isValue(value) && !/^\d+$/.test(value),
  },
  // mysql -p…, sshpass -p …, redis-cli -a …
  {
    pattern: new RegExp(String.raw`(\b(?:mysql|mysqldump|mariadb)\b[^\n|;&]{0,200}?\s-p)${VALUE}`, 'g'),
    isSecret: isValue,
  },
  {
    pattern: new RegExp(String.raw`(\b(?:sshpass\s{1,4}-p|redis-cli\b[^\n|;&]{0,200}?\s-a)\s{0,4}["']?)${VALUE}`, 'g'),
    isSecret: isValue,
  },
  // Authorization: Token …, X-Api-Key: …
  {
    pattern: new RegExp(
      String.raw`(\b(?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[a-z][a-z0-9-]{0,32}\s{1,4}(?:[a-z]{1,32}=["']?)?)?)${VALUE}`,
      'gi',
    ),
    isSecret: (value) => isValue(value) && value.length >= 8,
  },
  {
    pattern: new RegExp(
      String.raw`(\bx-[a-z-]{0,40}(?:key|token|secret|auth)["']?\s{0,4}[:=]\s{0,4}["']?)${VALUE}`,
      'gi',
    ),
    isSecret: isValue,
  },
  { pattern: /((?:^|[\s"'])(?:set-)?cookie:\s{0,4}[\w.-]{1,64}=)([^\s;"']{6,4096})/gi, isSecret: isValue },
  // .netrc, SQL, XML
  { pattern: new RegExp(String.raw`(\blogin\s{1,4}\S{1,128}\s{1,4}password\s{1,4})${VALUE}`, 'gi'), isSecret: isValue },
  { pattern: /(\bidentified\s{1,4}by\s{1,4}["'])([^"']{1,256})/gi, isSecret: isValue },
  { pattern: /(<(?:password|passwd|secret|token|api-?key)>\s{0,4})([^<\s]{4,512})/gi, isSecret: isValue },
];

/** Replaces the values of these forms. Names and flags around them stay. */
export function replaceFormSecrets(text: string, replacement: string): string {
  let clean = text;
  for (const { pattern, isSecret } of FORMS)
    clean = clean.replace(pattern, (whole, before: string, value: string) =>
      isSecret(value) && value !== replacement ? `${before}${replacement}` : whole,
    );
  return clean;
}

/** A part of a text, from its first character to the one after its last. */
export type TextRange = readonly [number, number];

/** The first reads binary files. The second lets a comment in the text switch rules off. */
const UNUSED_RULES = /-(?:gcp|filter-comments)$/;

let scan: ((text: string) => readonly TextRange[]) | undefined;
/** Sets the rules of this process, once. Until then, `findProviderSecrets` finds nothing. */
export function useSecretRules(rules: readonly SecretRule[]): void {
  if (rules.length > 0) scan ??= createScan(rules);
}

/** Returns the ranges of credentials in a text, in no order. They may overlap. */
export function findProviderSecrets(text: string): readonly TextRange[] {
  return scan?.(text) ?? [];
}

function createScan(rules: readonly SecretRule[]): (text: string) => readonly TextRange[] {
  let found: TextRange[] = [];
  const context: SecretRuleContext = {
    sharedOptions: {},
    createTranslator: () => (id) => ({ message: id, messageId: id }),
    report: ({ range }) => void found.push(range),
    ignore: () => undefined,
  };
  const scanners = rules.filter(({ meta }) => !UNUSED_RULES.test(meta.id)).map((rule) => rule.create(context, {}));
  return (content) => {
    found = [];
    for (const scanner of scanners) void scanner.file?.({ content, filePath: '', ext: '', contentType: 'text' });
    return found;
  };
}
