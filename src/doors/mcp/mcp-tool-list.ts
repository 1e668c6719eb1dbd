/** The tools of a preset as `tools/list` returns them. The text of each tool is created once and cached. */
import { sameTools, type Registry } from '../../core/registry.ts';
import { toMcp } from '../../core/schema/mcp.ts';
import { createNameMap, decodeName } from '../../core/schema/names.ts';
import type { Tool } from '../../core/index.ts';
import { RpcError } from './rpc-message.ts';
import { INVALID_PARAMS } from './protocol.ts';

const PAGE = 100;

export interface McpToolList {
  /** The tool name for a name on the wire. A name that is not in the current list is decoded or used unchanged. */
  toToolName(wire: string): string;
  /** The members of a `tools/list` result without the braces, for a caller who may see only `visible`. */
  page(visible: readonly Tool[], cursor: unknown): string;
}

/** Each list is cached as long as the tools of the preset do not change. */
export function createMcpToolLists(registry: Pick<Registry, 'tools'>): (preset: string) => McpToolList {
  const offers = new Map<string, { readonly tools: readonly Tool[]; readonly offer: McpToolList }>();
  return (preset) => {
    const tools = registry.tools(preset);
    const known = offers.get(preset);
    if (known && sameTools(known.tools, tools)) return known.offer;
    const offer = createMcpToolList(tools);
    offers.set(preset, { tools, offer });
    return offer;
  };
}

function createMcpToolList(tools: readonly Tool[]): McpToolList {
  const names = createNameMap(tools.map(({ name }) => name));
  const texts = new Map<Tool, string>();
  const textOf = (tool: Tool): string => {
    const text = texts.get(tool) ?? describe(tool, names.toWire(tool.name));
    texts.set(tool, text);
    return text;
  };
  return {
    toToolName: (wire) => names.fromWire(wire) ?? decodeName(wire) ?? wire,
    page(visible, cursor) {
      const start = cursor === undefined ? 0 : parseCursor(cursor, visible.length);
      const end = start + PAGE;
      const next = end < visible.length ? `,"nextCursor":${JSON.stringify(formatCursor(end))}` : '';
      return `"tools":[${visible.slice(start, end).map(textOf).join(',')}]${next}`;
    },
  };
}

function describe(tool: Tool, name: string): string {
  const { tool: listed, warnings } = toMcp(tool, { name });
  // Structured content must be an object. A tool that returns something else answers only in text.
  if (!warnings.some(({ path }) => path === '/outputSchema/type')) return JSON.stringify(listed);
  const { outputSchema: _, ...rest } = listed;
  return JSON.stringify(rest);
}

const formatCursor = (start: number): string => `from-${start}`;

function parseCursor(cursor: unknown, total: number): number {
  const start = typeof cursor === 'string' && /^from-\d{1,9}$/.test(cursor) ? Number(cursor.slice(5)) : Number.NaN;
  if (start > 0 && start < total && start % PAGE === 0) return start;
  throw new RpcError(INVALID_PARAMS, 'There is no such cursor.');
}
