/** Lists the keywords of JSON Schema 2020-12 and their subschemas, and resolves a `$ref` within one schema. */
import type { Json, JsonObject } from '../../ports/json.ts';

/** How a keyword contains schemas: as its value, in a list, or by name. */
type SubschemaShape = 'schema' | 'list' | 'map';

/** Keywords that contain schemas. Other keywords contain plain values. */
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

/** Keywords that reject values, or that give a schema an address. */
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

/** Keywords that describe and reject nothing. */
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

/** The vocabulary of 2020-12. Any other keyword is a typing error, or has a meaning that is not checked. */
export const vocabulary: ReadonlySet<string> = new Set([...holds.keys(), ...annotations, ...assertions]);

/** Returns whether a value is an object and not null or a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a list. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** A list as it is, a single value as a list of one, undefined as an empty list. */
export function toList(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

/** Returns the `properties` of a schema, empty if there are none. */
export function readProperties(schema: JsonObject): JsonObject {
  const properties = own(schema, 'properties');
  return isObject(properties) ? properties : {};
}

/** Returns the names in `required`, empty if there are none. Entries that are not strings are ignored. */
export function listRequired(schema: JsonObject): readonly string[] {
  return toList(own(schema, 'required')).filter((name) => typeof name === 'string');
}

/** Reads an own property. Names such as `constructor` give undefined instead of what the prototype has. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Copies an object without some keys. */
export function omitKeys(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Returns one step of a JSON Pointer, with its leading slash. */
export function escapePointer(part: string | number): string {
  return `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** JSON text for messages and comparisons. It also accepts values that cannot be written as JSON. */
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

/** Returns the target of a `$ref` of the form "#" or "#/…". Other forms need an index of ids and are not resolved. */
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
