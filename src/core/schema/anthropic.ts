/** Tools as Anthropic's Messages API takes them: the schema as it is, but for a plain object at its root. */
import type { JsonObject } from '../../ports/json.ts';
import type { ConvertedTool, DescribableTool, NameOption } from './conversion.ts';
import { wireName } from './conversion.ts';
import { flattenRoot } from './flatten-root.ts';
import { escapePointer, isObject, own, listRequired } from './keywords.ts';
import type { ConversionWarning } from './walk.ts';

/** A tool in the form of Anthropic's Messages API. */
interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

// One tool that breaks these makes the API refuse the whole request, with all its tools.
const REFUSED_AT_ROOT = ['oneOf', 'allOf', 'anyOf'];
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Converts a tool. Unions at the root are flattened, and properties with unsupported names are left out. Losses are
 * warnings.
 */
export function toAnthropic(tool: DescribableTool, options: NameOption = {}): ConvertedTool<AnthropicTool> {
  const flat = flattenRoot(tool.input.json, REFUSED_AT_ROOT);
  const kept = withoutOddNames(flat.schema);
  return {
    tool: { name: wireName(tool, options), description: tool.description, input_schema: kept.schema },
    warnings: [...flat.warnings, ...kept.warnings],
  };
}

function withoutOddNames(schema: JsonObject): { schema: JsonObject; warnings: ConversionWarning[] } {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return { schema, warnings: [] };
  const odd = new Set(Object.keys(properties).filter((name) => !PROPERTY.test(name)));
  if (odd.size === 0) return { schema, warnings: [] };
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !odd.has(name)));
  const required = listRequired(schema).filter((name) => !odd.has(name));
  return {
    schema: { ...schema, properties: kept, required },
    warnings: [...odd].map((name) => ({
      path: `/properties${escapePointer(name)}`,
      lost: 'the property: its name may hold only letters, digits, ".", "_" and "-", 64 at most',
    })),
  };
}
