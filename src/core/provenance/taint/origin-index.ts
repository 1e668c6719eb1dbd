/** Finds the origin of a value in the messages and results that the model had read. */
import type { Json } from '../../../ports/json.ts';
import { isLong, normalize, partsOf, tailOf } from './address-parts.ts';
import { isDeedWord, thingsNamedBy } from '../mandate/asked-for.ts';
import type { History, Seen } from './history.ts';
import { MOST_CHARACTERS, type Value } from '../values.ts';
import { MAX_ENTRY, readOnce, type ResultLeaf } from './leaves.ts';
import { Said, type Message } from '../mandate/said.ts';
import { WorkLimit } from '../work-limit.ts';
import { Things, thingsOf, type Spoken } from '../mandate/things.ts';
import {
  indexOfRun,
  isAddress,
  isTime,
  isWeak,
  wordsOf,
  LONG_RUN,
  Runs,
  isTelling,
  plain,
  wordsWithin,
} from '../words.ts';

/** Sorted by trust: a value with several origins gets the first of them. */
export type ValueOrigin =
  /** The user said it. */
  | 'user'
  /** From a source that only the user and people they trust can write to. */
  | 'trusted'
  /** The id of a thing that the user called by its name. */
  | 'described'
  /** The id of a thing that the user mentioned in other words, which fit no other thing. */
  | 'mentioned'
  /** An id from a system, in a field for ids. */
  | 'identifier'
  /** A whole entry of a list that others can add entries to. */
  | 'listed'
  /** Part of untrusted content. */
  | 'others'
  /** Not found: computed or made up. */
  | 'unseen';

type Looked = Pick<Value, 'value' | 'near' | 'keys'>;

/** Whether a word means more than common words do. */
const isWeighty = (word: string): boolean => isTelling(word) || /\d/.test(word) || isAddress(word);

/** Even a short text may have this many words that the user did not say. */
const FEW = 2;

/** How many words at the beginning or the end of a text can be a greeting. */
const GREETING = 3;
const GREETED =
  /^\s*(?:(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|(?:[Gg]ood )?[Mm]orning|[Gg]ood \w+)\s+)?(?:(?:Mr|Ms|Mrs|Dr)\.?\s+)?(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)\s*[,!\n]/u;

export class OriginIndex {
  /** Undefined if the client does not show the user's messages. */
  readonly said: Said | undefined;
  readonly #leaves: readonly ResultLeaf[];
  readonly #findThings: () => Things;
  #known: Things | undefined;
  readonly #tool: string;
  readonly #work = new WorkLimit();
  #names: ReadonlySet<string> | undefined;
  readonly #spoken = new Map<Seen, Map<string | undefined, boolean>>();

  constructor({ words, seen }: History, tool = '', recipients: readonly string[] = []) {
    this.#tool = tool;
    this.said = words && new Said(words);
    this.#leaves = seen.flatMap((from) => readOnce(from));
    this.#findThings = () =>
      new Things(
        seen.flatMap((from) => thingsOf(from)),
        wordsWithin(recipients),
      );
  }

  /** Found on demand, because few calls need them. */
  get #things(): Things {
    if (this.#known === undefined) this.#work.spend(this.#leaves.length * FINDING_THINGS);
    return (this.#known ??= this.#findThings());
  }

  /** Whether the model had read any untrusted content. */
  get hasOthers(): boolean {
    return this.#leaves.some(({ from }) => from.labels.untrusted);
  }

  /** Returns the origin of a value, and the text that contains it. */
  originOf({ value, near, keys }: Looked): { origin: ValueOrigin; text?: string } {
    const run = wordsOf(value);
    if (run.length === 0) return { origin: 'unseen' };
    const said = this.said?.where(run, near);
    if (said) return { origin: 'user', text: said.text };
    let best: { origin: ValueOrigin; text?: string } = { origin: 'unseen' };
    for (const leaf of this.#leaves) {
      this.#work.spend(leaf.words.length + 1);
      const origin = matches(leaf, run);
      if (origin && RANK[origin] < RANK[best.origin]) best = { origin, text: leaf.text };
    }
    if (best.origin === 'identifier') return { ...best, origin: this.#asSpokenOf(value, keys) };
    if (best.origin !== 'unseen' || !run.some(isAddress)) return best;
    const carried = this.#carriedBy(value);
    return carried === undefined ? best : { origin: 'others', text: carried };
  }

  /** An address can leak data: a part that the user did not say, and that untrusted or private content contains. */
  #carriedBy(address: string): string | undefined {
    const said = new Set(this.said?.messages.flatMap(({ text }) => partsOf(text)));
    const telling = new Set(partsOf(tailOf(address)).filter((part) => isLong(part) && !said.has(part)));
    if (telling.size === 0) return undefined;
    const mayHold = (text: string): boolean => [...telling].some((part) => text.includes(part));
    const isFrom = ({ from, text }: ResultLeaf): boolean => {
      this.#work.spend(text.length * NORMALIZING);
      return (
        (from.labels.untrusted || from.labels.private) &&
        // A rough check first, because the results can have megabytes.
        mayHold(normalize(text)) &&
        partsOf(text).some((part) => telling.has(part))
      );
    };
    return this.#leaves.find(isFrom)?.text;
  }

  #asSpokenOf(identifier: string, keys: readonly string[]): ValueOrigin {
    const spoken = this.said?.messages.map(({ words }) => this.spokenOf(identifier, words, keys)) ?? [];
    if (spoken.includes('named')) return 'described';
    return spoken.includes('mentioned') ? 'mentioned' : 'identifier';
  }

  /** How the words refer to the thing with this id. Only things of the kind that the argument or the tool names count, if any. */
  spokenOf(id: string, words: readonly string[], keys: readonly string[], tool = this.#tool): Spoken | undefined {
    return this.#like(id, keys, tool).spokenOf(id, words);
  }

  /** Whether the words refer to any thing of this kind. */
  speaksOfAny(id: string, words: readonly string[], keys: readonly string[]): boolean {
    return this.#like(id, keys, this.#tool).spokenIn(words).size > 0;
  }

  /** Whether the words name a thing of another kind, and do not say which kind they mean. */
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

  /** Whether a result contains a thing with this id. */
  isThing(id: string): boolean {
    return this.#things.has(id);
  }

  /** Whether the value is a whole field of a thing that the user spoke of, such as its sender or a participant. */
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

  /** Whether it is an unchanged link from a public result that the user's words found. Such a link leaks nothing. */
  isFoundLink(value: string): boolean {
    const isPublic = ({ from, isLink }: ResultLeaf): boolean => isLink && !from.labels.private;
    const [address] = wordsOf(value);
    return this.#leaves.some((leaf) => isPublic(leaf) && leaf.words[0] === address && this.#isSearchedFor(leaf.from));
  }

  /** Whether a trusted result contains the value, and the user's words found it or name a field of the same record. */
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

  /** The times in the fields of a thing. */
  timesOf(id: string): string[] {
    const isTimeOf = ({ thing, words }: ResultLeaf): boolean => thing === id && words.length > 0 && words.every(isTime);
    return this.#leaves.filter(isTimeOf).map(({ text }) => text);
  }

  /** Whether texts consist of the user's words, except for a few words that no result contains. */
  isMadeOfSaid(texts: readonly string[]): boolean {
    const words = texts.flatMap((text) => this.#tellingIn(text));
    const foreign = words.filter((word) => !this.#says(word));
    if (foreign.some((word) => isAddress(word) || this.#isRead(word))) return false;
    const few = Math.max(words.length / 4, Math.min(FEW, words.length / 2));
    return words.length > 0 && foreign.length <= few;
  }

  /** Returns the words with meaning, without the greeting and the signature. */
  #tellingIn(text: string): string[] {
    const words = wordsOf(text);
    const isGreeting = (word: string, at: number): boolean =>
      (at < GREETING || at >= words.length - GREETING) && this.#people().has(plain(word));
    return words.filter((word, at) => isWeighty(word) && !isGreeting(word, at));
  }

  /** The words of the e-mail addresses in the results, and the names in greetings. */
  #people(): ReadonlySet<string> {
    const namesIn = ({ words }: ResultLeaf): string[] =>
      words.flatMap((word) => (isAddress(word) && word.includes('@') ? word.replace(/@.*/, '') : []));
    const greetedIn = ({ text }: ResultLeaf): string[] => GREETED.exec(text)?.slice(1) ?? [];
    return (this.#names ??= wordsWithin(this.#leaves.flatMap((leaf) => [...namesIn(leaf), ...greetedIn(leaf)])));
  }

  /** Whether untrusted or private content contains the word, except in short fields of things that the user spoke of. */
  #isRead(word: string): boolean {
    return this.#leaves.some(
      (leaf) =>
        (leaf.from.labels.untrusted || leaf.from.labels.private) &&
        leaf.words.includes(word) &&
        !this.#isOwnField(leaf),
    );
  }

  /** Whether it is a short field, such as a title, of a thing that the user spoke of. */
  #isOwnField(leaf: ResultLeaf): boolean {
    return leaf.whole.length <= MAX_ENTRY && this.#isOfSpoken(leaf);
  }

  /** Whether untrusted text contains this number. Number fields do not count. */
  isWrittenByOthers(value: number): boolean {
    const word = String(value);
    return this.#leaves.some((leaf) => leaf.from.labels.untrusted && !leaf.isNumber && leaf.words.includes(word));
  }

  /** The largest number in the user's messages and in number fields. Number fields cannot contain untrusted text. */
  largestNumber(): number {
    const fields = this.#leaves.flatMap((leaf) => (leaf.isNumber && !leaf.isId ? [Number(leaf.text)] : []));
    return [...(this.said?.numbers ?? []), ...fields].reduce((most, number) => Math.max(most, number), 0);
  }

  /** Whether the user named another entry of the same list. */
  saysAnotherThan(entry: string): boolean {
    const entries = this.#leaves.filter(({ isEntry }) => isEntry);
    const lists = new Set(entries.filter(({ text }) => text === entry).map(({ from }) => from));
    const others = entries.filter(({ from, text, words }) => lists.has(from) && text !== entry && !isWeak(words));
    return this.said?.messages.some((said) => others.some(({ words }) => indexOfRun(said.words, words) >= 0)) === true;
  }

  /** Whether the user said all of these in one message that is not a question. */
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

  /** Finds untrusted text that contains the same run of words as this text, if the user did not say them. */
  carries(text: string): { text: string } | undefined {
    if (text.length > MOST_CHARACTERS) return this.hasOthers ? { text: '' } : undefined;
    const runs = this.#unsaidIn(text);
    const isCarried = (leaf: ResultLeaf): boolean => {
      this.#work.spend(leaf.words.length * RUN_LOOKUP);
      return leaf.from.labels.untrusted && runs.areIn(leaf.words) && !this.#isOwnField(leaf);
    };
    const leaf = this.#leaves.find(isCarried);
    return leaf && { text: leaf.text };
  }

  /** Whether a text contains private content that the user neither searched for nor spoke of. */
  betrays(text: string): boolean {
    const isPrivate = ({ from }: ResultLeaf): boolean => from.labels.private;
    if (text.length > MOST_CHARACTERS) return this.#leaves.some(isPrivate);
    const runs = this.#unsaidIn(text);
    // Uses the whole text, because private content stays private if the call searched for it.
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

  /** Whether the call searched with the user's words. */
  #isSearchedFor({ given = [] }: Seen): boolean {
    const asked = given.map((text) => wordsOf(text).filter(isWeighty)).filter((words) => words.length > 0);
    return asked.some((words) => !isWeak(words) && words.every((word) => this.#says(word)));
  }

  #says(word: string): boolean {
    return this.said?.says(word) === true;
  }
}

/** What a look at one word for runs costs, compared with an equality of two words, and one character when it is normalized. */
const [RUN_LOOKUP, NORMALIZING] = [4, 2];
/** What it costs to find out whether a leaf belongs to a thing with an id. */
const FINDING_THINGS = 100;

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
