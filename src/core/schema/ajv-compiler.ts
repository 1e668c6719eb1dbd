/** The only file that knows Ajv: compiles a schema into a check. A compiler run at build time can stand in where code may not be generated. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { JsonObject } from '../../ports/json.ts';

export interface Fault {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that was refused, and what its keyword says. */
  readonly found: unknown;
  readonly accepted: unknown;
  readonly message: string;
}

/** Answers what is wrong; an empty list means that the value fits. */
export type Check = (value: unknown) => readonly Fault[];

export interface SchemaCompiler {
  /** Where the schema itself is not JSON Schema 2020-12: place and reason, or undefined. */
  invalid(schema: JsonObject): { path: string; reason: string } | undefined;
  compile(schema: JsonObject): Check;
}

const options = {
  strict: true,
  // Schemas come from many hands: leaving out `type` is loose writing, not a mistake that may hide a hole.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: true,
  verbose: true,
  validateFormats: true,
  // Without it a required "constructor" would be found on every object's prototype.
  ownProperties: true,
  addUsedSchema: false,
} as const;

// `ajv-formats` is CommonJS: its types promise a callable namespace, Node hands over `module.exports`.
const addFormats = formats as unknown as typeof formats.default;

let meta: Ajv2020 | undefined;

export const ajvCompiler: SchemaCompiler = {
  invalid(schema) {
    meta ??= new Ajv2020({ ...options, verbose: false, allErrors: false });
    if (meta.validateSchema({ ...schema, $schema: 'https://json-schema.org/draft/2020-12/schema' }) === true)
      return undefined;
    const error = meta.errors?.[0];
    return { path: error?.instancePath ?? '', reason: error?.message ?? 'it is not a schema' };
  },
  compile(schema) {
    // One instance each: an `$id` of one tool must neither clash with nor be reachable from another tool's schema.
    const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
    addFormats(ajv);
    const { $schema: _, ...rest } = schema;
    const validate = ajv.compile<unknown>(rest);
    return (value) => (validate(value) ? [] : (validate.errors ?? []).map(fault));
  },
};

function fault(error: ErrorObject): Fault {
  const { keyword, instancePath, params, data, schema, message } = error;
  const known = params as Readonly<Record<string, unknown>>;
  return { keyword, path: instancePath, params: known, found: data, accepted: schema, message: message ?? keyword };
}
