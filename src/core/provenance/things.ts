/** The things that a model was shown under ids of some system, and which of them the user spoke of. */
import type { Json, JsonObject } from '../../ports/json.ts';
import type { Seen } from './history.ts';
import { withoutEchoes } from './echoes.ts';
import { indexOfRun, isAddress, isTime, isWeak, wordsOf } from './words.ts';

export interface Thing {
  readonly id: string;
  /** What it is called. */
  readonly names: readonly (readonly string[])[];
  /** Whom it is from. */
  readonly by: readonly (readonly string[])[];
  /** The words by which one would speak of it. */
  readonly about: ReadonlySet<string>;
}

/** By its whole name; or by whom it is from, or some words of either, as of no other. */
export type Spoken = 'named' | 'mentioned';

/** Some write it so where the plain word means something else to them. */
export const ID_KEY = /(^|[_.-])(id|ids|uid|uuid)_?$|Ids?$/;
const OWN_ID_KEY = /^_?(id|uid|uuid)_?$/i;
const NAME_KEY = /(^|[_.-])(name|title|subject|summary|headline|caption)$|(Name|Title)$/i;
const BY_KEY = /(^|[_.-])(from|sender|author|organi[sz]er|host|email|address)$/i;

/** Longer texts are writing, and no names. */
const LONGEST_NAME = 120;

/** What is said of all of them is said of each. */
const ALL = new Set(['all', 'every', 'everything', 'each', 'any']);

/** Whether these words speak of the thing with this id, and of no other. Whom it goes to says nothing of what goes. */
export function spokenOf(
  things: readonly Thing[],
  id: string,
  words: readonly string[],
  recipients: ReadonlySet<string>,
): Spoken | undefined {
  const these = things.filter((thing) => thing.id === id);
  if (areSeveral(id, these)) return undefined;
  const others = things.filter((thing) => thing.id !== id);
  const isSaid = (name: readonly string[]): boolean => indexOfRun(words, name) >= 0;
  const saysOnlyOf = (of: (thing: Thing) => readonly (readonly string[])[]): boolean =>
    these.some((thing) =>
      of(thing).some((name) => isSaid(name) && !others.some((other) => of(other).some(same(name)))),
    );
  if (saysOnlyOf(({ names }) => names)) return 'named';
  if (saysOnlyOf(({ by }) => by)) return 'mentioned';
  if (words.some((word) => ALL.has(word)) && these.some(({ names, by }) => [...names, ...by].some(isSaid)))
    return 'mentioned';
  const said = new Set(words.map(plain).filter((word) => !recipients.has(word)));
  const score = ({ about }: Thing): number => [...about].filter((word) => said.has(word)).length;
  const best = Math.max(...these.map(score));
  return best > 0 && others.every((other) => score(other) < best) ? 'mentioned' : undefined;
}

/** The words that an address or a name is made of. */
export function wordsWithin(recipients: readonly string[]): ReadonlySet<string> {
  return new Set(recipients.flatMap((recipient) => wordsOf(recipient.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))).map(plain));
}

/** A short number is given to many: a mail and a file that have nothing in common are two things. */
function areSeveral(id: string, these: readonly Thing[]): boolean {
  if (!isWeak([id])) return false;
  const [first, ...rest] = these.filter(({ names }) => names.length > 0);
  return rest.some(({ names }) => !names.some((name) => first?.names.some(same(name))));
}

const same = (name: readonly string[]) => (other: readonly string[]) => name.join(' ') === other.join(' ');

/** The things of the same results are looked at for every call of a conversation. */
const known = new WeakMap<Seen, readonly Thing[]>();

export function thingsOf(seen: Seen): readonly Thing[] {
  const things = known.get(seen) ?? [...thingsIn(seen.value, seen.given ?? [])];
  known.set(seen, things);
  return things;
}

function* thingsIn(value: Json, given: readonly string[]): Generator<Thing> {
  if (!isObject(value)) return;
  const id = ownIdOf(value);
  if (id !== undefined) yield toThing(id, value, given);
  for (const each of Object.values(value)) yield* thingsIn(each, given);
}

/** A list is one too, under whose keys nothing has a name. */
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null;

/** Its own, and not that of something it belongs to. Where that cannot be told, it has none. */
function ownIdOf(record: JsonObject): string | undefined {
  const ids = Object.entries(record).filter(
    ([key, value]) => ID_KEY.test(key) && (typeof value === 'string' || typeof value === 'number'),
  );
  const own = ids.find(([key]) => OWN_ID_KEY.test(key)) ?? (ids.length === 1 ? ids[0] : undefined);
  return own && String(own[1]);
}

function toThing(id: string, record: JsonObject, given: readonly string[]): Thing {
  // Whoever asks for a thing by its id may have had anything given back beside it; whoever searches has not chosen what is found.
  const shown = given.includes(id) ? withoutEchoes(given) : (text: string): string => text;
  const texts = (key: RegExp, value: JsonObject): string[][] =>
    Object.entries(value).flatMap(([name, text]) =>
      key.test(name) && typeof text === 'string' && text.length <= LONGEST_NAME ? namesIn(shown(text)) : [],
    );
  const inner = Object.values(record).flatMap((each) => (isObject(each) ? [each] : []));
  const names = texts(NAME_KEY, record);
  const by = [...texts(BY_KEY, record), ...inner.flatMap((each) => [...texts(NAME_KEY, each), ...texts(BY_KEY, each)])];
  return { id, names, by, about: new Set([...names, ...by].flat().filter(isTelling).map(plain)) };
}

/** A name, and the same without the kind of file. */
function namesIn(text: string): string[][] {
  const names = [text, text.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')].map(wordsOf);
  return names.filter(
    (name) =>
      !isWeak(name) &&
      !name.every(isTime) &&
      (name.length > 1 || name.some((word) => isTelling(word) || isAddress(word))),
  );
}

const plain = (word: string): string => word.replace(/s$/, '');

/** Says nothing of one thing more than of another. */
const COMMON = new Set(
  [
    'the and for with from that this these those what which who whose where when how why you your yours our ours his her hers their them they she him its has have had was were are is be been will would could should can may not but all any each every some more most other about into onto over under after before again also just only very much please thanks thank hello dear regards',
    'mail email message letter thread reply file document folder page note event meeting appointment calendar list item thing task ticket order booking invoice account user person people team group channel name title number date time day week month year today tomorrow yesterday morning afternoon evening night noon hour minute',
    'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december',
    'new old last next first second one two three four five six seven eight nine ten send read find look get put make take give show tell ask want need like move copy share forward delete remove cancel add create update change',
  ]
    .join(' ')
    .split(' ')
    .map((word) => word.replace(/s$/, '')),
);

const isTelling = (word: string): boolean => /\p{L}{3}/u.test(word) && !isAddress(word) && !COMMON.has(plain(word));
