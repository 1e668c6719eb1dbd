/** The tools of one offer as a provider's API takes them, with what its limits made us lose. */
import { DeputizeError } from '../errors.ts';
import type { Tool } from '../contract.ts';
import { toAnthropic } from './anthropic.ts';
import type { ConvertedTool, NameOption } from './conversion.ts';
import { toGemini, toGeminiLegacy } from './gemini.ts';
import { toMcp } from './mcp.ts';
import { createNameMap } from './names.ts';
import { toOpenAiChat, toOpenAiResponses } from './openai.ts';

type Convert = (tool: Tool, options: NameOption) => ConvertedTool<unknown>;

const providers = new Map<string, Convert>([
  ['openai', (tool, options) => toOpenAiChat(tool, options)],
  ['openai-strict', (tool, options) => toOpenAiChat(tool, { ...options, strict: true })],
  ['openai-responses', (tool, options) => toOpenAiResponses(tool, options)],
  ['openai-responses-strict', (tool, options) => toOpenAiResponses(tool, { ...options, strict: true })],
  ['gemini', toGemini],
  ['gemini-legacy', toGeminiLegacy],
  ['anthropic', toAnthropic],
  ['mcp', toMcp],
]);

/** The formats that `toProvider` accepts. */
export const providerNames: readonly string[] = [...providers.keys()];

/** Tools in one provider's format. */
export interface ProviderTools {
  /** The converted tools, in the order of the given ones. */
  readonly tools: readonly unknown[];
  /** What the format cannot express: the tool, the place in its schema, and what was lost. */
  readonly warnings: readonly { readonly tool: string; readonly path: string; readonly lost: string }[];
  /** The tool names by the names that the provider gets. */
  readonly names: { readonly [wire: string]: string };
}

/**
 * Converts tools to the format of one provider, such as `openai` or `anthropic`. Throws INVALID_REQUEST for an unknown
 * format.
 */
export function toProvider(provider: string, tools: readonly Tool[]): ProviderTools {
  const convert = providers.get(provider);
  if (!convert) {
    throw new DeputizeError(
      'INVALID_REQUEST',
      `There is no format "${provider.slice(0, 40)}"; there is ${providerNames.join(', ')}.`,
    );
  }
  const names = createNameMap(tools.map(({ name }) => name));
  const converted = tools.map((tool) => ({ name: tool.name, ...convert(tool, { name: names.toWire(tool.name) }) }));
  return {
    tools: converted.map(({ tool }) => tool),
    warnings: converted.flatMap(({ name, warnings }) => warnings.map(({ path, lost }) => ({ tool: name, path, lost }))),
    names: Object.fromEntries(tools.map(({ name }) => [names.toWire(name), name])),
  };
}
