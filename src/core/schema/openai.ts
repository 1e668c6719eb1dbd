/** Tools as OpenAI takes them, for chat completions and for responses, as they are or in strict form. */
import type { JsonObject } from '../../ports/json.ts';
import type { ConvertedTool, DescribableTool, NameOption } from './conversion.ts';
import { wireName } from './conversion.ts';
import { flattenRoot } from './flatten-root.ts';
import { readProperties } from './keywords.ts';
import { toStrict } from './openai-strict.ts';
import { exceedsStrict } from './openai-limits.ts';

export { fromStrictArguments } from './from-strict.ts';

interface OpenAiFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}
/** A tool in the form of OpenAI's chat completions. */
interface OpenAiChatTool {
  readonly type: 'function';
  readonly function: OpenAiFunction & { readonly strict?: boolean };
}
/** A tool in the form of OpenAI's responses API. */
interface OpenAiResponsesTool extends OpenAiFunction {
  readonly type: 'function';
  readonly strict: boolean;
}
/** Whether to use strict mode. A schema that is too large for it is converted without, with a warning. */
interface OpenAiOptions extends NameOption {
  readonly strict?: boolean;
}

const REFUSED_AT_ROOT = ['allOf', 'anyOf', 'oneOf', 'enum', 'const', 'not'];

/** Converts a tool for chat completions. Losses are warnings. */
export function toOpenAiChat(tool: DescribableTool, options: OpenAiOptions = {}): ConvertedTool<OpenAiChatTool> {
  const { strict, warnings, ...shared } = convert(tool, options);
  return { tool: { type: 'function', function: { ...shared, ...(strict ? { strict } : {}) } }, warnings };
}

/** Converts a tool for the responses API. Losses are warnings. */
export function toOpenAiResponses(
  tool: DescribableTool,
  options: OpenAiOptions = {},
): ConvertedTool<OpenAiResponsesTool> {
  const { warnings, ...shared } = convert(tool, options);
  return { tool: { type: 'function', ...shared }, warnings };
}

function convert(
  tool: DescribableTool,
  options: OpenAiOptions,
): OpenAiFunction & Pick<ConvertedTool<unknown>, 'warnings'> & { strict: boolean } {
  const shared = { name: wireName(tool, options), description: tool.description };
  const flat = flattenRoot(tool.input.json, REFUSED_AT_ROOT);
  // An object schema without `properties` is refused, and an empty list of them changes nothing.
  const parameters = { ...flat.schema, properties: readProperties(flat.schema) };
  const loose = { ...shared, parameters, strict: false, warnings: flat.warnings };
  if (options.strict !== true) return loose;
  const strict = toStrict(flat.schema);
  const excess = exceedsStrict(strict.schema);
  // Too large for strict mode is not too large to be offered: `strict` in the answer says which form it is.
  if (excess !== undefined)
    return { ...loose, warnings: [...flat.warnings, { path: '', lost: `strict mode: ${excess}` }] };
  return { ...shared, parameters: strict.schema, strict: true, warnings: [...flat.warnings, ...strict.warnings] };
}
