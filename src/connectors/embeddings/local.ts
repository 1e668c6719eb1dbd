/** The Embeddings port on this machine: a small model whose weights come with a package, in a thread of its own. */
import { Worker } from 'node:worker_threads';

import type { Embeddings } from '../../ports/embeddings.ts';
import { PortError } from '../../ports/port-error.ts';
import type { Asked, Said } from './local-worker.ts';

/** It takes some hundred megabytes while it is there. */
const IDLE_MS = 60_000;

export function localEmbeddings(): Embeddings {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.end();
  };
  return {
    id: 'local:minilm-l6-v2',
    async embed(texts, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const asked = thread?.isAlive === true ? thread : (thread = new Thread());
      try {
        return await asked.ask(texts, signal);
      } finally {
        if (!asked.isBusy) idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    close: end,
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, PromiseWithResolvers<Float32Array[]>>();
  #next = 0;
  #isAlive = true;

  constructor() {
    const file = import.meta.url.endsWith('.ts') ? './local-worker.ts' : './local-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url));
    this.#worker.unref();
    this.#worker.on('message', ({ id, vectors }: Said) => this.#asked.get(id)?.resolve(vectors));
    const fail = (cause: unknown): void => {
      this.#isAlive = false;
      const error = new PortError('EXTERNAL_ERROR', 'The local embeddings ended unexpectedly.', {}, cause);
      for (const { reject } of this.#asked.values()) reject(error);
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', fail);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isBusy(): boolean {
    return this.#asked.size > 0;
  }

  async ask(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const answer = Promise.withResolvers<Float32Array[]>();
    const id = this.#next++;
    this.#asked.set(id, answer);
    const abort = (): void => answer.reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    this.#worker.ref();
    try {
      this.#worker.postMessage({ id, texts } satisfies Asked);
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#asked.delete(id);
      if (!this.isBusy) this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
