/** Turns the root of a tool's input into a plain object schema, for providers that refuse unions at the top level. */
import type { Json, JsonObject } from '../../ports/json.ts';
import {
  annotations,
  isObject,
  toList,
  own,
  readProperties,
  listRequired,
  resolveLocal,
  omitKeys,
} from './keywords.ts';
import { equal, merge } from './merge.ts';
import { objectRoot } from './object-root.ts';
import type { ConversionWarning } from './walk.ts';

const MAX_ROUNDS = 16;
/** Keywords of a branch that its properties fully describe. */
const SIMPLE = new Set(['type', 'properties', 'required', 'additionalProperties', '$defs', 'definitions']);

/** Accepts every object that the original accepts. It accepts more only where a warning says so. */
export function flattenRoot(
  source: Json,
  refused: readonly string[],
): { schema: JsonObject; warnings: ConversionWarning[] } {
  const root = objectRoot(source);
  const warnings: ConversionWarning[] = [...root.warnings];
  let node: JsonObject = root.schema;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const keyword = [...refused, '$ref'].find((name) => Object.hasOwn(node, name));
    if (keyword === undefined) break;
    const value = node[keyword] as Json;
    const rest = omitKeys(node, keyword);
    const step = steps.get(keyword)?.(rest, value, source);
    if (step === undefined || !step.exact) warnings.push({ path: `/${keyword}`, lost: `${keyword} at the top level` });
    node = step?.schema ?? allowUnevaluated(rest);
  }
  return { schema: omitKeys(node, ...refused, '$ref'), warnings };
}

type Step = (rest: JsonObject, value: Json, root: Json) => { schema: JsonObject; exact: boolean } | undefined;

const both: Step = (rest, value) => (isObject(value) ? merge(rest, value) : undefined);

const all: Step = (rest, value, root) => {
  const [first, ...others] = toList(value);
  if (first === undefined) return { schema: rest, exact: true };
  const joined = first === true ? { schema: rest, exact: true } : both(rest, first, root);
  const pending = [...toList(joined && own(joined.schema, 'allOf')), ...others];
  return joined && { ...joined, schema: pending.length > 0 ? { ...joined.schema, allOf: pending } : joined.schema };
};

const any: Step = (rest, value, root) => {
  const branches = toList(value).map((branch) =>
    isObject(branch) && Object.hasOwn(branch, '$ref')
      ? both(omitKeys(branch, '$ref'), resolveLocal(root, branch['$ref']) ?? null, root)?.schema
      : branch,
  );
  if (!branches.every((branch) => isObject(branch))) return undefined;
  const objects = branches.filter(isObject);
  const names = new Set(objects.flatMap((branch) => Object.keys(readProperties(branch))));
  const known = readProperties(rest);
  const hoisted = [...names]
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => [name, either(objects, name)] as const);
  const everywhere = listRequired(objects[0] ?? {}).filter((name) =>
    objects.every((branch) => listRequired(branch).includes(name)),
  );
  const required = [...new Set([...listRequired(rest), ...everywhere])];
  const properties = Object.fromEntries([...Object.entries(known), ...hoisted]);
  const simple = objects.every((branch) =>
    Object.keys(branch).every((keyword) => SIMPLE.has(keyword) || annotations.has(keyword)),
  );
  const closed = objects.length > 0 && objects.every((branch) => own(branch, 'additionalProperties') === false);
  const shell = simple ? rest : allowUnevaluated(rest);
  return {
    schema: { ...shell, properties, required, ...(closed && simple ? { additionalProperties: false } : {}) },
    exact: false,
  };
};

const steps: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['$ref', (rest, value, root) => both(rest, resolveLocal(root, value) ?? null, root)],
  ['allOf', all],
  ['anyOf', any],
  ['oneOf', any],
]);

/** The schema of a property in any branch. An open branch that does not name it allows any value. */
function either(branches: readonly JsonObject[], name: string): Json {
  const named = branches.map((branch) => own(readProperties(branch), name)).filter((schema) => schema !== undefined);
  const open = branches.some(
    (branch) => !Object.hasOwn(readProperties(branch), name) && own(branch, 'additionalProperties') !== false,
  );
  const different = named.filter((schema, index) => named.findIndex((other) => equal(other, schema)) === index);
  const first = different[0] ?? true;
  if (open)
    return isObject(first)
      ? Object.fromEntries(Object.entries(first).filter(([keyword]) => annotations.has(keyword)))
      : true;
  return different.length > 1 ? { anyOf: different } : first;
}

// Without the removed part, its properties would count as unevaluated and be refused.
function allowUnevaluated(node: JsonObject): JsonObject {
  return omitKeys(node, 'unevaluatedProperties');
}
