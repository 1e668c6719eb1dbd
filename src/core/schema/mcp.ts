/** Tools as an MCP server lists them: schemas as they are, and every hint set from the contract rather than left to its default. */
import type { Tool } from '../contract.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { ConvertedTool } from './conversion.ts';
import { objectRoot } from './object-root.ts';

/** A tool as `tools/list` of MCP returns it. */
interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** The parts of a tool that the conversion to MCP needs. */
type McpDescribable = Pick<
  Tool,
  'name' | 'title' | 'description' | 'sideEffects' | 'mayDestroy' | 'idempotent' | 'labels' | 'scopes'
> & { readonly input: Pick<Tool['input'], 'json'>; readonly output: Pick<Tool['output'], 'json'> };

const NAME = /^[A-Za-z0-9._-]{1,128}$/;

/** Converts a tool for MCP. A schema that accepts no objects at its root gets the type `object`, with a warning. */
export function toMcp(tool: McpDescribable, options: { readonly name?: string } = {}): ConvertedTool<McpTool> {
  const name = options.name ?? tool.name;
  const input = objectRoot(tool.input.json, '/inputSchema');
  const output = objectRoot(tool.output.json, '/outputSchema');
  const writes = tool.sideEffects === 'writes';
  const unusual = NAME.test(name) ? [] : [{ path: '', lost: 'nothing, but clients may refuse this name' }];
  return {
    tool: {
      name,
      title: tool.title,
      description: tool.description,
      inputSchema: input.schema,
      outputSchema: output.schema,
      annotations: {
        title: tool.title,
        readOnlyHint: !writes,
        destructiveHint: tool.mayDestroy,
        idempotentHint: tool.idempotent,
        openWorldHint: tool.labels.sendsOut || (tool.scopes.network ?? []).length > 0,
      },
    },
    warnings: [...unusual, ...input.warnings, ...output.warnings],
  };
}
