/** Resolves every `$ref` of a schema, through `$id` and `$anchor`, to a plain pointer from the root. */
import type { Json, JsonObject } from '../../ports/json.ts';
import { children, holds, isList, isObject, own, resolveLocal, omitKeys } from './keywords.ts';

const NO_BASE = 'schema:///';

/** A `$ref` in a schema, and where it points to. */
interface SchemaReference {
  /** The pointer to the schema that contains the `$ref`. */
  readonly path: string;
  readonly ref: string;
  /** The same reference from the root, or undefined if its target is not in the schema. */
  readonly local: string | undefined;
}

/** Every reference, by the pointer to its schema. The function is recursive, so a very deep schema overflows the stack. */
export function references(root: JsonObject): ReadonlyMap<string, SchemaReference> {
  const known = new Map<string, string>();
  const used: { path: string; ref: string; base: string }[] = [];
  const visit = (node: Json, path: string, outer: string): void => {
    if (!isObject(node)) return;
    const { $id, $anchor, $ref } = node;
    const base = typeof $id === 'string' ? (absolute($id, outer) ?? outer) : outer;
    if (path === '' || base !== outer) known.set(base, path);
    if (typeof $anchor === 'string') known.set(`${base}#${$anchor}`, path);
    if (typeof $ref === 'string') used.push({ path, ref: $ref, base });
    for (const child of children(node)) visit(child.schema, path + child.path, base);
  };
  visit(root, '', NO_BASE);
  return new Map(used.map(({ path, ref, base }) => [path, { path, ref, local: locate(root, ref, base, known) }]));
}

function locate(root: JsonObject, ref: string, base: string, known: ReadonlyMap<string, string>): string | undefined {
  const target = absolute(ref, base);
  if (target === undefined) return undefined;
  const hash = ref.indexOf('#');
  const fragment = hash < 0 ? '' : ref.slice(hash + 1);
  const start = known.get(fragment === '' || fragment.startsWith('/') ? target : `${target}#${fragment}`);
  if (start === undefined) return undefined;
  const encoded = start.split('/').map(encodeURIComponent).join('/');
  const local = `#${encoded}${fragment.startsWith('/') ? fragment : ''}`;
  return resolveLocal(root, local) === undefined ? undefined : local;
}

/** The absolute address without its fragment. */
function absolute(ref: string, base: string): string | undefined {
  try {
    const url = new URL(ref, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}

/** Replaces references by pointers and removes ids, so that the schema does not depend on its context. */
export function localise(root: JsonObject): JsonObject {
  const found = references(root);
  const rewrite = (node: Json, path: string): Json => {
    if (!isObject(node)) return node;
    const inner = new Map([...children(node)].map(({ path: step, schema }) => [step, rewrite(schema, path + step)]));
    const entries = Object.entries(node).map(([keyword, value]) => [keyword, rebuild(keyword, value, inner)]);
    const plain = omitKeys(Object.fromEntries(entries) as JsonObject, '$id', '$anchor', '$schema');
    const local = found.get(path)?.local;
    return local === undefined || own(plain, '$ref') === undefined ? plain : { ...plain, $ref: local };
  };
  return rewrite(root, '') as JsonObject;
}

function rebuild(keyword: string, value: Json, inner: ReadonlyMap<string, Json>): Json {
  const parts = [...children({ [keyword]: value })].map(({ path }) => inner.get(path) as Json);
  if (holds.get(keyword) === 'schema') return parts[0] as Json;
  if (isList(value)) return parts.length > 0 ? parts : value;
  if (holds.get(keyword) !== 'map' || !isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((name, index) => [name, parts[index] as Json]));
}
