/** The dialect of OpenAI's strict mode: everything required, nothing unknown, optional said as nullable. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { isObject, toList, own, print, listRequired, resolveLocal } from './keywords.ts';
import { inferType } from './infer-type.ts';
import { withNotes } from './notes.ts';
import { acceptsNull, nullable } from './nullable.ts';
import { flattenUnions, wrapRef } from './reshape.ts';
import {
  toChildPosition,
  createWalk,
  descend,
  drop,
  keep,
  lose,
  START,
  type KeywordConverter,
  type SchemaDialect,
  type SchemaPosition,
  type SchemaWalk,
  type ConversionWarning,
} from './walk.ts';

const FORMATS = new Set<Json>(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);
const ANYTHING = { type: ['string', 'number', 'boolean', 'null'] };

/** Converts a schema to strict mode. Everything that strict mode cannot express is a warning. */
export function toStrict(root: Json): { schema: JsonObject; warnings: readonly ConversionWarning[] } {
  // Definitions wait in line instead of being converted where they are met: a long chain of them must not fill the stack.
  const names = new Map<string, string>();
  const line: { name: string; target: Json; at: SchemaPosition }[] = [];
  const walk = createWalk(root, {
    ...dialect,
    keywords: new Map([...dialect.keywords, ['$ref', refer]]),
  });
  function refer({ value, at, walk }: Parameters<KeywordConverter>[0]): JsonObject {
    if (value === '#') return { $ref: '#' };
    const target = resolveLocal(walk.root, value);
    if (target === undefined || typeof value !== 'string') {
      walk.warn(at, `$ref: ${print(value)}, which is not within the schema`);
      return ANYTHING;
    }
    const known = names.get(value);
    const name =
      known ?? `${(value.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 40)}_${names.size}`;
    if (known === undefined) line.push({ name, target, at: { ...START, path: value.slice(1) } });
    names.set(value, name);
    return { $ref: `#/$defs/${name}` };
  }
  const schema = walk.convert(root, START) as JsonObject;
  const defs = new Map<string, Json>();
  for (const { name, target, at } of line) defs.set(name, walk.convert(target, at));
  return { schema: defs.size > 0 ? { ...schema, $defs: Object.fromEntries(defs) } : schema, warnings: walk.warnings };
}

const properties: KeywordConverter = ({ value, node, at, walk }) => {
  if (!isObject(value)) return {};
  const required = listRequired(node);
  const entries = Object.entries(value).map(([name, schema]) => {
    const here = toChildPosition(at, 'properties', name);
    // A property that may never be there is one that is always null.
    if (schema === false && !required.includes(name)) return [name, { type: 'null' }];
    const converted = walk.convert(schema, here);
    if (required.includes(name)) return [name, converted];
    if (acceptsNull(converted)) walk.warn(here, 'the difference between null and leaving it out');
    return [name, nullable(converted)];
  });
  return { properties: Object.fromEntries(entries) as JsonObject };
};

const dialect: SchemaDialect = {
  keywords: new Map<string, KeywordConverter>([
    ...['type', 'title', 'description', 'enum', 'const', 'pattern', 'multipleOf', 'minItems', 'maxItems'].map(
      (name) => [name, keep] as const,
    ),
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, keep] as const),
    ...['items', 'anyOf'].map((name) => [name, descend] as const),
    ...['$schema', '$id', '$comment', '$defs', 'definitions', 'required', 'additionalProperties'].map(
      (name) => [name, drop] as const,
    ),
    ['properties', properties],
    ['format', (visit) => (FORMATS.has(visit.value) ? keep(visit) : lose(visit))],
    ['unevaluatedProperties', drop],
  ]),
  otherwise: lose,
  boolean(schema, at, walk) {
    walk.warn(at, schema ? 'objects and lists, where anything was accepted' : 'that nothing is accepted');
    return schema ? ANYTHING : { type: 'null' };
  },
  reshape(node, at, walk) {
    const flat = flattenUnions(wrapRef(node), at, walk);
    return { node: inferType(withRequired(flat, at, walk), at, walk), at };
  },
  finish(result, node, at, walk) {
    const noted = withNotes(result, node);
    if (Object.hasOwn(result, '$ref') && Object.keys(noted).length > 1) {
      const { $ref, ...notes } = noted;
      return { ...notes, anyOf: [{ $ref: $ref as Json }] };
    }
    return complete(noted, node, at, walk);
  },
  beyond(_schema, at, walk) {
    walk.warn(at, 'everything from here on: the schema is too large or too deep');
    return ANYTHING;
  },
};

/** Required names that no property describes get one: strict mode knows only listed properties. */
function withRequired(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  const known = own(node, 'properties');
  const described = isObject(known) ? known : {};
  const bare = listRequired(node).filter((name) => typeof name === 'string' && !Object.hasOwn(described, name));
  if (bare.length === 0 || Object.hasOwn(node, 'anyOf')) return node;
  walk.warn(at, `that ${bare.map((name) => print(name)).join(', ')} may be of any form`);
  return {
    ...node,
    properties: Object.fromEntries([
      ...Object.entries(described),
      ...bare.map((name) => [name, ANYTHING]),
    ]) as JsonObject,
  };
}

function complete(result: JsonObject, node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  const types = toList(own(result, 'type'));
  let whole = result;
  if (types.includes('object')) {
    const closed = (own(node, 'additionalProperties') ?? own(node, 'unevaluatedProperties')) === false;
    if (!closed) walk.warn(at, 'properties that are not listed');
    const described = own(result, 'properties');
    const properties = isObject(described) ? described : {};
    whole = { ...whole, properties, required: Object.keys(properties), additionalProperties: false };
  }
  if (types.includes('array') && !Object.hasOwn(whole, 'items')) {
    walk.warn(at, 'items of other forms than text, numbers, booleans and null');
    whole = { ...whole, items: ANYTHING };
  }
  return whole;
}
