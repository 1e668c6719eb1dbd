/** What a preset offers, as `tools/list` says it; each tool's text is made once and kept. */
import { sameTools, type Registry } from '../../core/registry.ts';
import { toMcp } from '../../core/schema/mcp.ts';
import { createNameMap, decodeName } from '../../core/schema/names.ts';
import type { Tool } from '../../core/index.ts';
import { RpcError } from './rpc-message.ts';
import { INVALID_PARAMS } from './protocol.ts';

const PAGE = 100;

export interface McpToolList {
  /** The tool that a client means. A name that is not given out now may have been, or is looked up as it stands. */
  toToolName(wire: string): string;
  /** The members of a `tools/list` result, without the braces, for someone who may see `visible`. */
  page(visible: readonly Tool[], cursor: unknown): string;
}

/** Kept for as long as the preset's tools stay the same ones. */
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
  // Structured content is always an object here; a tool that answers with something else answers in text alone.
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
