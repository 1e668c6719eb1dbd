/** Refuses JSON Schemas that cannot describe a tool, when the tool is defined. The error names the place in the schema. */
import { DeputizeError } from '../errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { references } from './addresses.ts';
import type { SchemaCompiler } from './ajv-compiler.ts';
import { children, isList, isObject, own, readProperties, vocabulary } from './keywords.ts';

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 10_000;
const DRAFT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** An INVALID_CONFIGURATION error that names the place in the schema. */
export function invalidSchemaError(place: string, message: string, cause?: unknown): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${place}: ${message}`, { details: { place }, cause });
}

/** Throws INVALID_CONFIGURATION unless the schema is valid, closed, within limits and reliably checkable. */
export function refuseUnusable(schema: unknown, place: string, compiler: SchemaCompiler): asserts schema is JsonObject {
  if (!isObject(schema)) throw invalidSchemaError(place, `found ${describe(schema)}; accepted is a JSON Schema object`);
  refuseNodes(schema, place, compiler);
  const invalid = compiler.invalid(schema);
  if (invalid) throw invalidSchemaError(place + invalid.path, `not valid JSON Schema 2020-12: ${invalid.reason}`);
  for (const { path, ref, local } of references(schema).values()) {
    if (local === undefined) {
      throw invalidSchemaError(
        `${place}${path}/$ref`,
        `"${ref}" does not point into this schema; only references within it are accepted`,
      );
    }
  }
  if (own(schema, 'type') !== 'object') {
    throw invalidSchemaError(
      `${place}/type`,
      `found ${describe(own(schema, 'type'))}; the root must be of type "object"`,
    );
  }
  if (own(schema, 'additionalProperties') !== false && own(schema, 'unevaluatedProperties') !== false) {
    throw invalidSchemaError(
      place,
      'the root must refuse unknown properties: set additionalProperties or unevaluatedProperties to false',
    );
  }
}

interface Around {
  readonly formats: ReadonlySet<string>;
  readonly unevaluated: boolean;
}
type Rule = (node: JsonObject, around: Around) => string | undefined;

// Ajv sometimes validates these wrongly, so they are refused.
const UNRELIABLE = ['$dynamicRef', '$dynamicAnchor', 'unevaluatedItems'];

/** Keywords that do nothing without one of the others: writing them alone is a mistake. */
const COMPANIONS: readonly (readonly [string, ...string[]])[] = [
  ['if', 'then', 'else'],
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
];
const has = (node: JsonObject, keyword: string): boolean => Object.hasOwn(node, keyword);

const rules: readonly Rule[] = [
  (node) => (Object.hasOwn(node, '$async') ? 'asynchronous schemas ($async) are not accepted' : undefined),
  (node) => {
    const keyword = UNRELIABLE.find((name) => Object.hasOwn(node, name));
    return keyword && `"${keyword}" is not accepted: it cannot be checked reliably`;
  },
  (node) => {
    const odd = Object.keys(node).find((keyword) => !vocabulary.has(keyword));
    return odd && `"${odd}" is not a keyword of JSON Schema 2020-12`;
  },
  (node) => {
    const draft = own(node, '$schema');
    return draft === undefined || (typeof draft === 'string' && DRAFT.test(draft))
      ? undefined
      : `$schema: found ${describe(draft)}; accepted is draft 2020-12`;
  },
  (node, { formats }) => {
    const format = own(node, 'format');
    return typeof format !== 'string' || formats.has(format)
      ? undefined
      : `format: found "${format}"; accepted is one of ${[...formats].join(', ')}`;
  },
  (node) => {
    const named = own(node, 'patternProperties');
    const patterns = [own(node, 'pattern'), ...(isObject(named) ? Object.keys(named) : [])];
    const broken = patterns.find((pattern) => typeof pattern === 'string' && !isRegExp(pattern));
    return broken === undefined ? undefined : `pattern: ${describe(broken)} is not a regular expression`;
  },
  (node) => {
    const lonely = COMPANIONS.find(
      ([keyword, ...others]) => has(node, keyword) && !others.some((other) => has(node, other)),
    );
    return lonely && `"${lonely[0]}" without "${lonely.slice(1).join('" or "')}" is ignored`;
  },
  (node) => (isList(node['enum']) && node['enum'].length === 0 ? 'enum: an empty list accepts nothing' : undefined),
  // Ajv leaves a property of this name unchecked.
  (node) => (Object.hasOwn(readProperties(node), '__proto__') ? 'a property cannot be named "__proto__"' : undefined),
  // Ajv forgets what `if` has seen when there is no `then`, and unknown properties would pass.
  (node, { unevaluated }) =>
    unevaluated && Object.hasOwn(node, 'if') && !Object.hasOwn(node, 'then')
      ? '"if" without "then" is not accepted where unevaluatedProperties is used'
      : undefined,
];

function refuseNodes(root: JsonObject, place: string, compiler: SchemaCompiler): void {
  let count = 0;
  const around = { formats: compiler.formats, unevaluated: JSON.stringify(root).includes('"unevaluatedProperties"') };
  const visit = (node: Json, path: string, depth: number): void => {
    if (!isObject(node)) return;
    count += 1;
    if (depth > MAX_DEPTH) throw invalidSchemaError(place, `nested deeper than ${MAX_DEPTH} levels`);
    if (count > MAX_SCHEMAS) throw invalidSchemaError(place, `holds more than ${MAX_SCHEMAS} schemas`);
    for (const rule of rules) {
      const reason = rule(node, around);
      if (reason !== undefined) throw invalidSchemaError(path, reason);
    }
    for (const child of children(node)) visit(child.schema, path + child.path, depth + 1);
  };
  visit(root, place, 0);
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 80) ?? typeof value);
}
