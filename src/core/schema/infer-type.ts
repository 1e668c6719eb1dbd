/** Finds the `type` of a schema that does not write it, for dialects that want it written. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { isList, toList, own } from './keywords.ts';
import type { SchemaPosition, SchemaWalk } from './walk.ts';

const typical: ReadonlyMap<string, string> = new Map([
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties'].map(
    (name) => [name, 'object'] as const,
  ),
  ...['unevaluatedProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'].map(
    (name) => [name, 'object'] as const,
  ),
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'].map(
    (name) => [name, 'array'] as const,
  ),
  ...['pattern', 'format', 'minLength', 'maxLength'].map((name) => [name, 'string'] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (name) => [name, 'number'] as const,
  ),
]);

/** Warns where writing the type refuses what the original accepted. */
export function inferType(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  if (['type', 'anyOf', '$ref'].some((keyword) => Object.hasOwn(node, keyword))) return node;
  const values = Object.hasOwn(node, 'const') ? [node['const'] as Json] : toList(own(node, 'enum'));
  if (values.length > 0) {
    const types = [...new Set(values.map(toJsonType))];
    return { ...node, type: types.length === 1 ? (types[0] as string) : types };
  }
  const type = Object.keys(node).flatMap((keyword) => typical.get(keyword) ?? [])[0];
  walk.warn(
    at,
    type === undefined ? 'objects and lists, where anything was accepted' : `values that are not of type ${type}`,
  );
  return { ...node, type: type ?? ['string', 'number', 'boolean', 'null'] };
}

/** Returns the JSON Schema type of a value. Integers are `number`. */
export function toJsonType(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'array' : typeof value;
}
