/** Holds the processes of handlers. Each process has one handler, runs one call at a time, and is reused while it is fresh. */
import type { HandlerCall, HandlerCode, HandlerEnd, HandlerHost } from '../../ports/handler-host.ts';
import { PortError } from '../../ports/port-error.ts';
import { IDLE_MS, MAX_PROCESSES } from './handler-limits.ts';
import { HandlerRunner } from './handler-runner.ts';

interface PoolOptions {
  /** Receives what handlers print. */
  readonly printed: (text: string) => void;
  /** Starts a process before it is needed. For a long-running program. */
  readonly spare?: boolean;
}

interface Idle {
  readonly runner: HandlerRunner;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class HandlerPool implements HandlerHost {
  readonly #options: PoolOptions;
  readonly #all = new Set<HandlerRunner>();
  readonly #idle: Idle[] = [];
  readonly #queue: (() => void)[] = [];
  #spare: HandlerRunner | undefined;
  #busy = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#prepare();
  }

  async run(call: HandlerCall): Promise<HandlerEnd> {
    await this.#turn(call.signal);
    try {
      const runner = this.#idleWith(call.code.id) ?? (await this.#loaded(call.code, call.signal));
      try {
        return await runner.run(call);
      } finally {
        this.#rest(runner);
      }
    } finally {
      this.#busy -= 1;
      this.#queue.shift()?.();
    }
  }

  async tryToLoad(code: HandlerCode): Promise<string | undefined> {
    const runner = this.#start();
    try {
      return await runner.load(code, AbortSignal.timeout(10_000));
    } finally {
      runner.kill(new Error('no longer needed'));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    const all = [...this.#all];
    for (const runner of all) runner.kill(serverStoppingError());
    await Promise.all(all.map(({ ended }) => ended));
  }

  /** Waits until the number of processes is below the limit. */
  async #turn(signal: AbortSignal): Promise<void> {
    while (this.#busy >= MAX_PROCESSES) {
      await new Promise<void>((resolve, reject) => {
        const next = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          this.#queue.splice(this.#queue.indexOf(next), 1);
          reject(signal.reason as Error);
        };
        this.#queue.push(next);
        signal.addEventListener('abort', leave, { once: true });
      });
    }
    this.#busy += 1;
  }

  async #loaded(code: HandlerCode, signal: AbortSignal): Promise<HandlerRunner> {
    const oldest = this.#all.size >= MAX_PROCESSES ? this.#idle[0] : undefined;
    if (oldest) this.#dismiss(oldest.runner);
    const spare = this.#spare;
    this.#spare = undefined;
    const runner = spare && !spare.isDead ? spare : this.#start();
    this.#prepare();
    const problem = await runner.load(code, signal);
    if (problem === undefined) return runner;
    runner.kill(new Error(problem));
    signal.throwIfAborted();
    if (this.#isClosed) throw serverStoppingError();
    this.#options.printed(`${code.entry}: ${problem}`);
    throw new PortError('NOT_AVAILABLE', 'The handler cannot be loaded; the log says why.');
  }

  #start(): HandlerRunner {
    if (this.#isClosed) throw serverStoppingError();
    const runner = new HandlerRunner(this.#options.printed);
    this.#all.add(runner);
    void runner.ended.then(() => this.#all.delete(runner));
    return runner;
  }

  #prepare(): void {
    if (this.#options.spare === true && !this.#isClosed && !this.#spare) this.#spare = this.#start();
  }

  #idleWith(code: string): HandlerRunner | undefined {
    const at = this.#idle.findLastIndex(({ runner }) => runner.code === code && !runner.isDead);
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (found) clearTimeout(found.timer);
    return found?.runner;
  }

  #rest(runner: HandlerRunner): void {
    if (this.#isClosed || !runner.isFresh) return runner.kill(new Error('no longer needed'));
    const timer = setTimeout(() => this.#dismiss(runner), IDLE_MS);
    timer.unref();
    this.#idle.push({ runner, timer });
  }

  #dismiss(runner: HandlerRunner): void {
    const at = this.#idle.findIndex((idle) => idle.runner === runner);
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (idle) clearTimeout(idle.timer);
    runner.kill(new Error('no longer needed'));
  }
}

function serverStoppingError(): PortError {
  return new PortError('CANCELLED', 'The server is stopping.');
}
