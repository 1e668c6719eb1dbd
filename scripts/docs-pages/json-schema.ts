/** Reads JSON Schema as rows of a table: one row per field, with a plain name for its type. */
import { z } from 'zod';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

export interface SchemaField {
  /** Such as `server.port`; `NAME` is any key of a map, `[]` any entry of a list. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: unknown;
  readonly description: string | undefined;
}

const DURATION = /^\^\\d\+\(ms\|s\|m\|h\|d\)\$$/;
const ANY = 'any JSON';
const LARGEST_BOUND = 2 ** 31;

/** The schema of what a person or a client writes. Defaults of converted values are included. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default ??= def.defaultValue as typeof jsonSchema.default;
    },
  }) as JsonSchema;
}

/** All fields below a schema, parents before their children. */
export function listFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  const variants = listVariants(schema);
  if (variants) return mergeVariants(variants, prefix);
  if (schema.items) return listFields(schema.items, `${prefix}[]`);
  if (isMap(schema)) return listFields(schema.additionalProperties, `${prefix}.NAME`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [toField(path, value, schema.required?.includes(name) ?? false), ...listChildren(value, path)];
  });
}

const listChildren = (schema: JsonSchema, path: string): SchemaField[] =>
  isSecretPlace(schema) ? [] : listFields(schema, path);

function toField(path: string, schema: JsonSchema, isRequired: boolean): SchemaField {
  // Any JSON may also be left out.
  const isOptional = !isRequired || schema.default !== undefined || nameType(schema) === ANY;
  return {
    path,
    type: nameType(schema),
    isRequired: !isOptional,
    default: isDuration(schema) ? formatDuration(schema.default) : schema.default,
    description: schema.description,
  };
}

/** The objects of a union. Undefined where the schema is no union of objects. */
function listVariants(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const variants = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  return variants?.some(({ properties, items }) => properties ?? items) ? variants : undefined;
}

/** A field of several variants is one row with all its types. It is required only where every variant requires it. */
function mergeVariants(variants: readonly JsonSchema[], prefix: string): SchemaField[] {
  const merged = new Map<string, SchemaField>();
  const all = variants.flatMap((variant) => listFields(variant, prefix));
  for (const field of all) {
    const known = merged.get(field.path);
    const count = all.filter(({ path }) => path === field.path).length;
    const isRequired = field.isRequired && count === variants.length && (known?.isRequired ?? true);
    const type = known && known.type !== field.type ? `${known.type} or ${field.type}` : field.type;
    merged.set(field.path, { ...field, type, isRequired, description: known?.description ?? field.description });
  }
  return [...merged.values()];
}

/** The type in plain words, with values in backticks. */
export function nameType(schema: JsonSchema): string {
  if (isSecretPlace(schema)) return 'secret';
  if (isDuration(schema)) return 'duration';
  if (schema.$ref !== undefined) return ANY;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(nameType))].join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => nameType({ ...schema, type })).join(' or ');
  switch (schema.type) {
    case 'array':
      return schema.items && Object.keys(schema.items).length > 0 ? `list of ${nameType(schema.items)}` : 'list';
    case 'object':
      return isMap(schema) ? `map of names to ${nameType(schema.additionalProperties)}` : 'object';
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${nameBounds(schema)}`;
    case 'string':
      return nameText(schema);
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    default:
      return ANY;
  }
}

const TEXT_FORMATS: Readonly<Record<string, string>> = { uri: 'URL', email: 'e-mail address' };

const nameText = ({ format }: JsonSchema): string => TEXT_FORMATS[format ?? ''] ?? 'text';

function nameBounds({ minimum, maximum }: JsonSchema): string {
  const least = minimum !== undefined && Math.abs(minimum) < LARGEST_BOUND ? minimum : undefined;
  const most = maximum !== undefined && maximum < LARGEST_BOUND ? maximum : undefined;
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (least !== undefined) return `, at least ${least}`;
  return most === undefined ? '' : `, at most ${most}`;
}

const isDuration = ({ pattern }: JsonSchema): boolean => pattern !== undefined && DURATION.test(pattern);

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

function formatDuration(milliseconds: unknown): string | undefined {
  if (typeof milliseconds !== 'number') return undefined;
  const [unit, size] = UNITS.find(([, each]) => milliseconds % each === 0) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}

const SECRET_KEYS = new Set(['env', 'file', 'stored', 'prefix']);

/** Names where a secret is, such as `{ env: NAME }`. */
function isSecretPlace(schema: JsonSchema): boolean {
  const variants = schema.anyOf ?? [schema];
  const objects = variants.filter(({ type }) => type === 'object');
  return (
    objects.length > 0 &&
    objects.every(({ properties = {} }) => {
      const keys = Object.keys(properties);
      return keys.length > 0 && keys.every((key) => SECRET_KEYS.has(key));
    })
  );
}

function isMap(schema: JsonSchema): schema is JsonSchema & { additionalProperties: JsonSchema } {
  return typeof schema.additionalProperties === 'object' && schema.properties === undefined;
}

/** A value in backticks. */
export const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
