/** A list of tools as a model's provider takes them, and the way back from the names it will use. */
import type { Tool } from '../../core/index.ts';
import { toProvider, type ProviderTools } from '../../core/schema/providers.ts';
import type { Json } from '../../ports/json.ts';
import type { ModelTool } from '../../ports/chat-model.ts';
import { providers, type ModelProvider } from './provider.ts';

interface ConvertedTools {
  readonly tools: readonly ModelTool[];
  /** The tool that the model means; undefined for a name that was not offered. */
  toolOf(name: string): string | undefined;
  /** What the provider's limits made us leave out of the schemas. */
  readonly warnings: ProviderTools['warnings'];
}

export function convertTools(
  { provider }: { readonly provider: ModelProvider },
  tools: readonly Tool[],
): ConvertedTools {
  return formatTools(providers[provider].toolFormat, tools);
}

/** In one of the forms that `toProvider` knows. */
export function formatTools(format: string, tools: readonly Tool[]): ConvertedTools {
  const converted = toProvider(format, tools);
  return {
    tools: converted.tools.map(toModelTool),
    toolOf: (name) => (Object.hasOwn(converted.names, name) ? converted.names[name] : undefined),
    warnings: converted.warnings,
  };
}

/** Each provider's form has the same three parts under other names. */
function toModelTool(converted: unknown): ModelTool {
  const { function: nested, ...flat } = converted as { readonly [key: string]: Json };
  const { name, description, ...rest } = (nested ?? flat) as { readonly [key: string]: Json };
  const parameters = rest['parameters'] ?? rest['parametersJsonSchema'] ?? rest['input_schema'] ?? {};
  return { name: String(name), description: String(description), parameters };
}
