/** What a preset offers, as `tools/list` says it, made once per preset and kept as text. */
import type { Registry } from '../../core/registry.ts';
import { toMcp } from '../../core/schema/mcp.ts';
import { createNameMap } from '../../core/schema/names.ts';
import type { Tool } from '../../core/index.ts';
import { RpcFault } from './message.ts';
import { INVALID_PARAMS } from './protocol.ts';

const PAGE = 100;

export interface Offer {
  /** The tool that a client means. A name that was never given out is looked up as it stands. */
  toolFor(wire: string): string;
  /** The members of a `tools/list` result, without the braces. */
  page(cursor: unknown): string;
}

/** What a preset offers is kept as text until its tools change. */
export function createOffers(registry: Pick<Registry, 'tools'>): (preset: string) => Offer {
  const offers = new Map<string, { tools: readonly Tool[]; offer: Offer }>();
  return (preset) => {
    const tools = registry.tools(preset);
    const known = offers.get(preset);
    if (known?.tools === tools) return known.offer;
    const offer = createOffer(tools);
    offers.set(preset, { tools, offer });
    return offer;
  };
}

function createOffer(tools: readonly Tool[]): Offer {
  const names = createNameMap(tools.map(({ name }) => name));
  const pages = new Map<number, string>();
  const page = (start: number): string => {
    const listed = tools.slice(start, start + PAGE).map((tool) => describe(tool, names.toWire(tool.name)));
    const next = start + PAGE < tools.length ? `,"nextCursor":${JSON.stringify(cursorAt(start + PAGE))}` : '';
    return `"tools":[${listed.join(',')}]${next}`;
  };
  return {
    toolFor: (wire) => names.fromWire(wire) ?? wire,
    page(cursor) {
      const start = cursor === undefined ? 0 : startOf(cursor, tools.length);
      const text = pages.get(start) ?? page(start);
      pages.set(start, text);
      return text;
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

const cursorAt = (start: number): string => `from-${start}`;

function startOf(cursor: unknown, total: number): number {
  const start = typeof cursor === 'string' && /^from-\d{1,9}$/.test(cursor) ? Number(cursor.slice(5)) : Number.NaN;
  if (start > 0 && start < total && start % PAGE === 0) return start;
  throw new RpcFault(INVALID_PARAMS, 'There is no such cursor.');
}
