/** Compiles a schema into a check. Only this file uses Ajv, so a precompiled check can replace it where code generation is forbidden. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';

import type { JsonObject } from '../../ports/json.ts';
import { localise } from './addresses.ts';

/** One reason why a value is invalid. `explain` turns it into a message. */
export interface SchemaViolation {
  readonly keyword: string;
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The rejected value, and the value of the keyword. */
  readonly found: unknown;
  readonly accepted: unknown;
  /** The property names in the schema that rejected the value. */
  readonly properties: readonly string[];
  readonly message: string;
}

/** Returns the violations; an empty list means that the value is valid. */
export type SchemaCheck = (value: unknown) => readonly SchemaViolation[];

/** Compiles schemas into checks. `compile` throws if the schema cannot be compiled. */
export interface SchemaCompiler {
  /** Returns where and why the schema itself is not valid JSON Schema 2020-12, or undefined. */
  invalid(schema: JsonObject): { path: string; reason: string } | undefined;
  compile(schema: JsonObject): SchemaCheck;
  readonly formats: ReadonlySet<string>;
}

const options = {
  strict: true,
  // Schemas come from many authors. A missing `type` is common and not a mistake that hides a gap.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowMatchingProperties: true,
  allowUnionTypes: true,
  allErrors: true,
  verbose: true,
  validateFormats: true,
  // Without it, a required "constructor" would be found on every object's prototype.
  ownProperties: true,
  addUsedSchema: false,
} as const;

function withFormats(ajv: Ajv2020): Ajv2020 {
  // `ajv-formats` is CommonJS: its types declare a namespace, but Node returns the function in `module.exports`.
  (formats as unknown as typeof formats.default)(ajv);
  return ajv;
}

let meta: Ajv2020 | undefined;

/** The compiler that uses Ajv. It generates code, so it does not work where that is forbidden. */
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
    // One instance per schema, without ids, so that schemas of different tools cannot clash or refer to each other.
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
