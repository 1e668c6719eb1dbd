/** Runs a tool once, with a timeout and an abort signal, checks its result and fits it into the output budget. */
import type { Facts, RunContext } from '../contract.ts';
import { DeputizeError, toErrorValue, type ErrorValue } from '../errors.ts';
import { jsonFault, NO_LIMITS } from '../json-value.ts';
import { makePreview, type PreviewParts } from './evaluate-call.ts';
import { isOurs, takenOverError, type OwnershipParts, type CallerHooks } from './running-calls.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { toNote, type AuditNote } from '../ledger/records.ts';
import { commitIdempotent } from './call-record.ts';
import { withContext, type ValidCall, type ToolContext } from './valid-call.ts';
import type { Json } from '../../ports/json.ts';
import { cutToBudget } from '../budget.ts';
import type { FileChanges } from '../file-changes.ts';
import type { CutNotice } from '../outcome.ts';

type OutputParts = RuntimeParts<'contents' | 'limits' | 'objects' | 'registry'>;

/** The parts of the runtime that run a tool. */
export type ToolRunParts = PreviewParts & OwnershipParts & OutputParts & RuntimeParts<'undoQueries' | 'log'>;

/** What a tool adds to its result. */
interface RunExtras {
  readonly notes: readonly AuditNote[];
  /** To run after the call is recorded as done. */
  readonly effects: readonly (() => void)[];
  /** The files that it changed. */
  readonly changes?: FileChanges | undefined;
}

/** The result of a run, with the notes and effects that the tool added. */
export type ToolRunResult = RunResult & RunExtras;

/** A call that the policy or a person has decided. */
type RunnableCall = ValidCall & { readonly facts: Facts };

const MAX_NOTES = 20;

/** How long a tool may take to end after its signal was aborted. */
const GRACE_MS = 250;

/** What must still be true when the tool begins. */
interface RunPrecondition {
  /** The approved state of the preview. */
  readonly expected?: string | undefined;
  /** When the write-ahead record was stored. Another process may have taken the call over since. */
  readonly begunAt?: number;
}

/** The caller's hooks, and how the tool makes a further call. */
export type RunHooks = CallerHooks & Pick<RunContext, 'callNext'>;

/** Runs the tool and checks its result. Errors, timeouts and aborts do not throw: they are a result with `ok: false`. */
export async function runTool(
  parts: ToolRunParts,
  call: RunnableCall,
  controller: AbortController,
  { expected, begunAt }: RunPrecondition,
  { onProgress, onWorked, callNext }: RunHooks,
): Promise<ToolRunResult> {
  const { tool, args } = call;
  const work = new ElapsedTimer();
  const notes: AuditNote[] = [];
  const effects: (() => void)[] = [];
  let changes: FileChanges | undefined;
  const start = new EffectStart(call, controller.signal);
  const timer = setTimeout(() => {
    controller.abort(new DeputizeError('TIMEOUT', `${tool.name} did not finish within ${tool.timeoutMs} ms.`));
  }, tool.timeoutMs);
  try {
    controller.signal.throwIfAborted();
    if (expected !== undefined) await requireApprovedState(parts, call, expected);
    // Checked as late as possible: while the machine slept, another process may have reported the outcome as unknown.
    if (begunAt !== undefined && parts.lease.isDoubtful(begunAt)) {
      if (!(await isOurs(parts, call.callId))) throw takenOverError();
      controller.signal.throwIfAborted();
    }
    // The capabilities stay open until the tool has ended, even if the caller no longer waits.
    const running = withContext(parts, call, controller.signal, (context) => {
      controller.signal.throwIfAborted();
      work.start();
      return tool.run(args, {
        ...runContext(parts, call, context, { expected, onProgress, work, start }),
        note: (event, data) => void (notes.length < MAX_NOTES && notes.push(toNote(event, data))),
        afterwards: (effect) => void effects.push(effect),
        reportChanges: (listed) => void (changes = listed),
        callNext: async (next, nextArgs) => {
          start.begin();
          return callNext(next, nextArgs);
        },
      });
    });
    const raw: unknown = await raceAbortGrace(running, controller.signal);
    work.stop();
    return { ...(await checkOutput(parts, call, raw)), notes, effects, changes };
  } catch (error) {
    return { ok: false, error: toRunError(parts, call, controller.signal, { error, start }), notes, effects, changes };
  } finally {
    work.stop();
    onWorked?.(work.ms);
    clearTimeout(timer);
  }
}

/** An approval is valid only for the state that the person saw. */
async function requireApprovedState(parts: PreviewParts, call: ValidCall, expected: string): Promise<void> {
  const { state } = await makePreview(parts, call);
  if (state === expected) return;
  throw new DeputizeError(
    'CONFLICT',
    `${call.tool.name}: what was approved has changed since. Nothing was done; ask again.`,
  );
}

function runContext(
  parts: RuntimeParts<'clock' | 'contents' | 'database' | 'undoQueries'>,
  call: RunnableCall,
  context: ToolContext,
  { expected, onProgress, work, start }: RunState,
): Omit<RunContext, 'note' | 'afterwards' | 'reportChanges' | 'callNext'> {
  return {
    ...context,
    facts: call.facts,
    expected,
    keepUndo: async (undo) => {
      start.begin();
      const { reference, insert } = (await parts.contents.sealer(call.principal)).seal('undo', JSON.stringify(undo));
      const write = parts.undoQueries.keep({
        call_id: call.callId,
        record_json: reference,
        kept_at: parts.clock.now(),
      });
      work.stop();
      // A second write stores the same record, so a repeated commit is harmless.
      await commitIdempotent(parts.database, { guards: [write], writes: [insert], isIndependent: true }, () =>
        Promise.resolve(true),
      );
      work.start();
    },
    progress: (done, total, message) =>
      onProgress?.({ done, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) }),
  };
}

/** Returns the result of the tool. If the tool does not end in time after an abort, throws the reason of the abort. */
async function raceAbortGrace(running: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
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

async function checkOutput(parts: OutputParts, call: ValidCall, raw: unknown): Promise<RunResult> {
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
  const odd = jsonFault(checked.value, NO_LIMITS);
  if (odd) return fault(odd.path, odd.message);
  return fitOutput(parts, call, checked.value);
}

function toRunError(
  parts: RuntimeParts<'log'>,
  { tool, callId }: ValidCall,
  signal: AbortSignal,
  { error, start }: { readonly error: unknown; readonly start: EffectStart },
): ErrorValue {
  const partialSideEffects = start.mayHaveBegun;
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    const stopped =
      reason instanceof DeputizeError ? reason : new DeputizeError('CANCELLED', `${tool.name} was cancelled.`);
    return { ...stopped.toJSON(), partialSideEffects };
  }
  const value = toErrorValue(error, 'EXECUTION_ERROR');
  if (value.code === 'EXECUTION_ERROR') {
    parts.log('error', `${tool.name} failed`, { callId, error });
    return { ...value, message: `${tool.name} failed.`, partialSideEffects };
  }
  return value;
}

const READER = 'read_result';

/** `value` is valid. What does not fit is stored whole, so that it can be read in pieces under the id of the call. */
async function fitOutput(parts: OutputParts, call: ValidCall, value: Json): Promise<RunResult> {
  const { tool, callId } = call;
  const { outputBudget: budget } = parts.limits;
  const text = JSON.stringify(value);
  if (text.length <= budget) return { ok: true, value, truncated: undefined };
  const sealer = await parts.contents.sealer(call.principal);
  const { hash: whole } = await parts.objects.put(new TextEncoder().encode(sealer.sealText(text)));
  const characters = text.length;
  const isValid = (cut: Json): boolean => tool.output.validate(cut).ok;
  const cut = cutToBudget(value, { budget, isValid, readOn: (offset) => readOnText(parts, call, offset) });
  if (cut) return { ok: true, value: cut.value, truncated: { characters, whole, parts: cut.parts } };
  const error = new DeputizeError(
    'TOO_LARGE',
    `${tool.name} was carried out. Its result has ${characters} characters; at most ${budget} fit, and its schema allows no ` +
      `marked cut. To get it, ${readOnText(parts, call, 0)}.`,
    {
      details: { characters, budget, callId, readOn: readOnText(parts, call, 0) },
      partialSideEffects: tool.sideEffects === 'writes',
    },
  );
  return { ok: false, error: error.toJSON(), whole: { value, notice: { characters, whole, parts: [] } } };
}

/** Names the tool where the preset offers it, and the HTTP address otherwise. */
function readOnText({ registry }: RuntimeParts<'registry'>, { preset, callId }: ValidCall, offset: number): string {
  return registry.find(preset, READER)
    ? `read on with ${READER} callId=${callId} offset=${offset}`
    : `read on at GET /api/calls/${callId}/result?offset=${offset}`;
}

/** A valid value within the output budget, or an error. `whole` is set if the tool succeeded and only its result was too large. */
export type RunResult =
  | { readonly ok: true; readonly value: Json; readonly truncated: CutNotice | undefined }
  | { readonly ok: false; readonly error: ErrorValue; readonly whole?: WholeResult };

/** Of a tool that succeeded with a result too large to answer. */
interface WholeResult {
  readonly value: Json;
  readonly notice: CutNotice;
}

/** What the context of a run needs. */
interface RunState {
  readonly expected: string | undefined;
  readonly onProgress: CallerHooks['onProgress'];
  readonly work: ElapsedTimer;
  readonly start: EffectStart;
}

/** Whether a run may have had an effect. */
class EffectStart {
  readonly #isStaged: boolean;
  readonly #isWriting: boolean;
  readonly #signal: AbortSignal;
  #hasBegun = false;

  constructor({ tool, facts }: RunnableCall, signal: AbortSignal) {
    this.#isWriting = tool.sideEffects === 'writes';
    this.#isStaged = tool.startsWithUndo(facts);
    this.#signal = signal;
  }

  /** An ended call says that nothing was done, so no effect may begin after it. */
  begin(): void {
    if (this.#isStaged) this.#signal.throwIfAborted();
    this.#hasBegun = true;
  }

  get mayHaveBegun(): boolean {
    return this.#isWriting && (!this.#isStaged || this.#hasBegun);
  }
}

/** Adds up the time between starts and stops. */
class ElapsedTimer {
  ms = 0;
  #since: number | undefined;

  start(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    if (this.#since !== undefined) this.ms += performance.now() - this.#since;
    this.#since = undefined;
  }
}
