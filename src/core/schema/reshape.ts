/** Rewrites schemas for small dialects: joins `allOf`, turns `oneOf` into `anyOf`, moves shared parts into each branch. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { annotations, isList, isObject, toList, own, print, listRequired, resolveLocal, omitKeys } from './keywords.ts';
import { merge } from './merge.ts';
import type { SchemaPosition, SchemaWalk } from './walk.ts';

const MAX_JOINS = 32;

/** Removes unions as far as possible. The dialect drops the rest. */
export function flattenUnions(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  return distribute(convertOneOfBranches(joinAllOfParts(node, at, walk), at, walk), at, walk);
}

function joinAllOfParts(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  let result = node;
  for (let joins = 0; joins < MAX_JOINS; joins += 1) {
    const parts = own(result, 'allOf');
    if (!isList(parts)) return result;
    const [first, ...others] = parts;
    const rest = omitKeys(result, 'allOf');
    if (first === undefined) return rest;
    const joined = join(rest, first, at, walk);
    if (joined === undefined) return result;
    const pending = [...toList(own(joined, 'allOf')), ...others];
    result = pending.length > 0 ? { ...joined, allOf: pending } : joined;
  }
  return result;
}

/** Merges both schemas. It resolves a reference if the merge needs that. */
function join(rest: JsonObject, part: Json, at: SchemaPosition, walk: SchemaWalk): JsonObject | undefined {
  if (part === true) return rest;
  const [left, right] = [expand(rest, part, walk), isObject(part) ? expand(part, rest, walk) : undefined];
  const merged = left && right ? merge(left, right) : undefined;
  if (merged && !merged.exact) walk.warn(at, 'that each part of allOf refuses the properties of the others');
  return merged?.schema;
}

function expand(schema: JsonObject, beside: Json, walk: SchemaWalk): JsonObject | undefined {
  const ref = own(schema, '$ref');
  const alone = isObject(beside) && Object.keys(beside).every((keyword) => annotations.has(keyword));
  if (ref === undefined || alone) return schema;
  const target = resolveLocal(walk.root, ref);
  if (!isObject(target) || Object.hasOwn(target, '$ref')) return undefined;
  return merge(omitKeys(schema, '$ref'), target)?.schema;
}

/** A `$ref` with other assertions is equal to an `allOf` of both. */
export function wrapRef(node: JsonObject): JsonObject {
  const others = Object.keys(node).filter(
    (keyword) => keyword !== '$ref' && !annotations.has(keyword) && !keyword.startsWith('$'),
  );
  if (!Object.hasOwn(node, '$ref') || others.length === 0) return node;
  return { ...omitKeys(node, '$ref'), allOf: [{ $ref: node['$ref'] as Json }, ...toList(own(node, 'allOf'))] };
}

function convertOneOfBranches(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  const branches = own(node, 'oneOf');
  if (!isList(branches) || Object.hasOwn(node, 'anyOf')) return node;
  if (!exclusive(branches)) walk.warn(at, 'oneOf: that no more than one branch may fit');
  return { ...omitKeys(node, 'oneOf'), anyOf: branches };
}

/** Whether no value can match two branches: they differ in type, or in the constant of a shared required property. */
function exclusive(branches: readonly Json[]): boolean {
  const objects = branches.filter(isObject);
  const types = objects
    .flatMap((branch) => toList(own(branch, 'type') ?? null))
    .map((type) => (type === 'integer' ? 'number' : type));
  if (objects.length === branches.length && !types.includes(null) && new Set(types).size === types.length) return true;
  const tags = objects.map((branch) => constants(branch));
  const shared = [...(tags[0]?.keys() ?? [])].find(
    (name) => new Set(tags.map((tag) => tag.get(name))).size === branches.length,
  );
  return shared !== undefined && tags.every((tag) => tag.has(shared));
}

function constants(branch: JsonObject): Map<string, string> {
  const properties = own(branch, 'properties');
  const required = listRequired(branch);
  const entries = isObject(properties) ? Object.entries(properties) : [];
  return new Map(
    entries.flatMap(([name, schema]) => {
      const value = isObject(schema) && required.includes(name) ? own(schema, 'const') : undefined;
      return value === undefined ? [] : [[name, print(value)] as const];
    }),
  );
}

/** Keywords beside `anyOf` apply to every branch, so they can move into each branch. */
function distribute(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  const branches = own(node, 'anyOf');
  if (!isList(branches)) return node;
  const outer = Object.fromEntries(
    Object.entries(node).filter(([keyword]) => annotations.has(keyword) || keyword === '$defs'),
  );
  const shared = omitKeys(node, 'anyOf', ...Object.keys(outer));
  if (Object.keys(shared).length === 0) return node;
  const joined = branches.map((branch) => join(shared, branch, at, walk));
  if (joined.some((branch) => branch === undefined)) return node;
  return { ...outer, anyOf: joined as JsonObject[] };
}
