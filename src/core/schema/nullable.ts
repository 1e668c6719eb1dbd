/** Lets a converted schema accept null as well, which is how OpenAI's strict mode says "may be left out". */
import type { Json, JsonObject } from '../../ports/json.ts';
import { annotations, isList, isObject, toList, own, omitKeys } from './keywords.ts';

const NULL = { type: 'null' };

/** Returns whether a converted schema accepts null. A `$ref` counts as no. */
export function acceptsNull(schema: Json): boolean {
  if (!isObject(schema)) return schema === true;
  const { type, anyOf } = schema;
  if (isList(anyOf)) return anyOf.some(acceptsNull);
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : own(schema, 'enum');
  const allowed = !isList(values) || values.includes(null);
  return allowed && (type === undefined ? !Object.hasOwn(schema, '$ref') : toList(type).includes('null'));
}

/** Returns a schema that also accepts null. A schema that already does is returned unchanged. */
export function nullable(schema: Json): Json {
  if (!isObject(schema) || acceptsNull(schema)) return schema;
  const { type, anyOf } = schema;
  const choices = own(schema, 'enum');
  if (isList(anyOf)) return { ...schema, anyOf: [...anyOf, NULL] };
  if (type !== undefined && !Object.hasOwn(schema, 'const')) {
    const types = [...new Set([...toList(type), 'null'])];
    return {
      ...schema,
      type: types,
      ...(isList(choices) ? { enum: [...new Set([...choices, null])] } : {}),
    };
  }
  const notes: JsonObject = Object.fromEntries(Object.entries(schema).filter(([keyword]) => annotations.has(keyword)));
  return { ...notes, anyOf: [omitKeys(schema, ...Object.keys(notes)), NULL] };
}
