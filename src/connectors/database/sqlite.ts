/** The database port on SQLite: one file, WAL, synchronous FULL, and group commit so that many changes share one sync. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Chain, Change, ChangeResult, Database, Migration, Query, SqlValue } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';

const OTHER_PROCESS_POLL_MS = 200;
const MAX_GROUP = 512;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;

interface Waiting {
  readonly change: Change;
  readonly resolve: (result: ChangeResult) => void;
  readonly reject: (error: unknown) => void;
}

export function openSqlite(path: string, { chain }: { chain: Chain }): Database {
  const connection = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true });
  try {
    connection.exec('pragma journal_mode = wal; pragma synchronous = full;');
  } catch (error) {
    connection.close();
    throw asPortError(error);
  }
  return new SqliteDatabase(connection, chain);
}

class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #connection: DatabaseSync;
  readonly #chain: Chain;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners = new Set<() => void>();
  #queue: Waiting[] = [];
  #flushing = false;
  #poll: NodeJS.Timeout | undefined;
  #version = 0;

  constructor(connection: DatabaseSync, chain: Chain) {
    this.#connection = connection;
    this.#chain = chain;
  }

  async migrate(migrations: readonly Migration[]): Promise<void> {
    const work = () => {
      this.#connection.exec('create table if not exists migrations (name text primary key)');
      for (const { name, statements } of migrations) {
        const isNew = this.#run({
          sql: 'insert into migrations values (?) on conflict do nothing',
          parameters: [name],
        });
        if (isNew === 1) for (const statement of statements) this.#connection.exec(statement);
      }
    };
    try {
      this.#transaction(work);
    } catch (error) {
      throw asPortError(error);
    }
  }

  async read<Row>(query: Query): Promise<Row[]> {
    try {
      return this.#statement(query.sql).all(...(query.parameters as SqlValue[])) as Row[];
    } catch (error) {
      throw asPortError(error);
    }
  }

  change(change: Change): Promise<ChangeResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, resolve, reject });
      if (this.#flushing) return;
      this.#flushing = true;
      // After the current turn, so that everything which is ready now shares the commit.
      setImmediate(() => this.#flush());
    });
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#poll ??= this.#startPolling();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#poll);
      this.#poll = undefined;
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    while (this.#queue.length > 0) this.#flush();
    this.#connection.close();
  }

  #flush(): void {
    this.#flushing = false;
    const group = this.#queue.splice(0, MAX_GROUP);
    if (this.#queue.length > 0) {
      this.#flushing = true;
      setImmediate(() => this.#flush());
    }
    if (group.length === 0) return;
    const results = this.#commitTogether(group);
    if (results) group.forEach((waiting, at) => waiting.resolve(results[at] ?? 'lost'));
    else for (const waiting of group) this.#commitAlone(waiting);
    for (const listener of this.#listeners) listener();
  }

  /** Undefined when one change spoils the group: the group is rolled back, and each is then tried by itself. */
  #commitTogether(group: readonly Waiting[]): ChangeResult[] | undefined {
    try {
      return this.#transaction(() => this.#apply(group.map(({ change }) => change)));
    } catch {
      return undefined;
    }
  }

  #commitAlone({ change, resolve, reject }: Waiting): void {
    try {
      resolve(this.#transaction(() => this.#apply([change]))[0] ?? 'lost');
    } catch (error) {
      if (error instanceof LostMidway) resolve('lost');
      else reject(asPortError(error));
    }
  }

  #apply(changes: readonly Change[]): ChangeResult[] {
    const drafts = [];
    const results: ChangeResult[] = [];
    for (const { guards, writes, records } of changes) {
      if (!this.#passGuards(guards)) {
        results.push('lost');
        continue;
      }
      if (writes) for (const write of writes) this.#run(write);
      if (records) drafts.push(...records);
      results.push('done');
    }
    if (drafts.length > 0) {
      const { sql, parameters } = this.#chain.readHead;
      const [head] = this.#statement(sql).all(...(parameters as SqlValue[])) as unknown as {
        seq: number;
        hash: string;
      }[];
      for (const insert of this.#chain.seal(head, drafts).inserts) this.#run(insert);
    }
    return results;
  }

  #passGuards(guards: readonly Query[]): boolean {
    for (let at = 0; at < guards.length; at += 1) {
      const touched = this.#run(guards[at] as Query);
      if (touched === 1) continue;
      if (at === 0 && touched === 0) return false;
      throw new LostMidway();
    }
    return true;
  }

  #transaction<T>(work: () => T): T {
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

  #run(query: Query): number {
    return Number(this.#statement(query.sql).run(...(query.parameters as SqlValue[])).changes);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #startPolling(): NodeJS.Timeout {
    this.#version = this.#dataVersion();
    const timer = setInterval(() => {
      const version = this.#dataVersion();
      if (version === this.#version) return;
      this.#version = version;
      for (const listener of this.#listeners) listener();
    }, OTHER_PROCESS_POLL_MS);
    return timer.unref();
  }

  // Changes only when another connection has committed.
  #dataVersion(): number {
    return (this.#statement('pragma data_version').get() as { data_version: number }).data_version;
  }
}

class LostMidway extends Error {}

function asPortError(error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  if (typeof code !== 'number') return error;
  const primary = code & 0xff;
  if (primary === SQLITE_FULL || primary === SQLITE_IOERR) {
    return new PortError('STORAGE_FULL', 'The database could not be used: the disk is full or failing.', {}, error);
  }
  if (primary === SQLITE_BUSY) {
    return new PortError('EXTERNAL_ERROR', 'Another process held the database for too long.', {}, error);
  }
  return error;
}
