/** Tools described by JSON Schema 2020-12 instead of Zod: authored ones, and those that other servers list. */
import type { ToolSchema, Tool, ValidationResult } from '../contract.ts';
import { buildTool, type ToolDefinition } from '../define-tool.ts';
import type { CapabilityName } from '../../ports/capabilities.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { ajvCompiler, type SchemaCheck, type SchemaCompiler } from './ajv-compiler.ts';
import { cloneJson } from './clone-json.ts';
import { fillDefaults } from './defaults.ts';
import { explain } from './explain.ts';
import { invalidSchemaError, refuseUnusable } from './refuse-unusable.ts';

const MAX_ISSUES = 20;

/** A tool as its author writes it, with JSON Schemas instead of Zod schemas. */
export type JsonToolDefinition<N extends CapabilityName> = ToolDefinition<JsonObject, Json, N> & {
  input: JsonObject;
  output: JsonObject;
};

/**
 * Makes a tool from JSON Schemas. Throws INVALID_CONFIGURATION for an unusable schema, and a TypeError for an invalid
 * tool name.
 */
export function defineJsonTool<const N extends CapabilityName = never>(
  definition: JsonToolDefinition<N>,
  compiler: SchemaCompiler = ajvCompiler,
): Tool {
  return buildTool(definition, {
    input: jsonSchema(definition.input, `${definition.name}.input`, compiler),
    output: jsonSchema(definition.output, `${definition.name}.output`, compiler),
  });
}

/** A schema that is compiled when the first value is validated. */
interface CompiledSchema extends ToolSchema {
  /** Compiles the schema now. Throws INVALID_CONFIGURATION if that fails. */
  prepare(): void;
}

/**
 * Checks a JSON Schema and wraps it. `place` names it in messages. Throws INVALID_CONFIGURATION for an unusable schema.
 */
export function jsonSchema(source: JsonObject, place: string, compiler: SchemaCompiler = ajvCompiler): CompiledSchema {
  const cloned = cloneJson(source);
  if (!cloned.ok) throw invalidSchemaError(place + cloned.issue.path, cloned.issue.message);
  const json = cloned.value;
  refuseUnusable(json, place, compiler);
  let compiled: SchemaCheck | undefined;
  const check: SchemaCheck = (value) => {
    compiled ??= compile(json, place, compiler);
    return compiled(value);
  };
  return {
    json,
    prepare: () => void (compiled ??= compile(json, place, compiler)),
    validate: (value) => validate(json, check, value),
  };
}

function compile(schema: JsonObject, place: string, compiler: SchemaCompiler): SchemaCheck {
  try {
    return compiler.compile(schema);
  } catch (error) {
    throw invalidSchemaError(place, error instanceof Error ? error.message : 'cannot be compiled', error);
  }
}

function validate(schema: JsonObject, check: SchemaCheck, value: unknown): ValidationResult {
  const cloned = cloneJson(value);
  if (!cloned.ok) return { ok: false, issues: [cloned.issue] };
  const faults = check(cloned.value);
  if (faults.length > 0) return { ok: false, issues: faults.slice(0, MAX_ISSUES).map(explain) };
  const filled = fillDefaults(schema, cloned.value);
  // Defaults that contradict what was sent (one of two exclusive properties, say) are left out.
  return { ok: true, value: filled === cloned.value || check(filled).length === 0 ? filled : cloned.value };
}
