/**
 * One SQLite connection and what a commit does on it. It is synchronous, in the server's thread and in the commit thread.
 * Values that cross between threads are packed. Raw SQL: pragmas and transactions.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { ensurePrivateFile } from '../../lib/node/private-files.ts';
import type { ChainHead, SqlQuery, SqlValue } from '../../ports/database.ts';

/** Changes that are committed together, with the audit rows that follow `head` if all of them win. */
export interface ChangeGroup {
  readonly changes: readonly { readonly guards: readonly SqlQuery[]; readonly writes: readonly SqlQuery[] }[];
  readonly readHead: SqlQuery | undefined;
  readonly head: ChainHead | undefined;
  readonly inserts: readonly SqlQuery[];
}

/** What of an error can cross to another thread. */
export interface SqliteErrorInfo {
  readonly message: string;
  readonly errcode: number | undefined;
}

export type GroupResult =
  | { readonly kind: 'done' }
  /** These lost their guards. Nothing was committed: without them the audit rows are others. */
  | { readonly kind: 'lost'; readonly losers: readonly number[] }
  /** Another process has appended since. Nothing was committed. */
  | { readonly kind: 'moved'; readonly head: ChainHead | undefined }
  /** This one cannot be done. Nothing was committed. */
  | { readonly kind: 'failed'; readonly at: number; readonly error: SqliteErrorInfo };

const SQLITE_BUSY = 5;
const MOST_TRIES = 200;
const WAIT_MS = 25;

export class SqliteConnection {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    ensurePrivateFile(path);
    this.#connection = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true });
    try {
      this.#useWal();
      this.#connection.exec('pragma synchronous = full; pragma wal_autocheckpoint = 4000; pragma secure_delete = on;');
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** Two processes that open a new file at once want this at once, and SQLite does not wait here by itself. */
  #useWal(): void {
    for (let tries = 1; ; tries += 1) {
      try {
        return this.#connection.exec('pragma journal_mode = wal');
      } catch (error) {
        if (tries === MOST_TRIES || explain(error).errcode !== SQLITE_BUSY) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
      }
    }
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  all(query: SqlQuery): unknown[] {
    return this.#statement(query.sql).all(...(query.parameters as SqlValue[]));
  }

  /** How many rows it touched. */
  run(query: SqlQuery): number {
    return Number(this.#statement(query.sql).run(...(query.parameters as SqlValue[])).changes);
  }

  transaction<T>(work: () => T): T {
    this.#statement('begin immediate').run();
    try {
      const result = work();
      this.#statement('commit').run();
      return result;
    } catch (error) {
      // A full disk may have rolled back already.
      if (this.#connection.isTransaction) this.#statement('rollback').run();
      throw error;
    }
  }

  commit(group: ChangeGroup): GroupResult {
    let at = 0;
    try {
      this.transaction(() => {
        this.#expectHead(group);
        const losers: number[] = [];
        for (at = 0; at < group.changes.length; at += 1) if (!this.#apply(group, at)) losers.push(at);
        if (losers.length > 0) throw new NotCommitted({ kind: 'lost', losers });
        at = -1;
        for (const insert of group.inserts) this.run(insert);
      });
      return { kind: 'done' };
    } catch (thrown) {
      if (thrown instanceof NotCommitted) return thrown.result;
      return { kind: 'failed', at, error: explain(thrown) };
    }
  }

  close(): void {
    this.#connection.close();
  }

  #expectHead({ readHead, head }: ChangeGroup): void {
    if (!readHead) return;
    const now = this.#statement(readHead.sql).get(...(readHead.parameters as SqlValue[])) as ChainHead | undefined;
    if (now?.seq !== head?.seq || now?.hash !== head?.hash) throw new NotCommitted({ kind: 'moved', head: now });
  }

  /** False when a guard touched another number of rows than one; then the change has left nothing behind. */
  #apply({ changes }: ChangeGroup, at: number): boolean {
    const { guards, writes } = changes[at] as ChangeGroup['changes'][number];
    const [first, ...others] = guards;
    if (others.length === 0) {
      const touched = first ? this.run(first) : 1;
      if (touched === 0) return false;
      // What it touched is still there for the others to see, so none of them can be judged in this pass.
      if (touched > 1) throw new NotCommitted({ kind: 'lost', losers: [at] });
    } else if (!this.#allPass(guards)) return false;
    for (const write of writes) this.run(write);
    return true;
  }

  #allPass(guards: readonly SqlQuery[]): boolean {
    this.#statement('savepoint guards').run();
    const passed = guards.every((guard) => this.run(guard) === 1);
    if (!passed) this.#statement('rollback to guards').run();
    this.#statement('release guards').run();
    return passed;
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

export function explain(thrown: unknown): SqliteErrorInfo {
  const errcode: unknown = thrown instanceof Error ? Reflect.get(thrown, 'errcode') : undefined;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, errcode: typeof errcode === 'number' ? errcode : undefined };
}

class NotCommitted extends Error {
  readonly result: GroupResult;

  constructor(result: GroupResult) {
    super('not committed');
    this.result = result;
  }
}

/** Packs a group as one flat list, with the text of each statement sent only once: what crosses to the thread is copied, and nesting is slow. */
export class MessagePacker {
  readonly #known = new Map<string, number>();

  pack(group: ChangeGroup): unknown[] {
    const fresh: string[] = [];
    const message: unknown[] = [fresh, group.head ?? null, group.changes.length];
    const add = (query: SqlQuery): void => {
      let id = this.#known.get(query.sql);
      if (id === undefined) {
        id = this.#known.size;
        this.#known.set(query.sql, id);
        fresh.push(query.sql);
      }
      message.push(id, query.parameters.length);
      for (const parameter of query.parameters) message.push(parameter);
    };
    const addAll = (queries: readonly SqlQuery[]): void => {
      message.push(queries.length);
      for (const query of queries) add(query);
    };
    addAll(group.readHead ? [group.readHead] : []);
    for (const { guards, writes } of group.changes) {
      addAll(guards);
      addAll(writes);
    }
    addAll(group.inserts);
    return message;
  }
}

/** `texts` remembers, across messages, what was sent once. */
export function unpack(message: readonly unknown[], texts: string[]): ChangeGroup {
  texts.push(...(message[0] as string[]));
  const head = (message[1] as ChainHead | null) ?? undefined;
  const count = message[2] as number;
  let at = 3;
  const queries = (): SqlQuery[] => {
    const list: SqlQuery[] = [];
    for (let left = message[at++] as number; left > 0; left -= 1) {
      const sql = texts[message[at++] as number] as string;
      const length = message[at++] as number;
      list.push({ sql, parameters: message.slice(at, at + length) as SqlValue[] });
      at += length;
    }
    return list;
  };
  const [readHead] = queries();
  const changes = Array.from({ length: count }, () => ({ guards: queries(), writes: queries() }));
  return { changes, readHead, head, inserts: queries() };
}
