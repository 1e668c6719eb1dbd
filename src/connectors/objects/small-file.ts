/** The one file of small objects, as it is opened in the server's thread and in the thread that waits for the disk. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { ensurePrivateFile } from '../../lib/node/private-files.ts';

export interface SmallObject {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** What of an error can cross to another thread. */
export interface StorageErrorInfo {
  readonly message: string;
  readonly isFull: boolean;
}

const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;
/** Pages of the log before they are written a second time, to their place. */
const CHECKPOINT_PAGES = 8_000;

export class SmallFile {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;

  constructor(path: string) {
    ensurePrivateFile(path);
    this.#database = new DatabaseSync(path, { timeout: 10_000 });
    try {
      // Raw SQL: pragmas, and the one table of this file.
      this.#database.exec(
        `pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
        create table if not exists objects (hash blob not null unique, bytes blob not null)`,
      );
      // Raw SQL: measured, the query builder takes 0.1 s of CPU time to load in the writing thread, while objects wait.
      this.#insert = this.#database.prepare(
        'insert into objects (hash, bytes) values (?, ?) on conflict (hash) do nothing',
      );
      this.#select = this.#database.prepare('select bytes from objects where hash = ?');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** All or none. Answers what went wrong, or undefined once they are durable. */
  insert(group: readonly SmallObject[]): StorageErrorInfo | undefined {
    try {
      // Raw SQL: begin, commit and rollback.
      this.#database.exec('begin immediate');
      for (const { hash, bytes } of group) this.#insert.run(Buffer.from(hash, 'hex'), bytes);
      this.#database.exec('commit');
      return undefined;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      return toErrorInfo(error);
    }
  }

  get(hash: string): Uint8Array | undefined {
    return (this.#select.get(Buffer.from(hash, 'hex')) as { bytes: Uint8Array } | undefined)?.bytes;
  }

  close(): void {
    this.#database.close();
  }
}

export function toErrorInfo(error: unknown): StorageErrorInfo {
  const code = error instanceof Error ? Number(Reflect.get(error, 'errcode')) & 0xff : 0;
  const message = error instanceof Error ? error.message : String(error);
  return { message, isFull: code === SQLITE_FULL || code === SQLITE_IOERR };
}
