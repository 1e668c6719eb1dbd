/** Runs a tool once, bounded in time and stoppable, and checks what it brings back. */
import type { Facts, RunContext } from '../contract.ts';
import { DeputizeError, toErrorValue, type ErrorValue } from '../errors.ts';
import { jsonFault } from '../json-value.ts';
import type { RuntimeKernel } from '../kernel.ts';
import { toNote, type AuditNote } from '../ledger/records.ts';
import { commitKnown } from './commit-idempotent.ts';
import { isOurs, takenOverError } from './check-ownership.ts';
import { fitOutput } from './fit-output.ts';
import { makePreview } from './evaluate-call.ts';
import type { CallerHooks } from './running-calls.ts';
import type { RunResult } from './run-result.ts';
import { ElapsedTimer } from './elapsed-timer.ts';
import type { ValidCall } from './valid-call.ts';
import { withContext, type ToolContext } from './with-context.ts';

/** What a tool left beside its result. */
export interface RunExtras {
  readonly notes: readonly AuditNote[];
  /** For when the call is recorded as done. */
  readonly effects: readonly (() => void)[];
}

export type ToolRunResult = RunResult & RunExtras;

/** A call that has been decided. */
export type RunnableCall = ValidCall & { readonly facts: Facts };

const MAX_NOTES = 20;

/** How long a tool may take to stop by itself once it was told to. */
const GRACE_MS = 250;

/** What must still be so when the tool begins. */
export interface RunPrecondition {
  /** The state of the world that was approved. */
  readonly expected?: string | undefined;
  /** When the intent was recorded; others may have taken it over since. */
  readonly begunAt?: number;
}

export async function runTool(
  kernel: RuntimeKernel,
  call: RunnableCall,
  controller: AbortController,
  { expected, begunAt }: RunPrecondition,
  { onProgress, onWorked }: CallerHooks,
): Promise<ToolRunResult> {
  const { tool, args } = call;
  const work = new ElapsedTimer();
  const notes: AuditNote[] = [];
  const effects: (() => void)[] = [];
  const timer = setTimeout(() => {
    controller.abort(new DeputizeError('TIMEOUT', `${tool.name} did not finish within ${tool.timeoutMs} ms.`));
  }, tool.timeoutMs);
  try {
    controller.signal.throwIfAborted();
    if (expected !== undefined) await expectState(kernel, call, expected);
    // As near to the effect as can be: a machine that slept since must not do what was told to be in doubt meanwhile.
    if (begunAt !== undefined && kernel.lease.isDoubtful(begunAt)) {
      if (!(await isOurs(kernel, call.callId))) throw takenOverError();
      controller.signal.throwIfAborted();
    }
    // The capabilities stay open until the tool itself has ended, also where the caller no longer waits.
    const running = withContext(kernel, call, controller.signal, (context) => {
      controller.signal.throwIfAborted();
      work.start();
      return tool.run(args, {
        ...runContext(kernel, call, context, expected, onProgress, work),
        note: (event, data) => void (notes.length < MAX_NOTES && notes.push(toNote(event, data))),
        afterwards: (effect) => void effects.push(effect),
      });
    });
    const raw: unknown = await orAbandoned(running, controller.signal);
    work.stop();
    return { ...(await checkOutput(kernel, call, raw)), notes, effects };
  } catch (error) {
    return { ok: false, error: explain(kernel, call, controller.signal, error), notes, effects };
  } finally {
    work.stop();
    onWorked?.(work.ms);
    clearTimeout(timer);
  }
}

/** What was approved was approved as the world stood then. */
async function expectState(kernel: RuntimeKernel, call: ValidCall, expected: string): Promise<void> {
  const { state } = await makePreview(kernel, call);
  if (state === expected) return;
  throw new DeputizeError(
    'CONFLICT',
    `${call.tool.name}: what was approved has changed since. Nothing was done; ask again.`,
  );
}

function runContext(
  kernel: RuntimeKernel,
  call: RunnableCall,
  context: ToolContext,
  expected: string | undefined,
  onProgress: CallerHooks['onProgress'],
  work: ElapsedTimer,
): Omit<RunContext, 'note' | 'afterwards'> {
  return {
    ...context,
    facts: call.facts,
    expected,
    keepUndo: async (undo) => {
      const write = kernel.undo.keep({
        call_id: call.callId,
        record_json: JSON.stringify(undo),
        kept_at: kernel.clock.now(),
      });
      work.stop();
      // Written twice it is the same.
      await commitKnown(kernel.database, { guards: [write], isIndependent: true }, () => Promise.resolve(true));
      work.start();
    },
    progress: (done, total, message) =>
      onProgress?.({ done, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) }),
  };
}

/** The tool's own end, or, once it was told to stop and does not, the reason why it was told. */
async function orAbandoned(running: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  let stop: (() => void) | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    stop = () => void setTimeout(() => reject(signal.reason as Error), GRACE_MS);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([running, abandoned]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

async function checkOutput(kernel: RuntimeKernel, call: ValidCall, raw: unknown): Promise<RunResult> {
  const { tool } = call;
  const fault = (path: string, message: string): RunResult => {
    const partialSideEffects = tool.sideEffects === 'writes';
    const error = new DeputizeError(
      'INVALID_OUTPUT',
      `${tool.name} answered wrongly at ${path || 'the top'}: ${message}`,
      {
        details: { path, message },
        partialSideEffects,
      },
    );
    return { ok: false, error: error.toJSON() };
  };
  const checked = tool.output.validate(raw);
  if (!checked.ok) {
    const [first] = checked.issues;
    return fault(first?.path ?? '', first?.message ?? 'not of the promised shape');
  }
  // A schema that allows anything would let through what is something else once it has been written and read again.
  const odd = jsonFault(checked.value, Infinity);
  if (odd) return fault(odd.path, odd.message);
  return fitOutput(kernel, call, checked.value);
}

function explain(kernel: RuntimeKernel, { tool, callId }: ValidCall, signal: AbortSignal, error: unknown): ErrorValue {
  const partialSideEffects = tool.sideEffects === 'writes';
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    const stopped =
      reason instanceof DeputizeError ? reason : new DeputizeError('CANCELLED', `${tool.name} was cancelled.`);
    return { ...stopped.toJSON(), partialSideEffects };
  }
  const value = toErrorValue(error, 'EXECUTION_ERROR');
  if (value.code === 'EXECUTION_ERROR') {
    kernel.log('error', `${tool.name} failed`, { callId, error });
    return { ...value, message: `${tool.name} failed.`, partialSideEffects };
  }
  return value;
}
