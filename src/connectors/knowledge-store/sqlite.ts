/** The knowledge store on this machine: one SQLite file with its words and its vectors, read and written in a thread. */
import { Worker } from 'node:worker_threads';

import type { KnowledgeStore, ChunkLookupResult, OutdatedChunk } from '../../ports/knowledge-store.ts';
import { PortError } from '../../ports/port-error.ts';
import type { ScanKernel } from './vector-scan.ts';
import type { KnowledgeStoreTask, KnowledgeStoreReply } from './knowledge-worker.ts';

export function openSqliteKnowledge(path: string, kernel: () => ScanKernel): KnowledgeStore {
  let thread: Thread | undefined;
  const ask = (asked: KnowledgeStoreTask): Promise<unknown> => (thread ??= new Thread(path, kernel())).ask(asked);
  return {
    put: async (document, chunks) => void (await ask({ what: 'put', document, chunks })),
    remove: async (document) => void (await ask({ what: 'remove', document })),
    lookUp: async (lookup) => (await ask({ what: 'lookUp', lookup })) as ChunkLookupResult,
    outdated: async (audience, by, limit) =>
      (await ask({ what: 'outdated', audience, by, limit })) as readonly OutdatedChunk[],
    renew: async (_audience, embeddings) => void (await ask({ what: 'renew', embeddings })),
    condition: async () => ({ vectors: true }),
    async close() {
      await thread?.ask({ what: 'close' });
      await thread?.end();
      thread = undefined;
    },
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #next = 0;

  constructor(path: string, kernel: ScanKernel) {
    const file = import.meta.url.endsWith('.ts') ? './knowledge-worker.ts' : './knowledge-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { path, kernel } });
    this.#worker.unref();
    this.#worker.on('message', (said: KnowledgeStoreReply) => {
      const waiting = this.#asked.get(said.id);
      if ('failed' in said)
        waiting?.reject(new PortError('EXTERNAL_ERROR', `The knowledge store failed: ${said.failed}`));
      else waiting?.resolve(said.answer);
    });
    const fail = (cause: unknown): void => {
      const error = new PortError('EXTERNAL_ERROR', 'The knowledge store ended unexpectedly.', {}, cause);
      for (const { reject } of this.#asked.values()) reject(error);
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', fail);
  }

  async ask(asked: KnowledgeStoreTask): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    const id = this.#next++;
    this.#asked.set(id, answer);
    this.#worker.ref();
    try {
      this.#worker.postMessage({ id, asked });
      return await answer.promise;
    } finally {
      this.#asked.delete(id);
      if (this.#asked.size === 0) this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
