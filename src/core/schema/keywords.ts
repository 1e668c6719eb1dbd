/** Where subschemas sit in JSON Schema 2020-12, and how to reach what a `$ref` inside one schema points to. */
import type { Json, JsonObject } from '../../ports/json.ts';

export type SubschemaShape = 'schema' | 'list' | 'map';

/** Keywords that hold schemas; any other keyword holds a plain value. */
export const holds: ReadonlyMap<string, SubschemaShape> = new Map<string, SubschemaShape>([
  ['items', 'schema'],
  ['additionalProperties', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contains', 'schema'],
  ['propertyNames', 'schema'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['contentSchema', 'schema'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
]);

/** Keywords that refuse values or give a schema an address. */
const assertions: readonly string[] = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
  '$id',
  '$anchor',
  '$ref',
  '$dynamicRef',
  '$dynamicAnchor',
];

/** Keywords that tell something and refuse nothing. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$schema',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  '$vocabulary',
]);

/** The vocabulary of 2020-12: any other keyword is a slip of the pen, or means something that nobody checks. */
export const vocabulary: ReadonlySet<string> = new Set([...holds.keys(), ...annotations, ...assertions]);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** A value as a list: itself, or of one, or of none. */
export function toList(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

export function readProperties(schema: JsonObject): JsonObject {
  const properties = own(schema, 'properties');
  return isObject(properties) ? properties : {};
}

export function listRequired(schema: JsonObject): readonly string[] {
  return toList(own(schema, 'required')).filter((name) => typeof name === 'string');
}

export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function omitKeys(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

export function escapePointer(part: string | number): string {
  return `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** JSON text for messages and comparisons, also of what is too deep or too odd to be written. */
export function print(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return '(too deep to be shown)';
  }
}

/** Every schema directly inside `node`, with the pointer from `node` to it. */
export function* children(node: JsonObject): Generator<{ path: string; schema: Json }> {
  for (const [keyword, value] of Object.entries(node)) {
    const kind = holds.get(keyword);
    const here = escapePointer(keyword);
    if (kind === 'schema') yield { path: here, schema: value };
    if (kind === 'list' && isList(value)) {
      for (const [index, schema] of value.entries()) yield { path: here + escapePointer(index), schema };
    }
    if (kind === 'map' && isObject(value)) {
      for (const [name, schema] of Object.entries(value)) yield { path: here + escapePointer(name), schema };
    }
  }
}

/** What a `$ref` of the form "#" or "#/…" points to. Other forms need an index of ids and are not followed. */
export function resolveLocal(root: Json, ref: unknown): Json | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (isList(at)) at = at[Number(key)];
    else at = isObject(at) ? own(at, key) : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
