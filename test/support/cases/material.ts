/** The corpora that tests run on: the repository's own, and larger ones in addition where DEPUTIZE_MATERIAL names their folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { awkwardMails, ordinaryMails, type MailFile } from '../../corpora/own-mails.ts';
import { ownRecurrences, type RecurrenceCase } from '../../corpora/own-recurrences.ts';
import { oddStrings, traversalStrings } from '../../corpora/own-strings.ts';

const CORPORA = [
  ...['calendar/recurrence.jsonl', 'mail/ham', 'mail/mime4j', 'mail/rfc', 'payloads/naughty-strings.json'],
  ...[
    'payloads/traversal-JHADDIX_LFI.txt',
    'payloads/traversal-Traversal.txt',
    'payloads/traversal-deep_traversal.txt',
  ],
  ...['payloads/traversal-directory_traversal.txt', 'payloads/traversal-simple-check.txt'],
  ...['schemas/bfcl-functions.jsonl', 'schemas/json-schema-2020-12'],
] as const;
type CorpusName = (typeof CORPORA)[number];

/** Where a larger corpus is, or undefined where this run does not have it. */
export function findCorpus(name: CorpusName): string | undefined {
  const folder = process.env['DEPUTIZE_MATERIAL'];
  if (folder === undefined || folder === '') return undefined;
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}

/** One line that names the corpora that this run does not have, or undefined where it has all. */
export function describeMissingCorpora(): string | undefined {
  const missing = CORPORA.filter((name) => findCorpus(name) === undefined);
  if (missing.length === 0) return undefined;
  return `Ran on the repository's own cases, without these corpora (DEPUTIZE_MATERIAL): ${missing.join(', ')}`;
}

/** The collections of odd strings, by name. */
export function stringCollections(): Map<string, readonly string[]> {
  const collections = new Map<string, readonly string[]>([
    ['own traversal strings', traversalStrings],
    ['own odd strings', oddStrings],
  ]);
  for (const name of CORPORA) {
    const path = name.startsWith('payloads/') ? findCorpus(name) : undefined;
    if (path === undefined) continue;
    const text = readFileSync(path, 'utf8');
    const strings = name.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split('\n').filter(Boolean);
    collections.set(name.replace('payloads/', ''), strings);
  }
  return collections;
}

/** Ordinary mails as they came, by file name. */
export function readOrdinaryMails(): MailFile[] {
  return [...ordinaryMails(), ...readMails('mail/ham', '.eml')];
}

/** Mails that are hard to read. */
export function readAwkwardMails(): MailFile[] {
  return [...awkwardMails(), ...readMails('mail/mime4j', '.msg'), ...readMails('mail/rfc', '.eml')];
}

function readMails(corpus: CorpusName, ending: string): MailFile[] {
  const path = findCorpus(corpus);
  if (path === undefined) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(path, name))) }));
}

/** Writes the ordinary mails into a new folder, one file each. */
export async function writeMailFolder(path: string): Promise<number> {
  await mkdir(path);
  const mails = readOrdinaryMails();
  await Promise.all(mails.map(({ name, bytes }) => writeFile(join(path, name), bytes)));
  return mails.length;
}

/** Recurrence rules with their instances. */
export function readRecurrences(): RecurrenceCase[] {
  const path = findCorpus('calendar/recurrence.jsonl');
  const lines = path === undefined ? [] : readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return [...ownRecurrences, ...lines.map((line) => JSON.parse(line) as RecurrenceCase)];
}
