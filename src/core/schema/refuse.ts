/** What a JSON Schema must not be before it may describe a tool: refused when the tool is defined, naming the place. */
import { DeputizeError } from '../errors.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { SchemaCompiler } from './ajv-compiler.ts';
import { children, isObject, own, resolveLocal, vocabulary } from './keywords.ts';

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 10_000;
const NO_BASE = 'schema:///';

export function refusal(place: string, message: string, cause?: unknown): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${place}: ${message}`, { details: { place }, cause });
}

export function refuseUnusable(schema: unknown, place: string, compiler: SchemaCompiler): asserts schema is JsonObject {
  if (!isObject(schema)) throw refusal(place, `found ${describe(schema)}; accepted is a JSON Schema object`);
  const refs = survey(schema, place, compiler.formats);
  const invalid = compiler.invalid(schema);
  if (invalid) throw refusal(place + invalid.path, `not valid JSON Schema 2020-12: ${invalid.reason}`);
  for (const { ref, path, base } of refs.used) {
    if (!reachable(schema, ref, base, refs.ids)) {
      throw refusal(path, `"${ref}" does not point into this schema; only references within it are accepted`);
    }
  }
  if (own(schema, 'type') !== 'object') {
    throw refusal(`${place}/type`, `found ${describe(own(schema, 'type'))}; the root must be of type "object"`);
  }
  if (own(schema, 'additionalProperties') !== false && own(schema, 'unevaluatedProperties') !== false) {
    throw refusal(
      place,
      'the root must refuse unknown properties: set additionalProperties or unevaluatedProperties to false',
    );
  }
}

interface Found {
  ids: Set<string>;
  used: { ref: string; path: string; base: string }[];
}

function survey(root: JsonObject, place: string, formats: ReadonlySet<string>): Found {
  const found: Found = { ids: new Set([NO_BASE]), used: [] };
  let count = 0;
  const visit = (node: Json, path: string, depth: number, outer: string): void => {
    if (!isObject(node)) return;
    count += 1;
    if (depth > MAX_DEPTH) throw refusal(place, `nested deeper than ${MAX_DEPTH} levels`);
    if (count > MAX_SCHEMAS) throw refusal(place, `holds more than ${MAX_SCHEMAS} schemas`);
    if (Object.hasOwn(node, '$async')) throw refusal(`${path}/$async`, 'asynchronous schemas are not accepted');
    const odd = Object.keys(node).find((keyword) => !vocabulary.has(keyword));
    if (odd !== undefined) throw refusal(path, `"${odd}" is not a keyword of JSON Schema 2020-12`);
    const format = own(node, 'format');
    if (typeof format === 'string' && !formats.has(format)) {
      throw refusal(`${path}/format`, `found "${format}"; accepted is one of ${[...formats].join(', ')}`);
    }
    const id = own(node, '$id');
    const base = typeof id === 'string' ? (resolve(id, outer) ?? outer) : outer;
    found.ids.add(base);
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = own(node, keyword);
      if (typeof ref === 'string') found.used.push({ ref, path: `${path}/${keyword}`, base });
    }
    for (const child of children(node)) visit(child.schema, path + child.path, depth + 1, base);
  };
  visit(root, place, 0, NO_BASE);
  return found;
}

function reachable(root: JsonObject, ref: string, base: string, ids: ReadonlySet<string>): boolean {
  if (base === NO_BASE && ref.startsWith('#/')) return resolveLocal(root, ref) !== undefined;
  const target = resolve(ref, base);
  return target !== undefined && ids.has(target);
}

/** The absolute address without its fragment. */
function resolve(ref: string, base: string): string | undefined {
  try {
    const url = new URL(ref, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 80) ?? typeof value);
}
