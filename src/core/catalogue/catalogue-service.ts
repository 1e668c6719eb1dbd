/** Decides which tools a caller can see, for every listing, for the search and for the documentation. */
import type { ToolCatalogue as CataloguePort, FoundTool, ToolDocs } from '../../ports/tool-catalogue.ts';
import type { ActorContext } from '../access/actor-context.ts';
import type { Tool } from '../contract.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { sameTools } from '../registry.ts';
import { showHidden } from '../show-hidden.ts';
import { asks } from './asks.ts';
import { offer, offerBriefly, type ToolOffer } from './tool-offer.ts';
import { oneLine, summarizeTool } from './summary.ts';
import type { ToolIndex } from './tool-index.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 2_000;
const MAX_DOCUMENTATION = 6_000;

/** Without a mode, a list holds the tools of all modes. */
type Audience = Omit<ActorContext, 'mode'> & { readonly mode?: ActorContext['mode'] };

/** Lists, searches and documents the tools that a caller can see. An unknown preset throws UNKNOWN_PRESET. */
export class CatalogueService {
  readonly #parts: RuntimeParts<'policy' | 'registry' | 'settings'>;
  readonly #indexes = new Map<string, { readonly tools: readonly Tool[]; readonly index: Promise<ToolIndex> }>();

  constructor(parts: RuntimeParts<'policy' | 'registry' | 'settings'>) {
    this.#parts = parts;
  }

  /** The preset's tools without those that the policy would block for this caller with any arguments. */
  async tools(audience: Audience): Promise<readonly Tool[]> {
    this.#parts.registry.requireOffered(audience.preset, audience.principal);
    const listed = this.#parts.registry.tools(audience.preset);
    const isOffered = await this.#offeredTo(audience);
    const all = listed.filter(isOffered);
    return all.length === listed.length ? listed : all;
  }

  /** Chooses the tools that a model gets now, within `budgetTokens`. */
  async offer(acting: ActorContext, loaded: ReadonlySet<string>, budgetTokens: number): Promise<ToolOffer> {
    const tools = await this.tools(acting);
    const isOffered = await this.#offeredTo(acting);
    const listed = new Set(tools.map(({ name }) => name));
    const session = this.#parts.registry.discoveryTools().filter((tool) => isOffered(tool) && !listed.has(tool.name));
    const choose = acting.mode === 'voice' ? offerBriefly : offer;
    return choose([...tools, ...session], loaded, budgetTokens);
  }

  /** The capability for tools, limited to the caller. */
  boundTo(acting: ActorContext): CataloguePort {
    return {
      search: (query, limit) => this.#search(acting, query, limit),
      read: (names) => this.#read(acting, names),
    };
  }

  async #search(acting: ActorContext, query: string, limit: number): Promise<{ tools: FoundTool[]; total: number }> {
    const isOffered = await this.#offeredTo(acting);
    const index = await this.#indexOf(acting.preset);
    const found = index.search(query).filter(isOffered);
    return { tools: found.slice(0, limit).map(toFound), total: found.length };
  }

  async #read(acting: ActorContext, names: readonly string[]): Promise<{ tools: ToolDocs[]; unknown: string[] }> {
    const { registry, settings, policy: policyOf } = this.#parts;
    const isOffered = await this.#offeredTo(acting);
    const settingOf = await settings.effectiveNow(acting.principal, acting.preset);
    const policy = await policyOf(acting.preset);
    const wanted = [...new Set(names)].map((name) => ({ name, tool: registry.find(acting.preset, name) }));
    return {
      tools: wanted.flatMap(({ tool }) => {
        if (!tool || !isOffered(tool)) return [];
        return toDocs(tool, asks(policy, tool, { ...acting, setting: settingOf(tool.name) }));
      }),
      unknown: wanted.flatMap(({ name, tool }) => (tool && isOffered(tool) ? [] : name)),
    };
  }

  /** Mirrors the base rules that look at no arguments. It only hides tools: the policy still decides every call. */
  async #offeredTo({ principal, preset, mode }: Audience): Promise<(tool: Tool) => boolean> {
    const settingOf = await this.#parts.settings.effectiveNow(principal, preset);
    return ({ name, modes, permissions }) =>
      settingOf(name) !== 'off' &&
      (mode === undefined || modes.includes(mode)) &&
      (permissions.length === 0 || permissions.includes(principal.role));
  }

  /** Built at the first search, and again when the tools of the preset change. */
  async #indexOf(preset: string): Promise<ToolIndex> {
    const { ToolIndex } = await import('./tool-index.ts');
    const tools = this.#parts.registry.tools(preset);
    const known = this.#indexes.get(preset);
    if (known && sameTools(known.tools, tools)) return known.index;
    const index = ToolIndex.of(tools);
    this.#indexes.set(preset, { tools, index });
    return index;
  }
}

function toFound(tool: Tool): FoundTool {
  return { name: tool.name, title: oneLine(tool.title, MAX_TITLE), summary: summarizeTool(tool), risk: tool.risk };
}

function toDocs(tool: Tool, asking: ToolDocs['asks']): ToolDocs {
  const { name, description, documentation, input, risk } = tool;
  return {
    name,
    description: bounded(description, MAX_DESCRIPTION),
    documentation: documentation === description ? '' : bounded(documentation, MAX_DOCUMENTATION),
    inputSchema: input.json,
    risk,
    asks: asking,
  };
}

function bounded(text: string, max: number): string {
  const shown = showHidden(text.slice(0, max).toWellFormed());
  return text.length > max ? `${shown}…` : shown;
}
