/** Tools as Gemini takes them: with JSON Schema in `parametersJsonSchema`, or with its older subset of OpenAPI in `parameters`. */
import type { JsonObject } from '../../ports/json.ts';
import type { ConvertedTool, DescribableTool, NameOption } from './conversion.ts';
import { wireName } from './conversion.ts';
import { flattenRoot } from './flatten-root.ts';
import { jsonSchemaDialect } from './gemini-json.ts';
import { openApiDialect } from './gemini-openapi.ts';
import { readProperties } from './keywords.ts';
import { objectRoot } from './object-root.ts';
import { createWalk, START, type ConversionWarning } from './walk.ts';

interface Declared {
  readonly name: string;
  readonly description: string;
}
/** A function declaration with JSON Schema, for current Gemini models. */
interface GeminiTool extends Declared {
  readonly parametersJsonSchema: JsonObject;
}
/** A function declaration with the OpenAPI subset, for older Gemini models and clients. */
interface GeminiLegacyTool extends Declared {
  /** Absent if there are none, because Gemini refuses an object without properties. */
  readonly parameters?: JsonObject;
}

/** Converts a tool to a function declaration with JSON Schema. Losses are warnings. */
export function toGemini(tool: DescribableTool, options: NameOption = {}): ConvertedTool<GeminiTool> {
  const name = wireName(tool, options);
  const root = objectRoot(tool.input.json);
  const walk = createWalk(root.schema, jsonSchemaDialect);
  const schema = walk.convert(root.schema, START) as JsonObject;
  return {
    tool: { name, description: tool.description, parametersJsonSchema: schema },
    warnings: [...nameWarnings(name), ...root.warnings, ...walk.warnings],
  };
}

/** Converts a tool to a function declaration with the OpenAPI subset. Losses are warnings. */
export function toGeminiLegacy(tool: DescribableTool, options: NameOption = {}): ConvertedTool<GeminiLegacyTool> {
  const name = wireName(tool, options);
  const flat = flattenRoot(tool.input.json, ['allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not']);
  const walk = createWalk(flat.schema, openApiDialect);
  const schema = walk.convert(flat.schema, START) as JsonObject;
  const empty = Object.keys(readProperties(schema)).length === 0;
  return {
    tool: { name, description: tool.description, ...(empty ? {} : { parameters: schema }) },
    warnings: [...nameWarnings(name), ...flat.warnings, ...walk.warnings],
  };
}

function nameWarnings(name: string): ConversionWarning[] {
  return /^[A-Za-z_]/.test(name)
    ? []
    : [{ path: '', lost: 'nothing, but Vertex refuses names that begin with a digit or "-"' }];
}
