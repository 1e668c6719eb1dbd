/**
 * Turns a foreign server's schema into one that we can validate with. Unknown annotations are dropped. Keywords that could
 * make a check endless are dropped or refused, because the author of the schema may also choose the value.
 */
import type { Json, JsonObject } from '../../ports/json.ts';
import { ajvCompiler } from '../schema/ajv-compiler.ts';
import { children, holds, isList, isObject, own, resolveLocal, omitKeys } from '../schema/keywords.ts';
import { invalidSchemaError } from '../schema/refuse-unusable.ts';
import { showHidden } from '../show-hidden.ts';

/** Drafts that are equal to 2020-12 after the changes in this file. */
const DRAFTS = /^https?:\/\/json-schema\.org\/(draft-0[67]|draft\/20(19-09|20-12))\/schema#?$/;
/** The most schemas after all references are followed. */
const MAX_EXPANDED = 5_000;
const MAX_DEPTH = 64;

/** Closes arguments: nothing goes to the server that its schema does not name. Results stay as open as declared. */
export function adoptSchema(source: JsonObject, place: string, use: 'arguments' | 'results'): JsonObject {
  const adopted = rewrite(source, place, 0);
  refuseEndless(adopted, place);
  const rest = own(adopted, 'additionalProperties');
  if (rest === false || own(adopted, 'unevaluatedProperties') === false) return adopted;
  if (rest === undefined && use === 'arguments') return { ...adopted, additionalProperties: false };
  // `additionalProperties` accepts all other members, so `unevaluatedProperties: false` rejects none.
  return { ...adopted, additionalProperties: rest ?? true, unevaluatedProperties: false };
}

function rewrite(node: JsonObject, place: string, depth: number): JsonObject {
  if (depth > MAX_DEPTH) throw invalidSchemaError(place, `nested deeper than ${MAX_DEPTH} levels`);
  return Object.fromEntries(
    Object.entries(withTuples(node)).flatMap(([keyword, value]): [string, Json][] => {
      if (isDropped(keyword, value)) return [];
      if (keyword === 'patternProperties') throw invalidSchemaError(place, '"patternProperties" is not accepted');
      if ((keyword === 'description' || keyword === 'title') && typeof value === 'string')
        return [[keyword, showHidden(value)]];
      const inner = (schema: Json): Json =>
        isObject(schema) ? rewrite(schema, `${place}/${keyword}`, depth + 1) : schema;
      const kind = holds.get(keyword);
      if (kind === 'schema') return [[keyword, inner(value)]];
      if (kind === 'list' && isList(value)) return [[keyword, value.map(inner)]];
      if (kind === 'map' && isObject(value))
        return [[keyword, Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, inner(schema)]))]];
      return [[keyword, value]];
    }),
  );
}

function isDropped(keyword: string, value: Json): boolean {
  if (keyword === '$schema') return typeof value === 'string' && DRAFTS.test(value);
  if (keyword === 'format') return typeof value === 'string' && !ajvCompiler.formats.has(value);
  // Both can take very long. The server checks them itself.
  if (keyword === 'pattern' || keyword === 'uniqueItems') return true;
  return keyword.startsWith('x-');
}

/** Converts tuples of older drafts. */
function withTuples(node: JsonObject): JsonObject {
  const { items, additionalItems } = node;
  if (!isList(items)) return node;
  const rest = additionalItems === undefined ? {} : { items: additionalItems };
  return { ...omitKeys(node, 'items', 'additionalItems'), prefixItems: items, ...rest };
}

/** A schema that refers to itself can make the check of a small value endless. */
function refuseEndless(root: JsonObject, place: string): void {
  let left = MAX_EXPANDED;
  const visit = (node: Json | undefined, within: readonly JsonObject[]): void => {
    if (!isObject(node)) return;
    left -= 1;
    if (left < 0) throw invalidSchemaError(place, `comes to more than ${MAX_EXPANDED} schemas`);
    if (within.includes(node)) throw invalidSchemaError(place, 'refers to itself');
    const around = [...within, node];
    const { $ref } = node;
    if ($ref !== undefined) {
      const target = resolveLocal(root, $ref);
      if (target === undefined) throw invalidSchemaError(place, 'refers to something outside of it');
      visit(target, around);
    }
    for (const { schema } of children(node)) visit(schema, around);
  };
  visit(root, []);
}
