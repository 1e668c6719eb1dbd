/** Splits results into leaves: every text and number, with its field and the thing that contains it. */
import type { Json, JsonObject } from '../../../ports/json.ts';
import type { Seen } from './history.ts';
import { PAUSE, splitIntoSlices, WorkTurn } from '../work-limit.ts';
import { ID_KEY, ownIdOf, WRITING_KEY } from '../mandate/things.ts';
import { wordsOf, withoutEchoes } from '../words.ts';

export interface ResultLeaf {
  readonly words: readonly string[];
  readonly text: string;
  /** The original text, before the arguments of the call were removed. */
  readonly whole: string;
  readonly isId: boolean;
  readonly isNumber: boolean;
  /** Whether it is in a field for links. */
  readonly isLink: boolean;
  /** Whether it is in a field for long text. */
  readonly isWriting: boolean;
  /** The id of the thing that contains it. */
  readonly thing: string | undefined;
  readonly record: JsonObject | undefined;
  /** Whether it is a short entry of a list. */
  readonly isEntry: boolean;
  readonly from: Seen;
}

/** Longer texts are content, not entries. */
export const MAX_ENTRY = 80;

const LINK_KEY = /(^|_)(url|uri|link|href)s?$/i;

/** Longer texts are compared with the arguments of their own call in them. */
const LONGEST_WITH_ECHOES = 50_000;

/** A cache, because every call of a conversation reads the same results. */
const read = new WeakMap<Seen, readonly ResultLeaf[]>();

export function readOnce(from: Seen): readonly ResultLeaf[] {
  const known = read.get(from) ?? [...leavesOf(from)].filter((leaf) => leaf !== PAUSE);
  read.set(from, known);
  return known;
}

/** Splits a result into leaves. After each pause point, the caller may let other work run. Nothing is left to do if it was read before. */
export function* readWithPauses(from: Seen): Generator<ResultLeaf | typeof PAUSE> {
  const known = read.get(from);
  if (known) return yield* known;
  const leaves: ResultLeaf[] = [];
  for (const leaf of leavesOf(from)) {
    if (leaf !== PAUSE) leaves.push(leaf);
    yield leaf;
  }
  read.set(from, leaves);
}

function* leavesOf(from: Seen): Generator<ResultLeaf | typeof PAUSE> {
  const withoutArguments = withoutEchoes(from.given ?? []);
  const left = (text: string): string => (text.length > LONGEST_WITH_ECHOES ? text : withoutArguments(text));
  const turn = new WorkTurn();
  const stack: (Pick<ResultLeaf, 'thing' | 'record'> & { value: Json; key: string; inList: boolean })[] = [
    { value: from.value, key: '', inList: false, thing: undefined, record: undefined },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, key, inList, thing, record } = next;
    if (Array.isArray(value)) {
      for (const each of value) stack.push({ value: each, key, inList: true, thing, record });
    } else if (typeof value === 'object' && value !== null) {
      const within = { thing: ownIdOf(value as JsonObject) ?? thing, record: value as JsonObject };
      for (const [name, each] of Object.entries(value)) stack.push({ value: each, key: name, inList, ...within });
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = typeof value === 'string' ? left(value) : String(value);
      const isEntry = inList && text.length <= MAX_ENTRY && !/[\n\r]/.test(text);
      const words: string[] = [];
      for (const slice of splitIntoSlices(text)) {
        for (const word of wordsOf(slice)) words.push(word);
        if (turn.isOver(slice.length)) yield PAUSE;
      }
      yield {
        ...{ words, text, whole: String(value), from, thing, record },
        isId: ID_KEY.test(key) && text.length <= MAX_ENTRY,
        isNumber: typeof value === 'number',
        isLink: LINK_KEY.test(key),
        isWriting: WRITING_KEY.test(key),
        isEntry,
      };
    }
  }
}
