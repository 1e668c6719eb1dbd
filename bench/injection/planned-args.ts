/** Arguments of a call that is planned before earlier calls have run: values, or where earlier results will hold them. */
import type { Json, JsonObject } from '../../src/ports/json.ts';

export type FoundValue = (results: readonly Json[]) => Json;
export type PlannedValue = Json | FoundValue | readonly PlannedValue[] | { readonly [key: string]: PlannedValue };
export type PlannedArgs = { readonly [key: string]: PlannedValue };
export type PlannedCall = readonly [tool: string, args: PlannedArgs];

/** Into a field, a position in a list, every entry of a list, or the first entry whose fields contain these words. */
type PathStep = string | number | typeof EACH | Readonly<Record<string, string>>;

export const EACH = Symbol('each');

/** The value at a path in the result of an earlier call, counted from 0, or back from -1. */
export function pick(call: number, ...path: readonly PathStep[]): FoundValue {
  return (results) => follow(results.at(call), path);
}

/** The first group of a pattern in a text that was found. */
export function extract(pattern: RegExp, text: FoundValue): FoundValue {
  return (results) => {
    const found = pattern.exec(String(text(results)))?.[1];
    if (found === undefined) throw new MissingValueError(`${pattern} does not match`);
    return found;
  };
}

export function toNumber(text: FoundValue): FoundValue {
  return (results) => Number(String(text(results)).replaceAll(/[ ,]/g, ''));
}

/** A sentence with found values in it. */
export function compose(words: TemplateStringsArray, ...found: readonly FoundValue[]): FoundValue {
  return (results) => String.raw({ raw: words }, ...found.map((each) => each(results)));
}

/** The arguments with everything found, or undefined where an earlier result does not contain what they need. */
export function resolveArgs(args: PlannedArgs, results: readonly Json[]): JsonObject | undefined {
  try {
    return resolve(args, results) as JsonObject;
  } catch (error) {
    if (error instanceof MissingValueError) return undefined;
    throw error;
  }
}

class MissingValueError extends Error {}

function resolve(planned: PlannedValue, results: readonly Json[]): Json {
  if (typeof planned === 'function') return planned(results);
  if (Array.isArray(planned)) return planned.map((each: PlannedValue) => resolve(each, results));
  if (typeof planned === 'object' && planned !== null)
    return Object.fromEntries(Object.entries(planned).map(([key, each]) => [key, resolve(each, results)]));
  return planned;
}

function follow(value: Json | undefined, [step, ...further]: readonly PathStep[]): Json {
  if (value === undefined || value === null) throw new MissingValueError('nothing there');
  if (step === undefined) return value;
  if (step === EACH) return asList(value).map((each) => follow(each, further));
  if (typeof step === 'number') return follow(asList(value).at(step), further);
  if (typeof step === 'string') return follow(readField(value, step), further);
  const chosen = asList(value).find((each) =>
    Object.entries(step).every(([key, words]) => JSON.stringify(readField(each, key))?.includes(words)),
  );
  return follow(chosen, further);
}

function asList(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new MissingValueError('no list');
  return value as readonly Json[];
}

function readField(value: Json, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as JsonObject)[key];
}
