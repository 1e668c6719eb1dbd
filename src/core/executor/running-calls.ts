/** Holds the calls that this process runs now, to find, await and end them. */
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import type { Principal } from '../access/principal.ts';
import { isOurs, takenOverError } from './check-ownership.ts';
import type { EvaluatedCall } from './evaluate-call.ts';

/** The signal and the callbacks of the caller. */
export type CallerHooks = Pick<CallRequest, 'signal' | 'onProgress' | 'onWorked'>;

/** How often a running call checks whether a person stopped everything. */
const STOP_CHECK_MS = 500;

interface Running {
  readonly controller: AbortController;
  readonly userId: string;
  readonly startedAt: number;
  readonly done: Promise<Outcome>;
}

export class RunningCalls {
  readonly #kernel: RuntimeKernel;
  readonly #running = new Map<string, Running>();

  constructor(kernel: RuntimeKernel) {
    this.#kernel = kernel;
  }

  /** Ends a call. Returns whether there was one. */
  cancel(callId: string, userId: string): boolean {
    const running = this.#running.get(callId);
    if (!running || running.userId !== userId) return false;
    running.controller.abort(new DeputizeError('CANCELLED', 'The call was cancelled.'));
    return true;
  }

  /** Ends the running calls of these users. */
  endAllOf(isMeant: (userId: string) => boolean, why: string): void {
    for (const { controller, userId } of this.#running.values())
      if (isMeant(userId)) controller.abort(new DeputizeError('CANCELLED', why));
  }

  /** When the longest-running call began. */
  oldestStart(): number | undefined {
    let oldest: number | undefined;
    for (const { startedAt } of this.#running.values()) oldest = Math.min(oldest ?? startedAt, startedAt);
    return oldest;
  }

  /** The outcome of a call that this process runs, or undefined. */
  find(callId: string): Promise<Outcome> | undefined {
    return this.#running.get(callId)?.done;
  }

  /** Resolves when no call runs any more, or after this time. */
  async settle(withinMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs);
    });
    const ended = async (): Promise<void> => {
      while (this.#running.size > 0) await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    };
    await Promise.race([late, ended()]);
    clearTimeout(timer);
  }

  /** Aborts all calls, and waits until they have ended. */
  async endAll(why: string): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(new DeputizeError('CANCELLED', why));
    await Promise.allSettled(running.map(({ done }) => done));
  }

  /** Tracks a call until it has ended. */
  async follow(
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
    this.#running.set(callId, { controller, userId: principal.userId, startedAt, done });
    try {
      return await done;
    } finally {
      this.#running.delete(callId);
      unwatch();
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Checks from time to time whether a person stopped everything in another process, and renews the lease. After the machine
   * slept, it checks whether another process took the call over.
   */
  #watch(callId: string, principal: Principal, controller: AbortController): () => void {
    const { settings, lease, clock, log } = this.#kernel;
    let lookedAt = clock.now();
    const look = async (): Promise<void> => {
      const now = clock.now();
      if (await settings.isStopped(principal))
        controller.abort(new DeputizeError('CANCELLED', 'A person stopped everything.'));
      if (!lease.isDoubtful(lookedAt)) await lease.keep();
      else if (!(await isOurs(this.#kernel, callId))) controller.abort(takenOverError());
      lookedAt = now;
    };
    let isOver = false;
    const notKnown = (error: unknown) => isOver || log('warn', 'whether a call may go on is not known', { error });
    const watching = setInterval(() => void look().catch(notKnown), STOP_CHECK_MS);
    return () => {
      isOver = true;
      clearInterval(watching);
    };
  }
}
