/** The dialect of Gemini's older `parameters`: one type per schema, no references, text enums, null said by `nullable`. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { inferType } from './infer-type.ts';
import { isList, isObject, toList, own, print, listRequired, resolveLocal, omitKeys } from './keywords.ts';
import { merge } from './merge.ts';
import { withNotes } from './notes.ts';
import { flattenUnions, wrapRef } from './reshape.ts';
import {
  toChildPosition,
  descend,
  drop,
  keep,
  lose,
  type KeywordConverter,
  type SchemaDialect,
  type SchemaPosition,
  type SchemaWalk,
} from './walk.ts';

const ANYTHING: JsonObject = { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true };
const MAX_REFS = 12;

const choices: KeywordConverter = (visit) => {
  const values = toList(visit.value).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'string')
    ? { enum: values }
    : lose({ ...visit, keyword: 'enum' });
};

const exclusive =
  (name: string, step: number): KeywordConverter =>
  (visit) =>
    Number.isInteger(visit.value) && own(visit.node, 'type') === 'integer' && !Object.hasOwn(visit.node, name)
      ? { [name]: (visit.value as number) + step }
      : lose(visit);

const tuple: KeywordConverter = ({ value, node, at, walk }) => {
  walk.warn(at, 'prefixItems: which item may be of which form');
  const rest = own(node, 'items');
  const forms = toList(value).map((part, index) => walk.convert(part, toChildPosition(at, 'prefixItems', index)));
  return {
    items: {
      anyOf:
        rest === undefined || typeof rest === 'boolean'
          ? forms
          : [...forms, walk.convert(rest, toChildPosition(at, 'items'))],
    },
  };
};

/** The dialect for `parameters`. Schemas that refer to themselves are cut, with a warning. */
export const openApiDialect: SchemaDialect = {
  keywords: new Map<string, KeywordConverter>([
    ...['title', 'description', 'format', 'pattern', 'default', 'minLength', 'maxLength'].map(
      (name) => [name, keep] as const,
    ),
    ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'required'].map(
      (name) => [name, keep] as const,
    ),
    ...['properties', 'anyOf'].map((name) => [name, descend] as const),
    ...['$schema', '$id', '$comment', '$defs', 'definitions'].map((name) => [name, drop] as const),
    ['type', ({ value }) => ({ type: typeof value === 'string' ? value.toUpperCase() : 'STRING' })],
    ['nullable', keep],
    ['enum', choices],
    ['const', (visit) => choices({ ...visit, value: [visit.value] })],
    ['exclusiveMinimum', exclusive('minimum', 1)],
    ['exclusiveMaximum', exclusive('maximum', -1)],
    ['prefixItems', tuple],
    ['items', (visit) => (Object.hasOwn(visit.node, 'prefixItems') ? {} : descend(visit))],
  ]),
  otherwise: lose,
  boolean(schema, at, walk) {
    walk.warn(at, schema ? 'objects and lists, where anything was accepted' : 'that nothing is accepted');
    return ANYTHING;
  },
  reshape(node, at, walk) {
    const inlined = inline(node, at, walk);
    const flat = flattenUnions(inlined.node, inlined.at, walk);
    return { node: splitTypes(inferType(flat, inlined.at, walk), inlined.at, walk), at: inlined.at };
  },
  finish(result, node, at, walk) {
    const noted = withNotes(result, node);
    const known = own(noted, 'properties');
    const required = listRequired(noted).filter((name) => isObject(known) && Object.hasOwn(known, name));
    const tidy = required.length > 0 ? { ...noted, required } : omitKeys(noted, 'required');
    if (tidy['type'] !== 'ARRAY' || Object.hasOwn(tidy, 'items')) return tidy;
    walk.warn(at, 'items of other forms than text, numbers and booleans');
    return { ...tidy, items: ANYTHING };
  },
  beyond(_schema, at, walk) {
    walk.warn(at, 'everything from here on: the schema is too large or too deep');
    return ANYTHING;
  },
};

/** Replaces a reference by its target, once on each path: a schema inside itself is cut there. */
function inline(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): { node: JsonObject; at: SchemaPosition } {
  let result = wrapRef(node);
  let { refs } = at;
  for (let ref = own(result, '$ref'); ref !== undefined; ref = own(result, '$ref')) {
    const address = print(ref);
    const target = resolveLocal(walk.root, ref);
    const rest = omitKeys(result, '$ref');
    const cut = refs.includes(address) || refs.length >= MAX_REFS;
    const joined = isObject(target) && !cut ? merge(rest, target)?.schema : undefined;
    if (joined === undefined && target !== true)
      walk.warn(at, `$ref: ${address}${cut ? ', which comes back to itself' : ''}`);
    const type = isObject(target) ? own(target, 'type') : undefined;
    result = joined ?? (type === undefined ? rest : { ...rest, type });
    refs = [...refs, address];
  }
  return { node: result, at: { ...at, refs } };
}

/** `["string", "null"]` is a nullable string; several types are branches. */
function splitTypes(node: JsonObject, at: SchemaPosition, walk: SchemaWalk): JsonObject {
  const types = toList(own(node, 'type'));
  const values = own(node, 'enum');
  const branches = own(node, 'anyOf');
  const isNull = (branch: Json): boolean => isObject(branch) && own(branch, 'type') === 'null';
  if (isList(branches)) {
    const some = branches.filter((branch) => !isNull(branch));
    if (some.length === branches.length) return node;
    const [only, ...others] = some;
    const single = others.length === 0 && isObject(only) ? merge(omitKeys(node, 'anyOf'), only)?.schema : undefined;
    return { ...(single ?? { ...node, anyOf: some }), nullable: true };
  }
  const some = types.filter((type) => type !== 'null');
  const nullable = some.length < types.length && (!isList(values) || values.includes(null)) ? { nullable: true } : {};
  if (some.length === 1) return { ...node, ...nullable, type: some[0] as Json };
  if (some.length === 0) walk.warn(at, 'that only null is accepted');
  if (some.length === 0) return { ...omitKeys(node, 'type'), type: 'string', nullable: true };
  const notes = Object.fromEntries(
    Object.entries(node).filter(([keyword]) => ['title', 'description', 'default'].includes(keyword)),
  );
  const rest = omitKeys(node, 'type', ...Object.keys(notes));
  return { ...notes, ...nullable, anyOf: some.map((type) => ({ ...rest, type })) };
}
