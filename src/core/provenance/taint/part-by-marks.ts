/** Splits a result. Everything in one record with a marked name is untrusted; the rest keeps its label. */
import type { Json, JsonObject } from '../../../ports/json.ts';

export interface Parted {
  readonly kept: Json;
  readonly theirs: readonly Json[];
}

/** The fields that a schema declares. Other keys were chosen by the author of the data, and can be marked names. */
export function fieldsOf(schema: JsonObject): ReadonlySet<string> {
  const known = fields.get(schema) ?? new Set(declaredIn(schema));
  fields.set(schema, known);
  return known;
}

const fields = new WeakMap<JsonObject, ReadonlySet<string>>();

function* declaredIn(schema: Json): Generator<string> {
  if (Array.isArray(schema)) for (const each of schema) yield* declaredIn(each);
  if (!isRecord(schema)) return;
  if (isRecord(schema['properties'])) yield* Object.keys(schema['properties']);
  for (const each of Object.values(schema)) yield* declaredIn(each);
}

export function* keysBeside(known: ReadonlySet<string>, value: Json): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* keysBeside(known, each);
  if (!isRecord(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (!known.has(name)) yield name;
    yield* keysBeside(known, each);
  }
}

export function partByMarks(value: Json, known: ReadonlySet<string>, bringsMarked: (text: string) => boolean): Parted {
  const theirs: Json[] = [];
  const isMarked = (each: Json): boolean =>
    (typeof each === 'string' || typeof each === 'number') && bringsMarked(String(each));
  const keep = (each: Json): Json => {
    if (typeof each !== 'object' || each === null ? isMarked(each) : Object.values(each).some(isMarked)) {
      theirs.push(each);
      return null;
    }
    if (Array.isArray(each)) return each.map(keep).filter((part) => part !== null);
    if (!isRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, part]) => [name, keepField(name, part)]));
  };
  const keepField = (name: string, part: Json): Json => {
    if (known.has(name) || !bringsMarked(name)) return keep(part);
    theirs.push({ [name]: part });
    return null;
  };
  return { kept: keep(value), theirs };
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
