/** Fills in defaults of absent properties, after the value was found valid: a default never makes up for a mistake. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { isList, isObject, own, resolveLocal } from './keywords.ts';

/** The value with defaults; the same object when there was nothing to fill in. */
export function fillDefaults(root: JsonObject, value: Json): Json {
  const fill = (schema: Json | undefined, item: Json, refs: number): Json => {
    if (!isObject(schema) || refs > 16) return item;
    let filled = fill(resolveLocal(root, own(schema, '$ref')), item, refs + 1);
    const { properties, items, allOf } = schema;
    if (isObject(filled)) filled = fillObject(filled, isObject(properties) ? properties : {});
    else if (Array.isArray(filled)) filled = same(filled as Json[], (part) => fill(items, part, 0));
    // Branches of anyOf and oneOf get no defaults, because it is unknown which branch the caller meant.
    for (const part of isList(allOf) ? (allOf as Json[]) : []) filled = fill(part, filled, refs + 1);
    return filled;
  };
  const fillObject = (object: JsonObject, properties: JsonObject): JsonObject => {
    const entries = Object.entries(object);
    const next: [string, Json][] = entries.map(([key, part]) => [key, fill(own(properties, key), part, 0)]);
    for (const [key, schema] of Object.entries(properties)) {
      const preset = isObject(schema) ? own(schema, 'default') : undefined;
      if (preset !== undefined && !Object.hasOwn(object, key)) next.push([key, structuredClone(preset)]);
    }
    const changed = next.length > entries.length || next.some(([, part], index) => part !== entries[index]?.[1]);
    return changed ? Object.fromEntries(next) : object;
  };
  return fill(root, value, 0);
}

function same(items: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const next = items.map(change);
  return next.some((item, index) => item !== items[index]) ? next : items;
}
