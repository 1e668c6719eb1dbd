/** Holds the calls that this process runs now, to find, await and end them, and checks that they are still its own. */
import { raceTimeout } from '../../lib/timeout.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import { formatActor, type Principal } from '../access/principal.ts';
import type { EvaluatedCall } from './evaluate-call.ts';
import type { CallRow } from '../storage/tables.ts';

/** The parts of the runtime that check which process owns a call. */
export type OwnershipParts = RuntimeParts<'database' | 'callQueries' | 'nodeId' | 'lease'>;

/** The parts of the runtime that watch running calls. */
export type RunningCallParts = OwnershipParts & RuntimeParts<'settings' | 'clock' | 'log'>;

/** The signal and the callbacks of the caller. */
export type CallerHooks = Pick<CallRequest, 'signal' | 'onProgress' | 'onWorked'>;

/** How often a running call checks whether a stop of everything is active. */
const STOP_CHECK_MS = 500;

interface Running {
  readonly controller: AbortController;
  readonly userId: string;
  readonly actor: string;
  readonly startedAt: number;
  readonly done: Promise<Outcome>;
}

/** The calls that run in this process, by id. Calls of other processes are not in it. */
export class RunningCalls {
  readonly #parts: RunningCallParts;
  readonly #running = new Map<string, Running>();

  constructor(parts: RunningCallParts) {
    this.#parts = parts;
  }

  /** Ends a call. Returns whether there was one. */
  cancel(callId: string, userId: string): boolean {
    const running = this.#running.get(callId);
    if (!running || running.userId !== userId) return false;
    running.controller.abort(new DeputizeError('CANCELLED', 'The call was cancelled.'));
    return true;
  }

  /** Ends the running calls of these users. */
  cancelWhere(isMeant: (userId: string) => boolean, why: string): void {
    for (const { controller, userId } of this.#running.values())
      if (isMeant(userId)) controller.abort(new DeputizeError('CANCELLED', why));
  }

  /** When the longest-running call began. */
  oldestStart(): number | undefined {
    let oldest: number | undefined;
    for (const { startedAt } of this.#running.values()) oldest = Math.min(oldest ?? startedAt, startedAt);
    return oldest;
  }

  /** The actor of a call that this process runs, or undefined. */
  findActor(callId: string): string | undefined {
    return this.#running.get(callId)?.actor;
  }

  /** The outcome of a call that this process runs, or undefined. */
  find(callId: string): Promise<Outcome> | undefined {
    return this.#running.get(callId)?.done;
  }

  /** Resolves when no call runs any more, or after this time. */
  async settle(withinMs: number): Promise<void> {
    const ended = async (): Promise<void> => {
      while (this.#running.size > 0) await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    };
    await raceTimeout(withinMs, ended());
  }

  /** Aborts all calls, and waits until they have ended. */
  async endAll(why: string): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(new DeputizeError('CANCELLED', why));
    await Promise.allSettled(running.map(({ done }) => done));
  }

  /** Tracks a call until it has ended. */
  async track(
    { callId, principal }: EvaluatedCall,
    startedAt: number,
    { signal }: CallerHooks,
    work: (controller: AbortController) => Promise<Outcome>,
  ): Promise<Outcome> {
    const controller = new AbortController();
    const abort = () => controller.abort(new DeputizeError('CANCELLED', 'The caller went away.'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const unwatch = this.#watch(callId, principal, controller);
    const done = work(controller);
    const { userId } = principal;
    this.#running.set(callId, { controller, userId, actor: formatActor(principal), startedAt, done });
    try {
      return await done;
    } finally {
      this.#running.delete(callId);
      unwatch();
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Checks from time to time whether a stop was set in another process, and renews the lease. After the machine
   * slept, it checks whether another process took the call over.
   */
  #watch(callId: string, principal: Principal, controller: AbortController): () => void {
    const { settings, lease, clock, log } = this.#parts;
    let lookedAt = clock.now();
    const look = async (): Promise<void> => {
      const now = clock.now();
      if (await settings.isStopped(principal))
        controller.abort(new DeputizeError('CANCELLED', 'A person stopped everything.'));
      if (!lease.isDoubtful(lookedAt)) await lease.renewIfDue();
      else if (!(await isOurs(this.#parts, callId))) controller.abort(takenOverError());
      lookedAt = now;
    };
    let isOver = false;
    const logCheckFailure = (error: unknown) =>
      isOver || log('warn', 'could not check whether a call was stopped', { error });
    const watching = setInterval(() => void look().catch(logCheckFailure), STOP_CHECK_MS);
    return () => {
      isOver = true;
      clearInterval(watching);
    };
  }
}

/** Whether this process still owns the call. It renews the lease first, so that no other process takes the call over afterwards. */
export async function isOurs(
  { lease, database, callQueries, nodeId }: OwnershipParts,
  callId: string,
): Promise<boolean> {
  await lease.renew();
  const [row] = await database.read<CallRow>(callQueries.byId({ id: callId }));
  // A read-only call may run before it is recorded.
  return row === undefined || (row.state === 'running' && row.node_id === nodeId);
}

/** Builds the error of a call that another process took over. Whether the tool had an effect is not known. */
export const takenOverError = (): DeputizeError =>
  new DeputizeError('OUTCOME_UNKNOWN', 'Another process took this call over.');
