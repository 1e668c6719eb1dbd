/** Defines the dialect of Gemini's JSON Schema fields: it keeps everything, but allows no keywords beside a `$ref`. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { omitKeys } from './keywords.ts';
import { descend, type SchemaDialect } from './walk.ts';

/** The dialect for `parametersJsonSchema`. */
export const jsonSchemaDialect: SchemaDialect = {
  keywords: new Map(),
  otherwise: descend,
  boolean: (schema) => schema,
  reshape: (node, at) => ({ node: alone(node), at }),
  finish: (result) => result,
  beyond: (schema) => schema,
};

/** A union of one branch accepts the same values as the reference, and may have other keywords beside it. */
function alone(node: JsonObject): JsonObject {
  const neighbours = Object.keys(node).filter((keyword) => !keyword.startsWith('$'));
  if (!Object.hasOwn(node, '$ref') || neighbours.length === 0) return node;
  const ref: Json = { $ref: node['$ref'] as Json };
  const keyword = Object.hasOwn(node, 'anyOf') ? 'allOf' : 'anyOf';
  const before = keyword === 'allOf' && Array.isArray(node['allOf']) ? (node['allOf'] as readonly Json[]) : [];
  return { ...omitKeys(node, '$ref'), [keyword]: [...before, ref] };
}
