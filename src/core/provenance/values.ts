/** Collects the values that decide what a call does and to whom: from its facts, and otherwise from its arguments. */
import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';
import { isAddress, isTime, wordsOf } from './words.ts';

export type ValueKind =
  /** Who receives something. */
  | 'recipient'
  /** What the call acts on. */
  | 'target'
  /** The same, within a folder that the user gave access to. */
  | 'path'
  /** Leads somewhere: a link, a host, an address in a text. */
  | 'address'
  | 'amount'
  | 'credential'
  /** What a person may do from now on. */
  | 'permission'
  /** Words and everything else. */
  | 'text';

export interface Value {
  readonly kind: ValueKind;
  readonly value: string;
  /** Words that the user would use for it. */
  readonly near: readonly string[];
  /** The names of the arguments that contain it. */
  readonly keys: readonly string[];
  /** Whether it is too long to be compared. */
  readonly isUnread?: boolean;
}

const CREDENTIAL = /pass(word|phrase|wd|code)|secret|credential|api_?key|(^|_)(token|pin)$/i;
const PERMISSION = /permission|privilege|(^|_)(role|access)$/i;
/** Reading is part of every share. The user must ask for any further permission. */
const ONLY_LOOKS = new Set(['r', 'read', 'reader', 'view', 'viewer', 'readonly', 'read-only', 'comment', 'commenter']);
const OF_ANY = ['id', 'number', 'no', 'nr', 'numbered'];

/** Longer texts count as carrying untrusted content, because a full comparison would block the process. */
export const MOST_CHARACTERS = 50_000;
/** So do all texts behind this many characters of the arguments. */
const MOST_TOGETHER = 100_000;

export function valuesOf(args: Json, facts: Facts, tool: string): Value[] {
  const named = new Set([...(facts.recipients ?? []), ...(facts.targets ?? []), ...(facts.paths ?? [])]);
  const about = [...OF_ANY, ...tool.toLowerCase().split(/[^a-z]+/)];
  const known = (kind: ValueKind, values: readonly string[] | undefined): Value[] =>
    (values ?? []).map((value) => ({ kind, value, near: about, keys: keysOf(value) }));
  const keysByValue = Map.groupBy(leaves(args), ({ value }) => String(value));
  const keysOf = (value: string): string[] => keysByValue.get(value)?.map(({ key }) => key) ?? [];
  const values = [
    ...known('recipient', facts.recipients),
    ...known('target', facts.targets),
    ...known('path', facts.paths),
  ];
  let characters = 0;
  const isTooLong = ({ length }: string): boolean => {
    characters += length;
    return characters > MOST_TOGETHER || length > MOST_CHARACTERS;
  };
  for (const { key, value } of leaves(args)) {
    const text = String(value);
    if (named.has(text) || typeof value === 'boolean') continue;
    const near = [...about, ...key.toLowerCase().split(/[^a-z]+/)];
    const keys = [key];
    if (CREDENTIAL.test(key)) values.push({ kind: 'credential', value: text, near, keys });
    else if (PERMISSION.test(key))
      values.push(
        ...(ONLY_LOOKS.has(text.toLowerCase()) ? [] : [{ kind: 'permission' as const, value: text, near, keys }]),
      );
    else if (typeof value === 'number') {
      if (facts.effect === 'spend') values.push({ kind: 'amount', value: text, near, keys });
    } else if (isTooLong(text)) values.push({ kind: 'text', value: text, near, keys, isUnread: true });
    else {
      const words = wordsOf(text);
      if (words.every(isTime)) continue;
      for (const address of new Set([...words.filter(isAddress), ...groupedIn(text)]))
        if (!named.has(address)) values.push({ kind: 'address', value: address, near, keys });
      values.push({ kind: 'text', value: text, near, keys });
    }
  }
  return values;
}

/** Account and telephone numbers in groups: `SE00 EXMP 0000 0123`. */
const GROUPED = /(?<![\p{L}\p{N}])(?:\p{Lu}{2}\d{2}|\+?\d{2,})(?:[ -][\p{Lu}\d]{2,6}){2,8}(?![\p{L}\p{N}])/gu;

function groupedIn(text: string): string[] {
  return [...text.matchAll(GROUPED)]
    .map(([number]) => number)
    .filter((number) => number.replaceAll(/\D/g, '').length > 8);
}

/** A longer text is not a time, nor a list of times. */
const LONGEST_TIME = 2_000;

/** The dates and times of day in the arguments. The date of a payment does not count, because users rarely say it. */
export function timesIn(args: Json, { effect }: Facts): string[] {
  return [...leaves(args)].flatMap(({ key, value }) => {
    if (String(value).length > LONGEST_TIME) return [];
    const words = wordsOf(String(value));
    const isOne = words.length > 0 && words.every(isTime);
    return isOne && !(effect === 'spend' && key === 'date') ? [String(value)] : [];
  });
}

/** Numbers of people, nights or pieces. Unlike an amount of money, they are not computed. */
const COUNT =
  /(^|_)(people|persons|guests|adults|children|passengers|seats|rooms|nights|days|quantity|qty|count|tickets|copies|pieces)$/i;

export function countsIn(args: Json): number[] {
  return [...leaves(args)].flatMap(({ key, value }) => (COUNT.test(key) && typeof value === 'number' ? [value] : []));
}

export function numbersIn(args: Json): number[] {
  return [...leaves(args)].flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
}

function* leaves(args: Json, key = ''): Generator<{ key: string; value: string | number | boolean }> {
  if (Array.isArray(args)) for (const each of args) yield* leaves(each, key);
  else if (typeof args === 'object' && args !== null)
    for (const [name, each] of Object.entries(args)) yield* leaves(each, name);
  else if (args !== null) yield { key, value: args };
}
