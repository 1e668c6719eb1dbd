/** The database port on SQLite: one file, WAL, synchronous FULL, and group commit so that many changes share one sync. */
import type {
  AuditChain,
  ChainHead,
  OrganizationHead,
  OrganizationHeadRow,
  DatabaseChange,
  ChangeResult,
  Database,
  DatabaseMigration,
  SqlQuery,
  RecordDraft,
} from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import {
  explain,
  SqliteConnection,
  type SqliteErrorInfo,
  type ChangeGroup,
  type GroupResult,
} from './sqlite-connection.ts';
import { CommitThread } from './sqlite-thread.ts';

const OTHER_PROCESS_POLL_MS = 200;
const MAX_GROUP = 512;
const MAX_TURNS = 8;
/** A longer wait for the disk in this thread would block all other work. */
const SLOW_SYNC_MS = 3;
/** Up to this many changes, the sync is most of the cost of a commit. */
const USUAL_GROUP = 64;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;

interface Waiting {
  readonly change: DatabaseChange;
  readonly resolve: (result: ChangeResult) => void;
  readonly reject: (error: unknown) => void;
}

export function openSqlite(path: string, { chain }: { chain: AuditChain }): Database {
  return new SqliteDatabase(path, chain);
}

const NO_RECORDS: readonly RecordDraft[] = [];
const NO_WRITES: readonly SqlQuery[] = [];

class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #path: string;
  readonly #connection: SqliteConnection;
  readonly #chain: AuditChain;
  readonly #listeners = new Set<() => void>();
  #thread: CommitThread | undefined;
  #queue: Waiting[] = [];
  #head: ChainHead | undefined;
  /** The heads that fit `#head`, for the organizations that this process has written for. */
  readonly #heads = new Map<string, OrganizationHead>();
  #working: Promise<void> | undefined;
  #syncMs = 0;
  #poll: NodeJS.Timeout | undefined;
  #version = 0;
  #isClosed = false;

  constructor(path: string, chain: AuditChain) {
    this.#path = path;
    this.#connection = withPortErrors(() => new SqliteConnection(path));
    this.#chain = chain;
  }

  async migrate(migrations: readonly DatabaseMigration[]): Promise<void> {
    const work = (): void => {
      this.#connection.exec('create table if not exists migrations (name text primary key)');
      for (const { name, statements } of migrations) {
        // Raw SQL: migrations.
        const claim = { sql: 'insert into migrations values (?) on conflict do nothing', parameters: [name] };
        if (this.#connection.run(claim) === 1) for (const statement of statements) this.#connection.exec(statement);
      }
    };
    withPortErrors(() => this.#connection.transaction(work));
  }

  async read<Row>(query: SqlQuery): Promise<Row[]> {
    return withPortErrors(() => this.#connection.all(query) as Row[]);
  }

  readAs<Row>(_audiences: readonly string[], query: SqlQuery): Promise<Row[]> {
    return this.read(query);
  }

  change(change: DatabaseChange): Promise<ChangeResult> {
    if (this.#isClosed) return Promise.reject(new PortError('NOT_AVAILABLE', 'The database is closed.'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ change, resolve, reject });
      this.#working ??= this.#work();
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

  /** The log can hold earlier versions of pages. It is copied into the main file, where deleted bytes are zeros, and emptied. */
  async purge(): Promise<void> {
    await this.#working;
    // Raw SQL: a pragma.
    withPortErrors(() => this.#connection.exec('pragma wal_checkpoint(truncate)'));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#poll);
    await this.#working;
    await this.#thread?.close();
    this.#connection.close();
  }

  /** Commits group after group until nothing waits. */
  async #work(): Promise<void> {
    do {
      await this.#gather();
      await this.#settle(this.#queue.splice(0, MAX_GROUP));
      for (const listener of this.#listeners) listener();
    } while (this.#queue.length > 0);
    this.#working = undefined;
  }

  /**
   * A sync costs more than many turns of the event loop, so the commit waits while each turn adds changes. It always waits
   * one turn: a commit blocks the loop, and changes that are about to arrive would be missed.
   */
  async #gather(): Promise<void> {
    let before = -1;
    for (let turns = 0; turns < MAX_TURNS && this.#queue.length !== before; turns += 1) {
      before = this.#queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Tries the group until each of its changes is done, lost or failed. */
  async #settle(waiting: readonly Waiting[]): Promise<void> {
    let left = waiting;
    while (left.length > 0) {
      const records = left.flatMap(({ change }) => change.records ?? NO_RECORDS);
      const linked = records.length > 0 ? this.#link(records) : undefined;
      if (linked && 'error' in linked) {
        left = this.#fail(left, { kind: 'failed', at: -1, error: linked.error });
        continue;
      }
      const result = await this.#commit({
        changes: left.map(({ change }) => ({ guards: change.guards, writes: change.writes ?? NO_WRITES })),
        readHead: linked ? this.#chain.readHead : undefined,
        head: this.#head,
        inserts: linked?.inserts ?? [],
      });
      switch (result.kind) {
        case 'done':
          if (linked) {
            this.#head = linked.head;
            for (const [id, head] of linked.heads) this.#heads.set(id, head);
          }
          for (const { resolve } of left) resolve('done');
          return;
        case 'moved':
          this.#head = result.head;
          this.#heads.clear();
          break;
        case 'lost':
          left = await this.#settleWinners(left, new Set(result.losers));
          break;
        case 'failed':
          left = this.#fail(left, result);
          break;
      }
    }
  }

  /** The heads are read after the head that the commit expects. If another process moves the chain, the commit says so. */
  #link(records: readonly RecordDraft[]): ReturnType<AuditChain['linkRecords']> | { error: SqliteErrorInfo } {
    const missing = new Set(records.map(({ organizationId }) => organizationId).filter((id) => !this.#heads.has(id)));
    try {
      if (missing.size > 0)
        for (const row of this.#connection.all(this.#chain.readHeads([...missing])) as OrganizationHeadRow[])
          this.#heads.set(row.organization_id, { organizationSeq: row.organization_seq, hash: row.hash });
      return this.#chain.linkRecords(this.#head, this.#heads, records);
    } catch (thrown) {
      return { error: explain(thrown) };
    }
  }

  /**
   * A change may lose to another change of the same group that is not committed yet. So the winners are committed first and
   * the losers are tried again. If all changes of a group lose, they lost to stored data.
   */
  async #settleWinners(group: readonly Waiting[], losers: ReadonlySet<number>): Promise<readonly Waiting[]> {
    const lost = group.filter((_, at) => losers.has(at));
    if (lost.length < group.length) {
      await this.#settle(group.filter((_, at) => !losers.has(at)));
      return lost;
    }
    for (const { resolve } of lost) resolve('lost');
    return [];
  }

  /** Rejects the change that failed. Rejects all if that change is unknown or the disk is the cause. */
  #fail(left: readonly Waiting[], { at, error }: GroupResult & { kind: 'failed' }): readonly Waiting[] {
    const reason = asPortError(error);
    const culprit = reason instanceof PortError ? undefined : left[at];
    for (const { reject } of culprit ? [culprit] : left) reject(reason);
    return culprit ? left.filter((one) => one !== culprit) : [];
  }

  /** Commits to a slow disk in the commit thread. For a fast disk, waking a thread costs more than it saves. */
  async #commit(group: ChangeGroup): Promise<GroupResult> {
    const began = performance.now();
    const result = this.#syncMs > SLOW_SYNC_MS ? await this.#onThread(group) : this.#connection.commit(group);
    this.#syncMs += ((performance.now() - began) / Math.max(1, group.changes.length / USUAL_GROUP) - this.#syncMs) / 8;
    return result;
  }

  #onThread(group: ChangeGroup): Promise<GroupResult> {
    this.#thread ??= new CommitThread(this.#path);
    return this.#thread.commit(group);
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
    // Raw SQL: a pragma.
    const [row] = this.#connection.all({ sql: 'pragma data_version', parameters: [] }) as { data_version: number }[];
    return row?.data_version ?? 0;
  }
}

/** Opening and reading can fail because of a full disk too. */
function withPortErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const reason = asPortError(explain(thrown));
    throw reason instanceof PortError ? reason : thrown;
  }
}

function asPortError({ message, errcode }: SqliteErrorInfo): Error {
  const primary = (errcode ?? 0) & 0xff;
  if (primary === SQLITE_FULL || primary === SQLITE_IOERR) {
    return new PortError('STORAGE_FULL', 'The database could not be used: the disk is full or failing.', {
      reason: message,
    });
  }
  if (primary === SQLITE_BUSY)
    return new PortError('EXTERNAL_ERROR', 'Another process held the database for too long.');
  return new Error(message);
}
