/** Joins schemas that must both hold into one, for providers without `allOf`. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { annotations, isList, isObject, own } from './keywords.ts';

/** Two schemas as one. */
interface MergeResult {
  readonly schema: JsonObject;
  /** False when the joined schema accepts more than the two together. */
  readonly exact: boolean;
}

type Join = (left: Json, right: Json) => Json | undefined;

const numeric =
  (choose: (...values: number[]) => number): Join =>
  (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? choose(left, right) : undefined;

const joins: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['required', (left, right) => (isList(left) && isList(right) ? [...new Set([...left, ...right])] : undefined)],
  ['type', joinTypes],
  [
    'enum',
    (left, right) =>
      isList(left) && isList(right)
        ? nonEmpty(left.filter((item) => right.some((other) => equal(item, other))))
        : undefined,
  ],
  ['properties', joinProperties],
  ['$defs', (left, right) => (isObject(left) && isObject(right) ? { ...right, ...left } : undefined)],
  ['minimum', numeric(Math.max)],
  ['minLength', numeric(Math.max)],
  ['minItems', numeric(Math.max)],
  ['minProperties', numeric(Math.max)],
  ['exclusiveMinimum', numeric(Math.max)],
  ['maximum', numeric(Math.min)],
  ['maxLength', numeric(Math.min)],
  ['maxItems', numeric(Math.min)],
  ['maxProperties', numeric(Math.min)],
  ['exclusiveMaximum', numeric(Math.min)],
]);

/** Keywords that depend on each other within one schema. Merged from two schemas, they would mean something else. */
const bound = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items', 'unevaluatedItems'],
];

/** Returns undefined if one schema cannot express both. */
export function merge(left: JsonObject, right: JsonObject): MergeResult | undefined {
  const parts = (schema: JsonObject, group: readonly string[]): Json[] =>
    group.map((keyword) => own(schema, keyword) ?? null);
  const clash = bound.some((group) => {
    const [ours, theirs] = [parts(left, group), parts(right, group)];
    return ours.some((part) => part !== null) && theirs.some((part) => part !== null) && !equal(ours, theirs);
  });
  if (clash) return undefined;
  const result = new Map(Object.entries(left));
  for (const [keyword, value] of Object.entries(right)) {
    const before = result.get(keyword);
    if (before === undefined) result.set(keyword, value);
    else if (!equal(before, value) && !annotations.has(keyword)) {
      const joined = joins.get(keyword)?.(before, value);
      if (joined === undefined) return undefined;
      result.set(keyword, joined);
    }
  }
  return { schema: Object.fromEntries(result), exact: sameNames(left, right) };
}

// Whatever looks at "the other properties" must already have seen every name that the joined schema knows.
function sameNames(left: JsonObject, right: JsonObject): boolean {
  const blind = (side: JsonObject, other: JsonObject): boolean =>
    ['additionalProperties', 'unevaluatedProperties'].some((keyword) => Object.hasOwn(side, keyword)) &&
    (Object.hasOwn(other, 'patternProperties') || names(other).some((name) => !names(side).includes(name)));
  return !blind(left, right) && !blind(right, left);
}

function names(schema: JsonObject): string[] {
  const properties = own(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

function joinTypes(left: Json, right: Json): Json | undefined {
  const [many, few] = [[left].flat(), [right].flat()];
  const both = many.filter((type) => few.includes(type) || (type === 'integer' && few.includes('number')));
  const narrowed =
    few.includes('integer') && many.includes('number') && !both.includes('integer') ? [...both, 'integer'] : both;
  return narrowed.length === 1 ? narrowed[0] : nonEmpty(narrowed);
}

function joinProperties(left: Json, right: Json): Json | undefined {
  if (!isObject(left) || !isObject(right)) return undefined;
  const result = new Map(Object.entries(left));
  for (const [name, schema] of Object.entries(right)) {
    const before = result.get(name);
    result.set(name, before === undefined || equal(before, schema) ? schema : { allOf: [before, schema] });
  }
  return Object.fromEntries(result);
}

function nonEmpty(list: readonly Json[]): Json | undefined {
  return list.length > 0 ? list : undefined;
}

/** Compares two values by their JSON text. Objects with another order of keys are different. */
export function equal(left: Json, right: Json): boolean {
  if (left === right) return true;
  try {
    return JSON.stringify(left) === JSON.stringify(right);
  } catch {
    // Too deep to be compared: taken as different, which loses at most an `allOf`.
    return false;
  }
}
