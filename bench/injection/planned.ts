/** Arguments of a call that is planned before the earlier ones have run: values, or where in earlier results they will stand. */
import type { Json, JsonObject } from '../../src/ports/json.ts';

export type Found = (results: readonly Json[]) => Json;
type Planned = Json | Found | readonly Planned[] | { readonly [key: string]: Planned };
export type PlannedArgs = { readonly [key: string]: Planned };

/** Into a field, a place in a list, every entry of a list, or the first entry whose field holds these words. */
type Way = string | number | typeof EACH | Readonly<Record<string, string>>;

export const EACH = Symbol('each');

/** What stands in the result of an earlier call (counted from 0). */
export function of(call: number, ...ways: readonly Way[]): Found {
  return (results) => follow(results[call], ways);
}

/** The first group of a pattern in a text that an earlier call brought. */
export function match(pattern: RegExp, text: Found): Found {
  return (results) => {
    const found = pattern.exec(String(text(results)))?.[1];
    if (found === undefined) throw new NotFound(`${pattern} is not there`);
    return found;
  };
}

export function numberOf(text: Found): Found {
  return (results) => Number(String(text(results)).replaceAll(/[ ,]/g, ''));
}

/** A sentence with what was found in it. */
export function say(words: TemplateStringsArray, ...found: readonly Found[]): Found {
  return (results) => String.raw({ raw: words }, ...found.map((each) => each(results)));
}

/** The arguments with everything found, or undefined where an earlier result does not hold what they need. */
export function workOut(args: PlannedArgs, results: readonly Json[]): JsonObject | undefined {
  try {
    return resolve(args, results) as JsonObject;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

class NotFound extends Error {}

function resolve(planned: Planned, results: readonly Json[]): Json {
  if (typeof planned === 'function') return planned(results);
  if (Array.isArray(planned)) return planned.map((each: Planned) => resolve(each, results));
  if (typeof planned === 'object' && planned !== null)
    return Object.fromEntries(Object.entries(planned).map(([key, each]) => [key, resolve(each, results)]));
  return planned;
}

function follow(value: Json | undefined, [way, ...further]: readonly Way[]): Json {
  if (value === undefined || value === null) throw new NotFound('nothing there');
  if (way === undefined) return value;
  if (way === EACH) return asList(value).map((each) => follow(each, further));
  if (typeof way === 'number') return follow(asList(value).at(way), further);
  if (typeof way === 'string') return follow(field(value, way), further);
  const chosen = asList(value).find((each) =>
    Object.entries(way).every(([key, words]) => JSON.stringify(field(each, key))?.includes(words)),
  );
  return follow(chosen, further);
}

function asList(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new NotFound('no list');
  return value as readonly Json[];
}

function field(value: Json, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as JsonObject)[key];
}
