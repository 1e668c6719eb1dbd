/**
 * Stores small objects together in one file and passes larger ones on. A separate file would cost each object several syncs
 * of the disk; here concurrent objects share one sync.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';
import { toErrorInfo, SmallFile, type StorageErrorInfo, type SmallObject } from './small-file.ts';

const SMALL = 64 * 1024;
const MAX_GROUP = 1_000;
/** More objects than this are written in a thread. */
const FEW = 8;

interface Waiting extends SmallObject {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface SmallObjects extends ObjectStore {
  close(): Promise<void>;
}

export function keepSmallObjects(path: string, larger: ObjectStore): SmallObjects {
  return new SmallObjectStore(path, larger);
}

/** The file is opened at its first use. */
class SmallObjectStore implements SmallObjects {
  readonly #path: string;
  readonly #larger: ObjectStore;
  readonly #queue: Waiting[] = [];
  #file: SmallFile | undefined;
  #thread: WritingThread | undefined;
  #working: Promise<void> | undefined;

  constructor(path: string, larger: ObjectStore) {
    this.#path = path;
    this.#larger = larger;
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }> {
    if (content instanceof Uint8Array)
      return content.byteLength <= SMALL ? this.#keep(content) : this.#larger.put(content);
    const iterator = content[Symbol.asyncIterator]();
    const first: Uint8Array[] = [];
    for (let size = 0; size <= SMALL;) {
      const next = await iterator.next();
      if (next.done) return this.#keep(Buffer.concat(first));
      first.push(next.value);
      size += next.value.byteLength;
    }
    return this.#larger.put(chainChunks(first, iterator));
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    const bytes = this.#open().get(hash);
    if (!bytes) return this.#larger.get(hash);
    if (createHash('sha256').update(bytes).digest('hex') === hash) return bytes;
    throw new PortError('EXECUTION_ERROR', `The object ${hash} is damaged on disk: its content has another hash.`, {
      hash,
    });
  }

  async *stream(hash: string): AsyncGenerator<Uint8Array> {
    const bytes = this.#open().get(hash);
    if (bytes) yield bytes;
    else yield* this.#larger.stream(hash);
  }

  async close(): Promise<void> {
    await this.#working;
    await this.#thread?.close();
    this.#file?.close();
    this.#file = undefined;
  }

  #open(): SmallFile {
    try {
      return (this.#file ??= new SmallFile(this.#path));
    } catch (error) {
      throw storageError(toErrorInfo(error), error);
    }
  }

  async #keep(bytes: Uint8Array): Promise<{ hash: string; size: number }> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ hash, bytes, resolve, reject });
      this.#working ??= this.#work();
    });
    return { hash, size: bytes.byteLength };
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      // Waits one turn of the event loop, so that objects that are put together are written together.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#queue.splice(0, MAX_GROUP);
      try {
        await this.#insert(group);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#working = undefined;
  }

  async #insert(group: readonly SmallObject[]): Promise<void> {
    const here = this.#open();
    const fault =
      group.length > FEW
        ? await (this.#thread ??= new WritingThread(this.#path)).insert(
            group.map(({ hash, bytes }) => ({ hash, bytes })),
          )
        : here.insert(group);
    if (fault) throw storageError(fault);
  }
}

class WritingThread {
  readonly #worker: Worker;
  #settle: { resolve: (fault: StorageErrorInfo | undefined) => void; reject: (error: unknown) => void } | undefined;

  constructor(path: string) {
    const file = import.meta.url.endsWith('.ts') ? './small-worker.ts' : './small-worker.js';
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData: { path } });
    this.#worker.on('message', (fault: StorageErrorInfo | undefined) => {
      const settle = this.#settle;
      this.#settle = undefined;
      this.#worker.unref();
      settle?.resolve(fault);
    });
    this.#worker.on('error', (error) => this.#settle?.reject(error));
    this.#worker.unref();
  }

  insert(group: readonly SmallObject[]): Promise<StorageErrorInfo | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      // The process must not exit while objects are being written.
      this.#worker.ref();
      this.#worker.postMessage(group);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function* chainChunks(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function storageError({ message, isFull }: StorageErrorInfo, cause?: unknown): Error {
  if (!isFull) return new Error(message, { cause });
  return new PortError('STORAGE_FULL', 'The objects could not be kept: the disk is full or failing.', {
    reason: message,
  });
}
