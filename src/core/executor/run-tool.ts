/** Runs a tool once, with a timeout and an abort signal, and checks its result. */
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

/** What a tool adds to its result. */
interface RunExtras {
  readonly notes: readonly AuditNote[];
  /** To run after the call is recorded as done. */
  readonly effects: readonly (() => void)[];
}

export type ToolRunResult = RunResult & RunExtras;

/** A call that the policy or a person has decided. */
export type RunnableCall = ValidCall & { readonly facts: Facts };

const MAX_NOTES = 20;

/** How long a tool may take to end after its signal was aborted. */
const GRACE_MS = 250;

/** What must still be true when the tool begins. */
export interface RunPrecondition {
  /** The approved state of the preview. */
  readonly expected?: string | undefined;
  /** When the write-ahead record was stored. Another process may have taken the call over since. */
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
    // Checked as late as possible: while the machine slept, another process may have reported the outcome as unknown.
    if (begunAt !== undefined && kernel.lease.isDoubtful(begunAt)) {
      if (!(await isOurs(kernel, call.callId))) throw takenOverError();
      controller.signal.throwIfAborted();
    }
    // The capabilities stay open until the tool has ended, even if the caller no longer waits.
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

/** An approval is valid only for the state that the person saw. */
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
      // A second write stores the same record, so a repeated commit is harmless.
      await commitKnown(kernel.database, { guards: [write], isIndependent: true }, () => Promise.resolve(true));
      work.start();
    },
    progress: (done, total, message) =>
      onProgress?.({ done, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) }),
  };
}

/** Returns the result of the tool. If the tool does not end in time after an abort, throws the reason of the abort. */
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
  // A schema that allows anything would accept values that change when they are written and read as JSON.
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
