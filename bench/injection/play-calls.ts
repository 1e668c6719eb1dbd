/** Plays planned calls in a world and returns every call with its result. */
import type { Json } from '../../src/ports/json.ts';
import type { InjectionWorld, WorldTask } from './attack-suite.ts';
import { resolveArgs, type PlannedCall } from './planned-args.ts';
import { isConsequential } from './reference-defences.ts';
import type { SuiteStep } from './suite-format.ts';
import { ALL_TOOLS } from './tools/all-tools.ts';
import { createWorldState, type WorldState } from './tools/world-state.ts';
import type { WorldTool } from './tools/world-tool.ts';

export interface PlayedTask {
  readonly state: WorldState;
  readonly steps: readonly SuiteStep[];
}

export function playTask({ content }: InjectionWorld, { calls }: WorldTask): PlayedTask {
  const state = createWorldState(content);
  return { state, steps: playCalls(state, calls) };
}

/**
 * Runs the calls that have no result yet, up to the one after which to stop. A call whose arguments are not known is left
 * out, because an assistant cannot make it.
 */
export function playCalls(
  state: WorldState,
  calls: readonly PlannedCall[],
  results: Json[] = [],
  isEnough: (step: SuiteStep) => boolean = () => false,
): readonly SuiteStep[] {
  const steps: SuiteStep[] = [];
  for (const [name, planned] of calls.slice(results.length)) {
    const args = resolveArgs(planned, results);
    const step = args && playStep(state, name, args);
    results.push(step?.result ?? null);
    if (!step) continue;
    steps.push(step);
    if (isEnough(step)) break;
  }
  return steps;
}

export function showsText({ result }: SuiteStep, text: string): boolean {
  return JSON.stringify(result).includes(JSON.stringify(text).slice(1, -1));
}

export function hasConsequences({ tool }: SuiteStep): boolean {
  return isConsequential(findTool(tool).facts);
}

function playStep(state: WorldState, tool: string, args: SuiteStep['args']): SuiteStep {
  return { tool, args, ...attempt(() => findTool(tool).run(state, args)) };
}

function findTool(name: string): WorldTool {
  const tool = Object.hasOwn(ALL_TOOLS, name) ? ALL_TOOLS[name] : undefined;
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

function attempt(run: () => unknown): { readonly result: Json; readonly error: string | null } {
  try {
    return { result: JSON.parse(JSON.stringify(run() ?? null)) as Json, error: null };
  } catch (error) {
    return { result: null, error: error instanceof Error ? error.message : String(error) };
  }
}
