/** Chooses the tools that a model gets now: all within the budget, otherwise the tools that find and load the rest. */
import { leadsToOthers, type Tool } from '../contract.ts';
import { nameLines } from './name-lines.ts';
import { summarizeTool } from './summary.ts';
import { estimateTokens } from './tokens.ts';

/** What a model gets of the tools in one request. */
export interface ToolOffer {
  /** The tools whose schemas go to the model now. */
  readonly tools: readonly Tool[];
  readonly isPartial: boolean;
  /** What the prompt says about the tools. */
  readonly lines: string;
}

/** `loaded` holds names in the order in which they were loaded. If not all fit, the latest ones stay. */
export function offer(tools: readonly Tool[], loaded: ReadonlySet<string>, budgetTokens: number): ToolOffer {
  const ordinary = tools.filter((tool) => !leadsToOthers(tool));
  return whole(ordinary, budgetTokens) ?? partial(tools, ordinary, loaded, budgetTokens);
}

/**
 * The same for voice, where a person waits for the answer. Each tool is described by its summary alone. The tool that
 * reads the documentation is always included.
 */
export function offerBriefly(tools: readonly Tool[], loaded: ReadonlySet<string>, budgetTokens: number): ToolOffer {
  const short = tools.map(briefly);
  const ordinary = short.filter((tool) => !leadsToOthers(tool));
  const all = short.filter(({ offered }) => offered !== 'when_partial');
  return whole(all, budgetTokens) ?? partial(short, ordinary, loaded, budgetTokens);
}

const brief = new WeakMap<Tool, Tool>();

function briefly(tool: Tool): Tool {
  const known = brief.get(tool);
  if (known) return known;
  // No spread: it would read the tool's documentation, which is loaded only on request.
  const short: Tool = Object.create(tool, { description: { value: summarizeTool(tool), enumerable: true } }) as Tool;
  brief.set(tool, short);
  return short;
}

function whole(tools: readonly Tool[], budget: number): ToolOffer | undefined {
  let left = budget;
  for (const tool of tools) if ((left -= estimateCost(tool)) < 0) return undefined;
  const lines = formatSummaries(tools);
  return estimateTokens(lines) > left ? undefined : { tools, isPartial: false, lines };
}

function partial(
  tools: readonly Tool[],
  ordinary: readonly Tool[],
  loaded: ReadonlySet<string>,
  budget: number,
): ToolOffer {
  const finders = tools.filter(leadsToOthers);
  const fixed = [...finders, ...ordinary.filter(({ offered }) => offered === 'always')];
  const lines = [
    `There are ${ordinary.length} tools, too many to describe them all here. Only those that you are given can be called.`,
    ...(finders.length === 0 ? [] : ['Find the others, and load the ones that you need by reading about them:']),
    formatSummaries(finders),
    'These are there:',
    nameLines(
      ordinary.map(({ name }) => name),
      Math.min(MAX_NAME_TOKENS, budget / 4),
    ),
  ]
    .filter(Boolean)
    .join('\n');
  const room = budget - estimateTokens(lines) - fixed.reduce((sum, tool) => sum + estimateCost(tool), 0);
  return { tools: [...fixed, ...latest(ordinary, loaded, room)], isPartial: true, lines };
}

const MAX_NAME_TOKENS = 1_500;

function latest(tools: readonly Tool[], loaded: ReadonlySet<string>, room: number): Tool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const chosen: Tool[] = [];
  let left = room;
  for (const name of [...loaded].toReversed()) {
    const tool = byName.get(name);
    if (!tool || tool.offered === 'always' || estimateCost(tool) > left) continue;
    left -= estimateCost(tool);
    chosen.push(tool);
  }
  return chosen.toReversed();
}

function formatSummaries(tools: readonly Tool[]): string {
  return tools.map((tool) => `- ${tool.name}: ${summarizeTool(tool)}`).join('\n');
}

const costs = new WeakMap<Tool, number>();

/** Estimates the tokens of a tool's description and schema in every request. Providers differ only in the wrapping. */
function estimateCost(tool: Tool): number {
  const known = costs.get(tool);
  if (known !== undefined) return known;
  const { name, description, input } = tool;
  const cost = estimateTokens(
    JSON.stringify({ type: 'function', function: { name, description, parameters: input.json } }),
  );
  costs.set(tool, cost);
  return cost;
}
