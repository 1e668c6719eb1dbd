/** Runs what the model asked for, all at once, through the executor. Every call has an answer, whatever it was. */
import {
  DeputizeError,
  toErrorValue,
  type ErrorValue,
  type CallMode,
  type Outcome,
  type Principal,
  type Runtime,
} from '../core/index.ts';
import type { Json } from '../ports/json.ts';
import {
  askedCalls,
  findLastMode,
  listCallResults,
  thisTurn,
  type AskedCall,
  type CallResult,
  type ConversationTranscript,
} from './messages.ts';
import type { PlanService } from './plans/plan-service.ts';
import { errorContent, toolContent } from './tool-content.ts';
import type { ChatEvent } from './turn.ts';

export interface CallScene {
  readonly runtime: Runtime;
  readonly principal: Principal;
  readonly preset: string;
  readonly conversationId: string;
  readonly transcript: ConversationTranscript;
  readonly emit: (event: ChatEvent) => void;
  readonly signal: AbortSignal;
  /** Where what is asked for is shown as a plan. */
  readonly plans?: Pick<PlanService, 'ofAnswer' | 'decideAsPlanned' | 'skipCalls'> | undefined;
  /** How the user speaks; otherwise as they did last. */
  readonly mode?: CallMode;
  /** Which version of the preset's tools is meant; the newest when left out. */
  readonly toolsVersion?: string | undefined;
}

/** What became of them so far. In a plan whose calls are made one after the other, those after one that waits have no result yet. */
export async function runCalls(scene: CallScene, calls: readonly AskedCall[]): Promise<CallResult[]> {
  const isSeveral = calls.length > 1;
  const order = isSeveral ? await plan(scene, calls) : 'parallel';
  if (order === 'sequence') return runInOrder(scene, calls);
  const results = await Promise.all(calls.map((call) => runCall(scene, call)));
  if (!isSeveral && results.some(blocksTurn)) await plan(scene, calls);
  return results;
}

/** The same, where the conversation does not wait for those that have none: they are not made any more. */
export async function settleCalls(scene: CallScene, calls: readonly AskedCall[]): Promise<CallResult[]> {
  const results = await runCalls(scene, calls);
  const rest = calls.slice(results.length);
  return [...results, ...(await skipCalls(scene, rest, 'the conversation went on before its turn came'))];
}

/** There is nothing to go on with yet. */
export function blocksTurn({ state, hasPart }: CallResult): boolean {
  return state === 'pending' && hasPart !== true;
}

async function plan({ plans, principal, preset, conversationId }: CallScene, calls: readonly AskedCall[]) {
  const named = calls.map(({ callId, tool, args }) => ({ callId, tool, args: parseArgs(args).args as Json }));
  return (await plans?.ofAnswer({ conversationId, preset, calls: named }, principal)) ?? 'parallel';
}

async function runInOrder(scene: CallScene, calls: readonly AskedCall[]): Promise<CallResult[]> {
  const results: CallResult[] = [];
  for (const [at, call] of calls.entries()) {
    const result = await runCall(scene, call);
    results.push(result);
    if (blocksTurn(result)) return results;
    if (result.state === 'ok' || result.state === 'reported' || result.state === 'pending') continue;
    const rest = await skipCalls(scene, calls.slice(at + 1), 'a call before it did not succeed');
    return [...results, ...rest];
  }
  return results;
}

async function skipCalls(scene: CallScene, calls: readonly AskedCall[], why: string): Promise<CallResult[]> {
  if (calls.length === 0) return [];
  await scene.plans?.skipCalls(
    calls.map(({ callId }) => callId),
    scene.principal.userId,
  );
  return calls.map((call) => refusal(scene, call, new DeputizeError('CANCELLED', `This call was not made: ${why}.`)));
}

/** What became of calls that waited: those that have been decided since. */
export async function collectDecided(scene: CallScene, waiting: readonly CallResult[]): Promise<CallResult[]> {
  const asked = new Map(askedCalls(scene.transcript).map((call) => [call.callId, call]));
  const results = await Promise.all(
    waiting.map(async ({ callId }) => {
      const call = asked.get(callId);
      if (!call) return undefined;
      const outcome = await scene.runtime.calls.outcome(callId, scene.principal);
      return outcome.state === 'pending' || isRunning(outcome) ? undefined : toResult(scene, call, outcome);
    }),
  );
  return results.filter((result) => result !== undefined);
}

async function runCall(scene: CallScene, call: AskedCall): Promise<CallResult> {
  const { runtime, principal, preset, conversationId, emit, signal } = scene;
  const { callId, tool } = call;
  const again = findDenialError(scene.transcript, call);
  if (again) return refusal(scene, call, again);
  if (signal.aborted) return settleCancelledCall(scene, call);
  const { args, complaint } = parseArgs(call.args);
  const mode = scene.mode ?? findLastMode(scene.transcript);
  const made = await runtime.call(
    {
      ...{
        tool,
        args,
        preset,
        callId,
        conversationId,
        traceId: conversationId,
        mode,
        signal,
        toolsVersion: scene.toolsVersion,
      },
      onProgress: (progress) => emit({ type: 'progress', callId, tool, progress }),
    },
    principal,
  );
  const outcome = made.state === 'pending' ? await asPlanned(scene, made) : made;
  if (complaint === undefined || outcome.state !== 'refused') return toResult(scene, call, outcome);
  const message = `The arguments are not valid JSON: ${complaint}. Send the call again, with the arguments as one JSON object.`;
  return toResult(scene, call, { ...outcome, error: { ...outcome.error, message } });
}

/** A person may have approved it in the plan before its turn came. */
async function asPlanned({ plans, principal }: CallScene, outcome: Outcome & { state: 'pending' }): Promise<Outcome> {
  const { callId, approval } = outcome;
  const decided = await plans?.decideAsPlanned(callId, approval.id, principal.userId).catch((error: unknown) => {
    if (toErrorValue(error).code === 'NOT_FOUND') return undefined;
    throw error;
  });
  return decided ?? outcome;
}

/** The turn was cancelled: a call that was made has its outcome, and no other is made any more. */
async function settleCancelledCall(scene: CallScene, call: AskedCall): Promise<CallResult> {
  try {
    return await toResult(scene, call, await scene.runtime.calls.outcome(call.callId, scene.principal));
  } catch (error) {
    if (toErrorValue(error).code !== 'NOT_FOUND') throw error;
    return refusal(scene, call, new DeputizeError('CANCELLED', 'The turn was cancelled before this call was made.'));
  }
}

async function toResult(scene: CallScene, call: AskedCall, outcome: Outcome): Promise<CallResult> {
  const { callId, id, tool } = call;
  const title = findToolTitle(scene, tool);
  scene.emit({ type: 'outcome', callId, tool, outcome });
  const { state } = outcome;
  return {
    ...{ callId, id, tool, title, state },
    content: toolContent(tool, outcome),
    ...('error' in outcome ? { code: outcome.error.code } : {}),
    ...(outcome.state === 'reported' ? { report: outcome.report } : {}),
    ...(outcome.state === 'pending' && outcome.value !== undefined ? { hasPart: true } : {}),
  };
}

/** A person who said no is not asked the same again until the user has spoken. */
function findDenialError(
  transcript: ConversationTranscript,
  { tool, args, callId }: AskedCall,
): DeputizeError | undefined {
  const turn = thisTurn(transcript);
  const denied = new Set(listCallResults(turn).flatMap((result) => (result.code === 'DENIED' ? [result.callId] : [])));
  const same = askedCalls(turn).some(
    (call) => call.callId !== callId && denied.has(call.callId) && call.tool === tool && call.args === args,
  );
  if (!same) return undefined;
  return new DeputizeError('DENIED', 'A person has just denied this very call. Do not repeat it; tell the user.');
}

function refusal(scene: CallScene, { callId, id, tool }: AskedCall, reason: DeputizeError): CallResult {
  const error: ErrorValue = reason.toJSON();
  const title = findToolTitle(scene, tool);
  return { callId, id, tool, title, state: 'refused', code: error.code, content: errorContent(tool, error) };
}

/** Broken JSON is handed on as the text it is: the executor refuses and records it like any other wrong argument. */
function parseArgs(text: string): { args: unknown; complaint?: string } {
  if (text.trim() === '') return { args: {} };
  try {
    return { args: JSON.parse(text) as unknown };
  } catch (error) {
    return { args: text, complaint: error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read' };
  }
}

function findToolTitle({ runtime, preset }: CallScene, tool: string): string {
  return runtime.registry.find(preset, tool)?.title ?? tool;
}

function isRunning(outcome: Outcome): boolean {
  return outcome.state === 'unknown' && outcome.error.retryable;
}
