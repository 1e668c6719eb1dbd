/** One thread that runs the model, seen from the calling thread. */
import { Worker } from 'node:worker_threads';

import { PortError } from '../../ports/port-error.ts';
import type { EmbeddingTask, EmbeddingWorkerData, EmbeddingReply } from './local-worker.ts';

export class LocalThread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #asked = new Map<number, PromiseWithResolvers<Float32Array[]>>();
  #next = 0;
  #isAlive = true;

  constructor(begun: EmbeddingWorkerData) {
    const file = import.meta.url.endsWith('.ts') ? './local-worker.ts' : './local-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: begun });
    this.#worker.unref();
    this.#worker.on('message', ({ id, vectors }: EmbeddingReply) => {
      if (id === undefined) this.#ready.resolve();
      else this.#asked.get(id)?.resolve(vectors ?? []);
    });
    const fail = (cause: unknown): void => {
      this.#isAlive = false;
      const error = new PortError('EXTERNAL_ERROR', 'The local embeddings ended unexpectedly.', {}, cause);
      this.#ready.reject(error);
      for (const { reject } of this.#asked.values()) reject(error);
    };
    this.#ready.promise.catch(() => undefined);
    this.#worker.on('error', fail);
    this.#worker.on('exit', fail);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Keeps the process alive until the answer arrives. */
  async ask(texts: readonly string[]): Promise<Float32Array[]> {
    const answer = Promise.withResolvers<Float32Array[]>();
    const id = this.#next++;
    this.#asked.set(id, answer);
    // The caller may receive the same error from `#ready` first. Without a handler, this rejection would be unhandled.
    answer.promise.catch(() => undefined);
    this.#worker.ref();
    try {
      await this.#ready.promise;
      this.#worker.postMessage({ id, texts } satisfies EmbeddingTask);
      return await answer.promise;
    } finally {
      this.#asked.delete(id);
      if (this.#asked.size === 0) this.#worker.unref();
    }
  }

  /** Resolves once the thread accepts tasks. */
  async ready(): Promise<void> {
    await this.#ready.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
