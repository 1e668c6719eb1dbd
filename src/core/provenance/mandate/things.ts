/** Finds the things with an id that a model was shown, and those among them that the user spoke of. */
import type { Json, JsonObject } from '../../../ports/json.ts';
import type { Seen } from '../taint/history.ts';
import { thingsNamedBy } from './asked-for.ts';
import { daysOf, daysSaidIn, type Day } from './times.ts';
import { indexOfRun, isAddress, isTime, isWeak, isYear, wordsOf, withoutEchoes, isTelling, plain } from '../words.ts';

export interface Thing {
  readonly id: string;
  /** The words of each of its names. */
  readonly names: readonly (readonly string[])[];
  /** The words of each sender or author. */
  readonly by: readonly (readonly string[])[];
  /** What the tools that returned it are about. A file and a mail can have the same number. */
  readonly kinds: readonly string[];
  /** The words of `names` and `by`. */
  readonly about: ReadonlySet<string>;
  /** Words of other fields. They help to identify the thing, but they are not names. */
  readonly further: ReadonlySet<string>;
  /** The days in its fields. */
  readonly days: readonly Day[];
}

/** A set of things that remembers which of them some words refer to. */
export class Things {
  readonly #things: readonly Thing[];
  readonly #recipients: ReadonlySet<string>;
  readonly #ids: ReadonlySet<string>;
  readonly #some = new Map<string, Things>();
  readonly #spoken = new Map<readonly string[], ReadonlyMap<string, Spoken>>();

  constructor(things: readonly Thing[], recipients: ReadonlySet<string>) {
    this.#things = things;
    this.#recipients = recipients;
    this.#ids = new Set(things.map(({ id }) => id));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The things of one of these kinds. */
  alike(kinds: readonly string[]): Things {
    return this.#only(kinds, true);
  }

  /** The things of none of these kinds. */
  unlike(kinds: readonly string[]): Things {
    return this.#only(kinds, false);
  }

  #only(kinds: readonly string[], areAlike: boolean): Things {
    const key = `${areAlike} ${kinds.join(' ')}`;
    const isMeant = (thing: Thing): boolean => thing.kinds.some((kind) => kinds.includes(kind)) === areAlike;
    const some = this.#some.get(key) ?? new Things(this.#things.filter(isMeant), this.#recipients);
    this.#some.set(key, some);
    return some;
  }

  /** Returns the things that these words refer to, by id. */
  spokenIn(words: readonly string[]): ReadonlyMap<string, Spoken> {
    const spoken = this.#spoken.get(words) ?? spokenOf(this.#things, words, this.#recipients);
    this.#spoken.set(words, spoken);
    return spoken;
  }

  spokenOf(id: string, words: readonly string[]): Spoken | undefined {
    return this.spokenIn(words).get(id);
  }
}

/** `named`: by its whole name. `mentioned`: by its sender, or by words that fit no other thing as well. */
export type Spoken = 'named' | 'mentioned';

/** Keys of ids. Some systems write `id_`, because `id` has another meaning for them. */
export const ID_KEY = /(^|[_.-])(id|ids|uid|uuid)_?$|Ids?$/;
const OWN_ID_KEY = /^_?(id|uid|uuid)_?$/i;
const NAME_KEY = /(^|[_.-])(name|title|subject|summary|headline|caption)$|(Name|Title)$/i;
const BY_KEY = /(^|[_.-])(from|sender|author|organi[sz]er|host|email|address)$/i;

export const WRITING_KEY = /(^|[_.-])(body|text|content|description|notes?|comment|message)$|(Text|Body)$/i;

/** Longer texts are content, not names. */
const LONGEST_NAME = 120;

/** Words that refer to all things at once. */
const ALL = new Set(['all', 'every', 'everything', 'each', 'any', 'both']);

/** Returns the things that these words refer to, by id. Words for the recipients do not identify what is sent to them. */
export function spokenOf(
  things: readonly Thing[],
  words: readonly string[],
  recipients: ReadonlySet<string>,
): ReadonlyMap<string, Spoken> {
  const isSaid = (name: readonly string[]): boolean => indexOfRun(words, name) >= 0;
  const said = new Set(words.map(plain));
  const days = daysSaidIn(words);
  const isOf = (word: string): boolean => said.has(word) && !recipients.has(word);
  const count = (of: ReadonlySet<string>, isCounted = isOf): number => [...of].filter(isCounted).length;
  const all: Heard[] = [...Map.groupBy(things, ({ id }) => id)].map(([id, these]) => ({
    ...{ id, isOne: !areSeveral(id, these) },
    names: these.flatMap(({ names }) => names.filter(isSaid)).map(spelled),
    by: these.flatMap(({ by }) => by.filter(isSaid)).map(spelled),
    named: Math.max(...these.map(({ about }) => count(about))),
    theirs: Math.max(...these.map(({ about }) => count(about, (word) => said.has(word)))),
    told: Math.max(...these.map((one) => count(one.further) + Number(one.days.some((day) => days.has(day))))),
  }));
  const heard = withoutPartsOfNames(all, words);
  const [names, by] = [countsOf(heard.map((one) => one.names)), countsOf(heard.map((one) => one.by))];
  const [best = 0, next = 0] = heard.map(scoreOf).toSorted((one, other) => other - one);
  const isOfAll = words.some((word) => ALL.has(word));
  const spoken = new Map<string, Spoken>();
  for (const one of heard) {
    const isMentioned =
      one.by.some((name) => by.get(name) === 1) ||
      (isOfAll && one.names.length + one.by.length > 0) ||
      (scoreOf(one) === best && best > next && (one.named > 0 || one.told > 1));
    if (!one.isOne) continue;
    if (one.names.some((name) => names.get(name) === 1)) spoken.set(one.id, 'named');
    else if (isMentioned) spoken.set(one.id, 'mentioned');
  }
  return spoken;
}

interface Heard {
  readonly id: string;
  readonly isOne: boolean;
  readonly names: readonly string[];
  readonly by: readonly string[];
  /** How many words of its names and senders were said. */
  readonly named: number;
  /** The same, including the words for recipients. */
  readonly theirs: number;
  /** How many words and days of its other fields were said. A single one is not enough. */
  readonly told: number;
}

/** The owner only decides between things that were mentioned in other words: “send Amara her lease”. */
const scoreOf = ({ named, told, theirs }: Heard): number => named + told + (named > 0 ? theirs / 100 : 0);

const spelled = (name: readonly string[]): string => name.join(' ');

/** “Old lamp, copy” does not name “Old lamp”, unless that name also occurs separately. */
function withoutPartsOfNames(heard: readonly Heard[], words: readonly string[]): readonly Heard[] {
  const timesSaid = (name: string): number => ` ${words.join('  ')} `.split(` ${name.replaceAll(' ', '  ')} `).length;
  const all = [...new Set(heard.flatMap(({ names }) => names))];
  const isPart = (name: string): boolean =>
    all.some(
      (longer) => longer !== name && ` ${longer} `.includes(` ${name} `) && timesSaid(longer) >= timesSaid(name),
    );
  return heard.map((one) => ({ ...one, names: one.names.filter((name) => !isPart(name)) }));
}

/** Counts the things that have each name. */
function countsOf(said: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of said.flatMap((names) => [...new Set(names)])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Many things share a short number. A mail and a file with one number and no common name are two things. */
function areSeveral(id: string, these: readonly Thing[]): boolean {
  if (!isWeak([id])) return false;
  const [first, ...rest] = these.map(({ names }) => names.map(spelled)).filter((names) => names.length > 0);
  return rest.some((names) => !names.some((name) => first?.includes(name)));
}

/** A cache, because every call of a conversation reads the same results. */
const known = new WeakMap<Seen, readonly Thing[]>();

export function thingsOf(seen: Seen): readonly Thing[] {
  const things = known.get(seen) ?? [...thingsIn(seen.value, seen.given ?? [], thingsNamedBy(seen.tool))];
  known.set(seen, things);
  return things;
}

function* thingsIn(value: Json, given: readonly string[], kinds: readonly string[]): Generator<Thing> {
  if (!isObject(value)) return;
  const id = ownIdOf(value);
  if (id !== undefined) yield { ...toThing(id, value, given), kinds };
  for (const each of Object.values(value)) yield* thingsIn(each, given, kinds);
}

/** Also true for lists, whose keys are never names. */
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null;

/** Returns the id of the record itself, not of something that it belongs to. Undefined if that is not clear. */
export function ownIdOf(record: JsonObject): string | undefined {
  const ids = Object.entries(record).filter(
    ([key, value]) => ID_KEY.test(key) && (typeof value === 'string' || typeof value === 'number'),
  );
  const own = ids.find(([key]) => OWN_ID_KEY.test(key)) ?? (ids.length === 1 ? ids[0] : undefined);
  return own && String(own[1]);
}

function toThing(id: string, record: JsonObject, given: readonly string[]): Omit<Thing, 'kinds'> {
  // A call that asks for an id can also choose text that the server returns with it. A search cannot choose what it finds.
  const shown = given.includes(id) ? withoutEchoes(given) : (text: string): string => text;
  const texts = (isOf: (key: string) => boolean, value: JsonObject): string[][] =>
    Object.entries(value).flatMap(([key, text]) =>
      isOf(key) && typeof text === 'string' && text.length <= LONGEST_NAME ? namesIn(shown(text)) : [],
    );
  const inner = Object.values(record).flatMap((each) => (isObject(each) ? [each] : []));
  const names = texts(isName, record);
  const by = [...texts(isBy, record), ...inner.flatMap((each) => [...texts(isName, each), ...texts(isBy, each)])];
  const about = tellingOf([...names, ...by]);
  const numbers = names.flat().filter((word) => /\d/.test(word));
  const further = new Set([...tellingOf(texts(isTellingField, record)), ...numbers]).difference(about);
  return {
    id,
    names,
    by,
    about,
    further,
    days: Object.values(record).flatMap((value) => (typeof value === 'string' ? daysOf(value) : [])),
  };
}

function tellingOf(names: readonly (readonly string[])[]): ReadonlySet<string> {
  const parts = names.flat().flatMap((word) => (isAddress(word) ? [] : [word, ...word.split(/[-_.]/)]));
  return new Set(parts.filter((word) => isTelling(word) || isYear(word)).map(plain));
}

const isName = (key: string): boolean => NAME_KEY.test(key);
const isBy = (key: string): boolean => BY_KEY.test(key);

/** Fields that identify a thing without being its name, such as a reason. Places and states are shared by many things. */
const isTellingField = (key: string): boolean =>
  ![ID_KEY, SHARED_KEY, WRITING_KEY].some((pattern) => pattern.test(key));
const SHARED_KEY = /location|place|room|folder|status|state|type|label|priority|permission/i;

/** Returns the words of a name, also without the file extension and without an e-mail address behind it. */
function namesIn(text: string): string[][] {
  const bare = text.replace(/<[^<>]*>\s*$/, '');
  const names = [text, bare, bare.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')].map(wordsOf);
  return names.filter(
    (name) => !name.every(isTime) && (name.length > 1 || name.some((word) => isTelling(word) || isAddress(word))),
  );
}
