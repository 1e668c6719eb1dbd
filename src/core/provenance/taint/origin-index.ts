/** Where a value can have come from, found again in what the model had before it. */
import type { Json } from '../../../ports/json.ts';
import { isLong, partsOf, tailOf } from './address-parts.ts';
import { isDeedWord, thingsNamedBy } from '../mandate/asked-for.ts';
import type { History, Seen } from './history.ts';
import { MAX_ENTRY, readOnce, type ResultLeaf } from './leaves.ts';
import { LONG_RUN, Runs } from './runs.ts';
import { Said, type Message } from '../mandate/said.ts';
import { isTelling, plain, wordsWithin } from '../telling-words.ts';
import type { Value } from '../values.ts';
import { Things, thingsOf, type Spoken } from '../mandate/things.ts';
import { indexOfRun, isAddress, isTime, isWeak, wordsOf } from '../words.ts';

/** Best known first: a value that stands in several places is of the first. */
export type ValueOrigin =
  /** The user said it. */
  | 'user'
  /** From a source that only the user and those they trust can fill. */
  | 'trusted'
  /** The id that a system gave to something that the user called by its name. */
  | 'described'
  /** The same, where they spoke of it otherwise, and of nothing else so. */
  | 'mentioned'
  /** A name that a system gave, in a field for such names. */
  | 'identifier'
  /** One whole entry of something that others can add entries to. */
  | 'listed'
  /** Within what others wrote. */
  | 'others'
  /** Nowhere: worked out, or made up. */
  | 'unseen';

type Looked = Pick<Value, 'value' | 'near' | 'keys'>;

/** Says something that a few common words do not. */
const isWeighty = (word: string): boolean => isTelling(word) || /\d/.test(word) || isAddress(word);

/** So many words of its own a text has in any case, short as it may be. */
const FEW = 2;

/** Within how many words of its beginning or end a text greets. */
const GREETING = 3;
const GREETED =
  /^\s*(?:(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|(?:[Gg]ood )?[Mm]orning|[Gg]ood \w+)\s+)?(?:(?:Mr|Ms|Mrs|Dr)\.?\s+)?(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)\s*[,!\n]/u;

export class OriginIndex {
  /** Undefined where the client does not show what the user said. */
  readonly said: Said | undefined;
  readonly #leaves: readonly ResultLeaf[];
  readonly #things: Things;
  readonly #tool: string;
  #names: ReadonlySet<string> | undefined;
  readonly #spoken = new Map<Seen, Map<string | undefined, boolean>>();

  constructor({ words, seen }: History, tool = '', recipients: readonly string[] = []) {
    this.#tool = tool;
    this.said = words && new Said(words);
    this.#leaves = seen.flatMap((from) => readOnce(from));
    this.#things = new Things(
      seen.flatMap((from) => thingsOf(from)),
      wordsWithin(recipients),
    );
  }

  /** Whether anything that others wrote was before the model at all. */
  get hasOthers(): boolean {
    return this.#leaves.some(({ from }) => from.labels.untrusted);
  }

  /** Where a value comes from, with the text in which it stands there. */
  originOf({ value, near, keys }: Looked): { origin: ValueOrigin; text?: string } {
    const run = wordsOf(value);
    if (run.length === 0) return { origin: 'unseen' };
    const said = this.said?.where(run, near);
    if (said) return { origin: 'user', text: said.text };
    let best: { origin: ValueOrigin; text?: string } = { origin: 'unseen' };
    for (const leaf of this.#leaves) {
      const origin = matches(leaf, run);
      if (origin && RANK[origin] < RANK[best.origin]) best = { origin, text: leaf.text };
    }
    if (best.origin === 'identifier') return { ...best, origin: this.#asSpokenOf(value, keys) };
    if (best.origin !== 'unseen' || !run.some(isAddress)) return best;
    const carried = this.#carriedBy(value);
    return carried === undefined ? best : { origin: 'others', text: carried };
  }

  /** An address can carry what was read: a part of it that the user did not say, and that others wrote or nobody else may see. */
  #carriedBy(address: string): string | undefined {
    const said = new Set(this.said?.messages.flatMap(({ text }) => partsOf(text)));
    const telling = new Set(partsOf(tailOf(address)).filter((part) => isLong(part) && !said.has(part)));
    if (telling.size === 0) return undefined;
    const mayHold = (text: string): boolean => [...telling].some((part) => text.includes(part));
    const isFrom = ({ from, text }: ResultLeaf): boolean =>
      (from.labels.untrusted || from.labels.private) &&
      // To look roughly first: there may be megabytes.
      mayHold(text.normalize('NFKC').toLowerCase()) &&
      partsOf(text).some((part) => telling.has(part));
    return this.#leaves.find(isFrom)?.text;
  }

  #asSpokenOf(identifier: string, keys: readonly string[]): ValueOrigin {
    const spoken = this.said?.messages.map(({ words }) => this.spokenOf(identifier, words, keys)) ?? [];
    if (spoken.includes('named')) return 'described';
    return spoken.includes('mentioned') ? 'mentioned' : 'identifier';
  }

  /** Whether, and how, these words speak of the thing that has this id: of the kind that the argument or the tool names, if any. */
  spokenOf(id: string, words: readonly string[], keys: readonly string[], tool = this.#tool): Spoken | undefined {
    return this.#like(id, keys, tool).spokenOf(id, words);
  }

  /** Whether they speak of any such thing. */
  speaksOfAny(id: string, words: readonly string[], keys: readonly string[]): boolean {
    return this.#like(id, keys, this.#tool).spokenIn(words).size > 0;
  }

  /** Whether they call something else so, that is of another kind, and do not say which kind they mean. */
  namesAnotherKind(id: string, words: readonly string[], keys: readonly string[]): boolean {
    const kinds = this.#kindsOf(id, keys, this.#tool);
    if (!kinds || words.some((word) => kinds.includes(plain(word)))) return false;
    return [...this.#things.unlike(kinds).spokenIn(words).values()].includes('named');
  }

  #like(id: string, keys: readonly string[], tool: string): Things {
    const kinds = this.#kindsOf(id, keys, tool);
    return kinds ? this.#things.alike(kinds) : this.#things;
  }

  #kindsOf(id: string, keys: readonly string[], tool: string): readonly string[] | undefined {
    return [keys.flatMap(thingsNamedBy), thingsNamedBy(tool)].find((kinds) => this.#things.alike(kinds).has(id));
  }

  /** Whether something was shown under this id. */
  isThing(id: string): boolean {
    return this.#things.has(id);
  }

  /** Whether it stands by itself in something of which the user spoke: whoever that is from, or one of its people. */
  isOfSpoken(value: string): boolean {
    return this.#leaves.some((leaf) => leaf.text === value && !leaf.isWriting && this.#isOfSpoken(leaf));
  }

  #isOfSpoken({ from, thing }: ResultLeaf): boolean {
    const spoken = this.#spoken.get(from) ?? new Map<string | undefined, boolean>();
    this.#spoken.set(from, spoken);
    const speaksOfIt = ({ words }: Message): boolean =>
      thing !== undefined && this.spokenOf(thing, words, [], from.tool) !== undefined;
    const isSpoken = spoken.get(thing) ?? this.said?.messages.some(speaksOfIt) === true;
    spoken.set(thing, isSpoken);
    return isSpoken;
  }

  /** Whether it is the link of something public that was found by words of the user's, as it stands there: it carries nothing. */
  isFoundLink(value: string): boolean {
    const isPublic = ({ from, isLink }: ResultLeaf): boolean => isLink && !from.labels.private;
    const [address] = wordsOf(value);
    return this.#leaves.some((leaf) => isPublic(leaf) && leaf.words[0] === address && this.#isSearchedFor(leaf.from));
  }

  /** Whether it came by words of the user's, or stands in a record of which they said a name or a whole field. */
  isLookedUp(value: string): boolean {
    const saysOf = (text: Json): boolean => typeof text === 'string' && text.length <= MAX_ENTRY && this.#calls(text);
    const isSpokenOf = ({ record = {} }: ResultLeaf): boolean => Object.values(record).some(saysOf);
    return this.#leaves.some(
      (leaf) =>
        !leaf.from.labels.untrusted && leaf.text === value && (this.#isSearchedFor(leaf.from) || isSpokenOf(leaf)),
    );
  }

  #calls(text: string): boolean {
    const words = [...wordsWithin([text])].filter(isTelling);
    return (
      words.some((word) => this.said?.names.has(word) === true && !isDeedWord(word)) ||
      (words.length > 0 && words.every((word) => this.#says(word)))
    );
  }

  /** The times that something was shown with. */
  timesOf(id: string): string[] {
    const isTimeOf = ({ thing, words }: ResultLeaf): boolean => thing === id && words.length > 0 && words.every(isTime);
    return this.#leaves.filter(isTimeOf).map(({ text }) => text);
  }

  /** Whether texts are made of the user's words, but for a few that say little, and of nothing that was read elsewhere. */
  isMadeOfSaid(texts: readonly string[]): boolean {
    const words = texts.flatMap((text) => this.#tellingIn(text));
    const foreign = words.filter((word) => !this.#says(word));
    if (foreign.some((word) => isAddress(word) || this.#isRead(word))) return false;
    const few = Math.max(words.length / 4, Math.min(FEW, words.length / 2));
    return words.length > 0 && foreign.length <= few;
  }

  /** Without “Dear Hanna” and who signs it. */
  #tellingIn(text: string): string[] {
    const words = wordsOf(text);
    const isGreeting = (word: string, at: number): boolean =>
      (at < GREETING || at >= words.length - GREETING) && this.#people().has(plain(word));
    return words.filter((word, at) => isWeighty(word) && !isGreeting(word, at));
  }

  /** The words of which the addresses of those are made who were seen, and by which they were greeted. */
  #people(): ReadonlySet<string> {
    const namesIn = ({ words }: ResultLeaf): string[] =>
      words.flatMap((word) => (isAddress(word) && word.includes('@') ? word.replace(/@.*/, '') : []));
    const greetedIn = ({ text }: ResultLeaf): string[] => GREETED.exec(text)?.slice(1) ?? [];
    return (this.#names ??= wordsWithin(this.#leaves.flatMap((leaf) => [...namesIn(leaf), ...greetedIn(leaf)])));
  }

  /** But for the short fields of what the user spoke of. */
  #isRead(word: string): boolean {
    return this.#leaves.some(
      (leaf) =>
        (leaf.from.labels.untrusted || leaf.from.labels.private) &&
        leaf.words.includes(word) &&
        !this.#isOwnField(leaf),
    );
  }

  /** A title of what the user spoke of is what one speaks of it by. */
  #isOwnField(leaf: ResultLeaf): boolean {
    return leaf.whole.length <= MAX_ENTRY && this.#isOfSpoken(leaf);
  }

  /** Whether others wrote this number into a text; fields for numbers are none. */
  isWrittenByOthers(value: number): boolean {
    const word = String(value);
    return this.#leaves.some((leaf) => leaf.from.labels.untrusted && !leaf.isNumber && leaf.words.includes(word));
  }

  /** The largest sum in the user's words, and in fields for numbers: nobody can write a sentence into those. */
  largestNumber(): number {
    const fields = this.#leaves.flatMap((leaf) => (leaf.isNumber && !leaf.isId ? [Number(leaf.text)] : []));
    return Math.max(0, ...(this.said?.numbers ?? []), ...fields);
  }

  /** Whether the user named another entry of the list that this one is of. */
  saysAnotherThan(entry: string): boolean {
    const entries = this.#leaves.filter(({ isEntry }) => isEntry);
    const lists = new Set(entries.filter(({ text }) => text === entry).map(({ from }) => from));
    const others = entries.filter(({ from, text, words }) => lists.has(from) && text !== entry && !isWeak(words));
    return this.said?.messages.some((said) => others.some(({ words }) => indexOfRun(said.words, words) >= 0)) === true;
  }

  /** Whether they said all of this in one message, which is no question. */
  saysAll(values: readonly Omit<Looked, 'near'>[]): boolean {
    const says = (words: readonly string[], { value, keys }: Omit<Looked, 'near'>): boolean =>
      indexOfRun(words, wordsOf(value)) >= 0 || this.spokenOf(value, words, keys) !== undefined;
    return (
      this.said?.messages.some(({ isQuestion, words }) => !isQuestion && values.every((value) => says(words, value))) ??
      false
    );
  }

  isNumberField(value: number): boolean {
    return this.#leaves.some((leaf) => leaf.isNumber && !leaf.isId && Number(leaf.text) === value);
  }

  /** Whether a text carries something of what others wrote: a run of their words that the user did not say. */
  carries(text: string): { text: string } | undefined {
    if (text.length > MOST_CHARACTERS) return this.hasOthers ? { text: '' } : undefined;
    const runs = this.#unsaidIn(text);
    const isCarried = (leaf: ResultLeaf): boolean =>
      leaf.from.labels.untrusted && runs.areIn(leaf.words) && !this.#isOwnField(leaf);
    const leaf = this.#leaves.find(isCarried);
    return leaf && { text: leaf.text };
  }

  /** Whether a text carries something of what is private, and came though the user did not speak of it. */
  betrays(text: string): boolean {
    const isPrivate = ({ from }: ResultLeaf): boolean => from.labels.private;
    if (text.length > MOST_CHARACTERS) return this.#leaves.some(isPrivate);
    const runs = this.#unsaidIn(text);
    // What was searched for is no less private.
    const holds = ({ whole, text, words }: ResultLeaf): boolean =>
      text !== '' && runs.areIn(whole === text ? words : wordsOf(whole));
    return this.#leaves.some(
      (leaf) => isPrivate(leaf) && holds(leaf) && !this.#isSearchedFor(leaf.from) && !this.#isOfSpoken(leaf),
    );
  }

  #unsaidIn(text: string): Runs {
    return new Runs(
      wordsOf(text),
      (run) => !run.every((word) => this.#says(word) || (run.length < LONG_RUN && !isWeighty(word))),
    );
  }

  /** Whether it was asked for by words of the user's. */
  #isSearchedFor({ given = [] }: Seen): boolean {
    const asked = given.map((text) => wordsOf(text).filter(isWeighty)).filter((words) => words.length > 0);
    return asked.some((words) => !isWeak(words) && words.every((word) => this.#says(word)));
  }

  #says(word: string): boolean {
    return this.said?.says(word) === true;
  }
}

/** Longer texts are taken to carry something: to look closer would hold everybody else up. */
const MOST_CHARACTERS = 50_000;

const RANK: Readonly<Record<ValueOrigin, number>> = {
  ...{ user: 0, trusted: 1, described: 2, mentioned: 3, identifier: 4, listed: 5, others: 6, unseen: 7 },
};

function matches({ words, from, isId, isEntry }: ResultLeaf, run: readonly string[]): ValueOrigin | undefined {
  const at = indexOfRun(words, run);
  if (at < 0) return undefined;
  const isWhole = words.length === run.length;
  if (!from.labels.untrusted) return isWhole || !isWeak(run) ? 'trusted' : undefined;
  if (isWhole && isId) return 'identifier';
  if (isWhole && isEntry) return 'listed';
  return isWeak(run) ? undefined : 'others';
}
