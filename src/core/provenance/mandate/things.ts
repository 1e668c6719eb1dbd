/** The things that a model was shown under ids of some system, and which of them the user spoke of. */
import type { Json, JsonObject } from '../../../ports/json.ts';
import type { Seen } from '../taint/history.ts';
import { withoutEchoes } from '../taint/echoes.ts';
import { thingsNamedBy } from './asked-for.ts';
import { isTelling, plain } from '../telling-words.ts';
import { daysOf, daysSaidIn, type Day } from './times.ts';
import { indexOfRun, isAddress, isTime, isWeak, isYear, wordsOf } from '../words.ts';

export interface Thing {
  readonly id: string;
  /** What it is called. */
  readonly names: readonly (readonly string[])[];
  /** Whom it is from. */
  readonly by: readonly (readonly string[])[];
  /** What tools that brought it are about: a file, and no mail of the same number. */
  readonly kinds: readonly string[];
  /** The words of these. */
  readonly about: ReadonlySet<string>;
  /** Of further fields: one would tell it from others by them, but they name nothing. */
  readonly further: ReadonlySet<string>;
  /** On which it is. */
  readonly days: readonly Day[];
}

/** Some of them, of which it is asked often what words speak of. */
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

  /** Those that have to do with one of these. */
  alike(kinds: readonly string[]): Things {
    return this.#only(kinds, true);
  }

  /** And all the others. */
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

  /** Of which of them these words speak. */
  spokenIn(words: readonly string[]): ReadonlyMap<string, Spoken> {
    const spoken = this.#spoken.get(words) ?? spokenOf(this.#things, words, this.#recipients);
    this.#spoken.set(words, spoken);
    return spoken;
  }

  spokenOf(id: string, words: readonly string[]): Spoken | undefined {
    return this.spokenIn(words).get(id);
  }
}

/** By its whole name; or by whom it is from, or some words of either, as of no other. */
export type Spoken = 'named' | 'mentioned';

/** Some write it so where the plain word means something else to them. */
export const ID_KEY = /(^|[_.-])(id|ids|uid|uuid)_?$|Ids?$/;
const OWN_ID_KEY = /^_?(id|uid|uuid)_?$/i;
const NAME_KEY = /(^|[_.-])(name|title|subject|summary|headline|caption)$|(Name|Title)$/i;
const BY_KEY = /(^|[_.-])(from|sender|author|organi[sz]er|host|email|address)$/i;

export const WRITING_KEY = /(^|[_.-])(body|text|content|description|notes?|comment|message)$|(Text|Body)$/i;

/** Longer texts are writing, and no names. */
const LONGEST_NAME = 120;

/** What is said of all of them is said of each. */
const ALL = new Set(['all', 'every', 'everything', 'each', 'any', 'both']);

/** Of which things these words speak, each by its id. Whom something goes to says nothing of what goes. */
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
  /** How many words of those were said. */
  readonly named: number;
  /** The same, with the words for those to whom it goes. */
  readonly theirs: number;
  /** How much else of it was. By one word alone nobody speaks of anything. */
  readonly told: number;
}

/** Whose it is counts only between what was spoken of otherwise: “send Amara her lease”. */
const scoreOf = ({ named, told, theirs }: Heard): number => named + told + (named > 0 ? theirs / 100 : 0);

const spelled = (name: readonly string[]): string => name.join(' ');

/** Whoever says “Old lamp, copy” has not said “Old lamp”, unless they say that too. */
function withoutPartsOfNames(heard: readonly Heard[], words: readonly string[]): readonly Heard[] {
  const timesSaid = (name: string): number => ` ${words.join('  ')} `.split(` ${name.replaceAll(' ', '  ')} `).length;
  const all = [...new Set(heard.flatMap(({ names }) => names))];
  const isPart = (name: string): boolean =>
    all.some(
      (longer) => longer !== name && ` ${longer} `.includes(` ${name} `) && timesSaid(longer) >= timesSaid(name),
    );
  return heard.map((one) => ({ ...one, names: one.names.filter((name) => !isPart(name)) }));
}

/** Of how many things each of these is said. */
function countsOf(said: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of said.flatMap((names) => [...new Set(names)])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** A short number is given to many: a mail and a file that have nothing in common are two things. */
function areSeveral(id: string, these: readonly Thing[]): boolean {
  if (!isWeak([id])) return false;
  const [first, ...rest] = these.map(({ names }) => names.map(spelled)).filter((names) => names.length > 0);
  return rest.some((names) => !names.some((name) => first?.includes(name)));
}

/** The things of the same results are looked at for every call of a conversation. */
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

/** A list is one too, under whose keys nothing has a name. */
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null;

/** Its own, and not that of something it belongs to. Where that cannot be told, it has none. */
export function ownIdOf(record: JsonObject): string | undefined {
  const ids = Object.entries(record).filter(
    ([key, value]) => ID_KEY.test(key) && (typeof value === 'string' || typeof value === 'number'),
  );
  const own = ids.find(([key]) => OWN_ID_KEY.test(key)) ?? (ids.length === 1 ? ids[0] : undefined);
  return own && String(own[1]);
}

function toThing(id: string, record: JsonObject, given: readonly string[]): Omit<Thing, 'kinds'> {
  // Whoever asks for a thing by its id may have had anything given back beside it; whoever searches has not chosen what is found.
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
  return { id, names, by, about, further, days: Object.values(record).flatMap((value) => daysOf(String(value))) };
}

function tellingOf(names: readonly (readonly string[])[]): ReadonlySet<string> {
  const parts = names.flat().flatMap((word) => (isAddress(word) ? [] : [word, ...word.split(/[-_.]/)]));
  return new Set(parts.filter((word) => isTelling(word) || isYear(word)).map(plain));
}

const isName = (key: string): boolean => NAME_KEY.test(key);
const isBy = (key: string): boolean => BY_KEY.test(key);

/** One would tell it from others by that, though it is not called so: a reason, an animal. Many are at one place, or in one state. */
const isTellingField = (key: string): boolean =>
  ![ID_KEY, SHARED_KEY, WRITING_KEY].some((pattern) => pattern.test(key));
const SHARED_KEY = /location|place|room|folder|status|state|type|label|priority|permission/i;

/** A name, and the same without the kind of file; a name and an address, where it is both. */
function namesIn(text: string): string[][] {
  const bare = text.replace(/<[^<>]*>\s*$/, '');
  const names = [text, bare, bare.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')].map(wordsOf);
  return names.filter(
    (name) => !name.every(isTime) && (name.length > 1 || name.some((word) => isTelling(word) || isAddress(word))),
  );
}
