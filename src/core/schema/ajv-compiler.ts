/** The only file that knows Ajv: compiles a schema into a check. A compiler run at build time can stand in where code may not be generated. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';

import type { JsonObject } from '../../ports/json.ts';
import { localise } from './addresses.ts';

export interface SchemaViolation {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that was refused, and what its keyword says. */
  readonly found: unknown;
  readonly accepted: unknown;
  /** The names that the refusing schema knows. */
  readonly properties: readonly string[];
  readonly message: string;
}

/** Answers what is wrong; an empty list means that the value fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaViolation[];

export interface SchemaCompiler {
  /** Where the schema itself is not JSON Schema 2020-12: place and reason, or undefined. */
  invalid(schema: JsonObject): { path: string; reason: string } | undefined;
  compile(schema: JsonObject): SchemaCheck;
  readonly formats: ReadonlySet<string>;
}

const options = {
  strict: true,
  // Schemas come from many hands: leaving out `type` is loose writing, not a mistake that may hide a hole.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowMatchingProperties: true,
  allowUnionTypes: true,
  allErrors: true,
  verbose: true,
  validateFormats: true,
  // Without it a required "constructor" would be found on every object's prototype.
  ownProperties: true,
  addUsedSchema: false,
} as const;

function withFormats(ajv: Ajv2020): Ajv2020 {
  // `ajv-formats` is CommonJS: its types promise a namespace, Node hands over the function that `module.exports` is.
  (formats as unknown as typeof formats.default)(ajv);
  return ajv;
}

let meta: Ajv2020 | undefined;

export const ajvCompiler: SchemaCompiler = {
  formats: new Set(Object.keys(fullFormats)),
  invalid(schema) {
    meta ??= new Ajv2020({ ...options, verbose: false, allErrors: false });
    if (meta.validateSchema({ ...schema, $schema: 'https://json-schema.org/draft/2020-12/schema' }) === true)
      return undefined;
    const error = meta.errors?.[0];
    return { path: error?.instancePath ?? '', reason: error?.message ?? 'it is not a schema' };
  },
  compile(schema) {
    // One instance each, without ids: no tool's schema can clash with another's or be reached from it.
    const ajv = withFormats(new Ajv2020({ ...options, meta: false, validateSchema: false }));
    const validate = ajv.compile(localise(schema));
    return (value) => (validate(value) ? [] : (validate.errors ?? []).map(fault));
  },
};

function fault(error: ErrorObject): SchemaViolation {
  const { keyword, instancePath, params, data, schema, message, parentSchema } = error;
  const properties = Object.keys((parentSchema?.['properties'] ?? {}) as object);
  const known = params as Readonly<Record<string, unknown>>;
  return {
    keyword,
    path: instancePath,
    params: known,
    found: data,
    accepted: schema,
    properties,
    message: message ?? keyword,
  };
}
