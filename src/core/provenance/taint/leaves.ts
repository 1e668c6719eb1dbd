/** What results are made of: every text and number, with the field and the thing that it stands in. */
import type { Json, JsonObject } from '../../../ports/json.ts';
import { withoutEchoes } from './echoes.ts';
import type { Seen } from './history.ts';
import { ID_KEY, ownIdOf, WRITING_KEY } from '../mandate/things.ts';
import { wordsOf } from '../words.ts';

export interface ResultLeaf {
  readonly words: readonly string[];
  readonly text: string;
  /** As it came, before what the call was given was taken out of it. */
  readonly whole: string;
  readonly isId: boolean;
  readonly isNumber: boolean;
  /** Whether it stands in a field for links. */
  readonly isLink: boolean;
  /** Whether it stands in a field for writing. */
  readonly isWriting: boolean;
  /** The id of the thing that it is part of. */
  readonly thing: string | undefined;
  readonly record: JsonObject | undefined;
  /** Whether it is of a list, and not a text by itself. */
  readonly isEntry: boolean;
  readonly from: Seen;
}

/** Longer texts are writing, not entries. */
export const MAX_ENTRY = 80;

const LINK_KEY = /(^|_)(url|uri|link|href)s?$/i;

/** The same results are looked at for every call of a conversation. */
const read = new WeakMap<Seen, readonly ResultLeaf[]>();

export function readOnce(from: Seen): readonly ResultLeaf[] {
  const known = read.get(from) ?? [...leavesOf(from)];
  read.set(from, known);
  return known;
}

function* leavesOf(from: Seen): Generator<ResultLeaf> {
  const left = withoutEchoes(from.given ?? []);
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
      yield {
        ...{ words: wordsOf(text), text, whole: String(value), from, thing, record },
        isId: ID_KEY.test(key) && text.length <= MAX_ENTRY,
        isNumber: typeof value === 'number',
        isLink: LINK_KEY.test(key),
        isWriting: WRITING_KEY.test(key),
        isEntry,
      };
    }
  }
}
