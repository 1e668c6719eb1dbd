/** Where a value can have come from, found again in what the model had before it. */
import type { Json } from '../../ports/json.ts';
import type { History, Seen } from './history.ts';
import { indexOfRun, isAddress, isNumber, isTime, wordsOf } from './words.ts';

/** Best known first: a value that stands in several places is of the first. */
export type Origin =
  /** The user said it. */
  | 'user'
  /** From a source that only the user and those they trust can fill. */
  | 'trusted'
  /** The name that a system gave to something of which the user said another thing. */
  | 'described'
  /** A name that a system gave, in a field for such names. */
  | 'identifier'
  /** One whole entry of something that others can add entries to. */
  | 'listed'
  /** Within what others wrote. */
  | 'others'
  /** Nowhere: worked out, or made up. */
  | 'unseen';

interface Leaf {
  readonly words: readonly string[];
  readonly text: string;
  readonly isId: boolean;
  readonly isNumber: boolean;
  /** Whether it is of a list, and not a text by itself. */
  readonly isEntry: boolean;
  /** What stands beside it. */
  readonly record: readonly string[];
  readonly from: Seen;
}

/** Longer texts are writing, not entries. */
const MAX_ENTRY = 80;
export const ID_KEY = /(^|[_.-])(id|ids|uid|uuid)$|Ids?$/;

export class Sources {
  readonly #said: readonly { text: string; words: readonly string[] }[] | undefined;
  readonly #leaves: readonly Leaf[];
  #theirs: ReadonlyMap<string, string> | undefined;
  #own: ReadonlySet<string> | undefined;

  constructor({ words, seen }: History) {
    this.#said = words?.map((text) => ({ text, words: wordsOf(text) }));
    this.#leaves = seen.flatMap((from) => readOnce(from));
  }

  /** Whether anything that others wrote was before the model at all. */
  get hasOthers(): boolean {
    return this.#leaves.some(({ from }) => from.labels.untrusted);
  }

  get said(): readonly string[] | undefined {
    return this.#said?.map(({ text }) => text);
  }

  /** Where a value comes from, with the text in which it stands there. */
  originOf(value: string, near: readonly string[]): { origin: Origin; text?: string } {
    const run = wordsOf(value);
    if (run.length === 0) return { origin: 'unseen' };
    const said = this.#said?.find(({ words }) => isSaid(words, run, near));
    if (said) return { origin: 'user', text: said.text };
    let best: { origin: Origin; text?: string } = { origin: 'unseen' };
    for (const leaf of this.#leaves) {
      const found = matches(leaf, run);
      const origin = found === 'identifier' && this.describedBy(value) !== undefined ? 'described' : found;
      if (origin && RANK[origin] < RANK[best.origin]) best = { origin, text: leaf.text };
    }
    if (best.origin !== 'unseen' || !run.some(isAddress)) return best;
    const carried = this.#carriedBy(value);
    return carried === undefined ? best : { origin: 'others', text: carried };
  }

  /** An address can carry what was read: a part of it that the user did not say, and that others wrote or nobody else may see. */
  #carriedBy(address: string): string | undefined {
    const said = new Set(this.#said?.flatMap(({ text }) => partsOf(text)));
    const telling = new Set(partsOf(tailOf(address)).filter((part) => isTelling(part) && !said.has(part)));
    if (telling.size === 0) return undefined;
    const mayHold = (text: string): boolean => [...telling].some((part) => text.includes(part));
    const isFrom = ({ from, text }: Leaf): boolean =>
      (from.labels.untrusted || from.labels.private) &&
      // To look roughly first: there may be megabytes.
      mayHold(text.normalize('NFKC').toLowerCase()) &&
      partsOf(text).some((part) => telling.has(part));
    return this.#leaves.find(isFrom)?.text;
  }

  /** What the user said of the thing that has this name: one of its other fields, and of no other thing the same. */
  describedBy(identifier: string): string | undefined {
    const named = this.#leaves.filter((leaf) => leaf.isId && leaf.text === identifier);
    const others = this.#leaves.filter((leaf) => leaf.isId && leaf.text !== identifier);
    const fields = new Set(named.flatMap(({ record }) => record));
    const elsewhere = new Set(others.flatMap(({ record }) => record));
    return [...fields].find((field) => {
      const run = wordsOf(field);
      if (isWeak(run) || run.every(isTime) || elsewhere.has(field)) return false;
      return this.#said?.some(({ words }) => indexOfRun(words, run) >= 0) ?? false;
    });
  }

  /** Whether a text is made of the user's words, but for a few, and of nothing that others wrote. */
  isMadeOfSaid(text: string): boolean {
    const words = wordsOf(text);
    const said = new Set(this.#said?.flatMap((each) => each.words));
    const foreign = words.filter((word) => !said.has(word));
    if (foreign.some(isAddress) || this.carries(text)) return false;
    return words.length > 0 && foreign.length <= words.length / 4;
  }

  /** Whether others wrote this number into a text; fields for numbers are none. */
  isWrittenByOthers(value: number): boolean {
    const word = String(value);
    return this.#leaves.some((leaf) => leaf.from.labels.untrusted && !leaf.isNumber && leaf.words.includes(word));
  }

  /** The largest sum in the user's words, and in fields for numbers: nobody can write a sentence into those. */
  largestNumber(): number {
    const said = this.#said?.flatMap(({ words }) => words.filter(isNumber).map(Number)) ?? [];
    const fields = this.#leaves.flatMap((leaf) => (leaf.isNumber && !leaf.isId ? [Number(leaf.text)] : []));
    return Math.max(0, ...said, ...fields);
  }

  isNumberField(value: number): boolean {
    return this.#leaves.some((leaf) => leaf.isNumber && !leaf.isId && Number(leaf.text) === value);
  }

  /** Whether a text carries something of what others wrote: a run of their words that the user did not say. */
  carries(text: string): { text: string } | undefined {
    if (text.length > MOST_CHARACTERS) return this.hasOthers ? { text: '' } : undefined;
    const words = wordsOf(text);
    const theirs = this.#runs();
    for (const run of runsOf(words)) {
      const leaf = theirs.get(run);
      if (leaf !== undefined && !this.#saidRuns().has(run)) return { text: leaf };
    }
    return undefined;
  }

  /** Every run of others' words, with the text it stands in. */
  #runs(): ReadonlyMap<string, string> {
    if (this.#theirs) return this.#theirs;
    const theirs = new Map<string, string>();
    for (const { from, words, text } of this.#leaves)
      if (from.labels.untrusted && theirs.size < MOST_RUNS) for (const run of runsOf(words)) theirs.set(run, text);
    return (this.#theirs = theirs);
  }

  #saidRuns(): ReadonlySet<string> {
    return (this.#own ??= new Set(this.#said?.flatMap(({ words }) => [...runsOf(words)])));
  }
}

/** The pieces of which addresses are put together, in one normal form. */
function partsOf(text: string): string[] {
  return decoded(text)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

/** What of an address is free to be chosen: all but the name that somebody registered. Of an e-mail address that is nothing. */
function tailOf(address: string): string {
  const [, host = '', rest = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)?([^/?#]*)(.*)$/is.exec(address.trim()) ?? [];
  return host.includes('@') ? '' : `${host.split('.').slice(0, -2).join('.')} ${rest}`;
}

function decoded(text: string): string {
  // One by one: what is no code stays as it is, and hides nothing beside it.
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}

/** Long enough not to be the same by chance. */
const isTelling = (part: string): boolean => part.length >= 6 || (part.length >= 4 && /\d/.test(part));

/** A run of this many words is theirs, and not by chance the same. */
const RUN = 3;
/** Longer texts are taken to carry something: to look closer would hold everybody else up. */
const MOST_CHARACTERS = 50_000;
const MOST_RUNS = 200_000;

function* runsOf(words: readonly string[]): Generator<string> {
  for (let at = 0; at + RUN <= words.length; at += 1) yield words.slice(at, at + RUN).join(' ');
}

const RANK: Readonly<Record<Origin, number>> = {
  ...{ user: 0, trusted: 1, described: 2, identifier: 3, listed: 4, others: 5, unseen: 6 },
};

function matches({ words, from, isId, isEntry }: Leaf, run: readonly string[]): Origin | undefined {
  const at = indexOfRun(words, run);
  if (at < 0) return undefined;
  const isWhole = words.length === run.length;
  if (!from.labels.untrusted) return isWhole || !isWeak(run) ? 'trusted' : undefined;
  if (isWhole && isId) return 'identifier';
  if (isWhole && isEntry) return 'listed';
  return isWeak(run) ? undefined : 'others';
}

/** A short number or a letter or two is found everywhere, and so says nothing by itself. */
function isWeak(run: readonly string[]): boolean {
  return run.length === 1 && (run[0] ?? '').length < 4 && !/\p{L}{3}/u.test(run[0] ?? '');
}

/** What is weak was only said if it was said of this: “file 13”. */
function isSaid(words: readonly string[], run: readonly string[], near: readonly string[]): boolean {
  for (let at = indexOfRun(words, run); at >= 0; at = indexOfRun(words, run, at + 1)) {
    if (!isWeak(run)) return true;
    const before = words.slice(Math.max(0, at - 3), at);
    if (before.some((word) => near.includes(word))) return true;
  }
  return false;
}

/** The same results are looked at for every call of a conversation. */
const read = new WeakMap<Seen, readonly Leaf[]>();

function readOnce(from: Seen): readonly Leaf[] {
  const known = read.get(from) ?? [...leavesOf(from)];
  read.set(from, known);
  return known;
}

function* leavesOf(from: Seen): Generator<Leaf> {
  const stack: { value: Json; key: string; inList: boolean; record: readonly string[] }[] = [
    { value: from.value, key: '', inList: false, record: [] },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, key, inList, record } = next;
    if (Array.isArray(value)) {
      for (const each of value) stack.push({ value: each, key, inList: true, record });
    } else if (typeof value === 'object' && value !== null) {
      const fields = Object.values(value).filter((field) => typeof field === 'string');
      for (const [name, each] of Object.entries(value)) stack.push({ value: each, key: name, inList, record: fields });
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      const isEntry = inList && text.length <= MAX_ENTRY && !/[\n\r]/.test(text);
      yield {
        ...{ words: wordsOf(text), text, record, from },
        isId: ID_KEY.test(key) && text.length <= MAX_ENTRY,
        isNumber: typeof value === 'number',
        isEntry,
      };
    }
  }
}
