/** The server's side of the commit thread: one group at a time. */
import { Worker } from 'node:worker_threads';

import { MessagePacker, type ChangeGroup, type GroupResult } from './sqlite-connection.ts';

export class CommitThread {
  readonly #worker: Worker;
  readonly #packer = new MessagePacker();
  #settle: { resolve: (result: GroupResult) => void; reject: (error: unknown) => void } | undefined;

  constructor(path: string) {
    const file = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { path } });
    this.#worker.on('message', (result: GroupResult) => {
      const settle = this.#settle;
      this.#settle = undefined;
      this.#worker.unref();
      settle?.resolve(result);
    });
    // Whether the group was committed is unknown then. Its callers receive an error, as after a lost connection.
    this.#worker.on('error', (error) => this.#settle?.reject(error));
    this.#worker.unref();
  }

  commit(group: ChangeGroup): Promise<GroupResult> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      // The process must not exit during a commit.
      this.#worker.ref();
      this.#worker.postMessage(this.#packer.pack(group));
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
