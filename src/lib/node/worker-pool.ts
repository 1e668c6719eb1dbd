/** Runs tasks in worker threads, with a limit of time and memory for each task, so that no input stops the main thread. */
import { Worker, type ResourceLimits } from 'node:worker_threads';

/** Thrown for a task that took too long or too much memory, or whose thread ended. */
export class WorkerTaskError extends Error {
  readonly reason: 'time' | 'memory' | 'ended' | 'failed';

  constructor(reason: WorkerTaskError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Settings of a pool. */
export interface WorkerPoolOptions {
  /** The file of the worker. It answers each message with `{ value }` or `{ error }`. */
  readonly file: URL;
  readonly size: number;
  /** How long one task may take. */
  readonly timeMs: number;
  readonly memoryMb: number;
  /** An idle thread ends after this time. */
  readonly idleMs: number;
}

interface PoolTask {
  readonly key: string;
  readonly input: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface PoolThread {
  readonly worker: Worker;
  task: PoolTask | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** The tasks of one key run one after the other, and the keys take turns, so that no key waits for all tasks of another. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<PoolThread>();
  /** The tasks of each key. The key that was served last is at the end. */
  readonly #waiting = new Map<string, PoolTask[]>();
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Runs a task. Throws WorkerTaskError where it fails or exceeds its limits. */
  run(key: string, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new WorkerTaskError('ended', 'The pool is closed.'));
      const task = { key, input, resolve, reject };
      const queue = this.#waiting.get(key);
      if (queue) queue.push(task);
      else this.#waiting.set(key, [task]);
      this.#next();
    });
  }

  /** Ends all threads. Their tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of [...this.#waiting.values()].flat())
      task.reject(new WorkerTaskError('ended', 'The pool was closed.'));
    this.#waiting.clear();
    await Promise.all([...this.#threads].map((thread) => thread.worker.terminate()));
  }

  #next(): void {
    const busy = new Set([...this.#threads].flatMap(({ task }) => task?.key ?? []));
    for (const [key, queue] of [...this.#waiting]) {
      if (busy.has(key)) continue;
      const thread = [...this.#threads].find((each) => each.task === undefined) ?? this.#start();
      const task = thread && queue.shift();
      if (!task) return;
      this.#waiting.delete(key);
      if (queue.length > 0) this.#waiting.set(key, queue);
      this.#begin(thread, task);
    }
  }

  #start(): PoolThread | undefined {
    if (this.#threads.size >= this.#options.size) return undefined;
    const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: this.#options.memoryMb };
    const worker = new Worker(this.#options.file, { resourceLimits, env: {}, stdin: false });
    const thread: PoolThread = { worker, task: undefined, timer: undefined };
    worker.on('message', (answer: { value?: unknown; error?: string }) => {
      if (answer.error === undefined) this.#end(thread, (task) => task.resolve(answer.value));
      else this.#end(thread, (task) => task.reject(new WorkerTaskError('failed', answer.error ?? '')));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed';
      this.#remove(thread, new WorkerTaskError(reason, error.message));
    });
    worker.on('exit', () => this.#remove(thread, new WorkerTaskError('ended', 'The thread ended.')));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  #begin(thread: PoolThread, task: PoolTask): void {
    clearTimeout(thread.timer);
    thread.task = task;
    const { timeMs } = this.#options;
    // While it works, the process stays.
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      this.#remove(thread, new WorkerTaskError('time', `It took longer than ${timeMs} ms.`));
    }, timeMs);
    thread.worker.postMessage(task.input);
  }

  #end(thread: PoolThread, settle: (task: PoolTask) => void): void {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = undefined;
    thread.worker.unref();
    thread.timer = setTimeout(() => {
      this.#threads.delete(thread);
      void thread.worker.terminate();
    }, this.#options.idleMs);
    thread.timer.unref();
    if (task) settle(task);
    this.#next();
  }

  #remove(thread: PoolThread, error: WorkerTaskError): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    thread.task?.reject(error);
    thread.task = undefined;
    this.#next();
  }
}
