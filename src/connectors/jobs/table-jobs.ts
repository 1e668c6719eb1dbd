/** Jobs as rows of the embedded database. A process takes a job with a lease, and renews the lease while it works on it. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, DatabaseMigration, SqlQuery, SqlValue } from '../../ports/database.ts';
import type { JobHandler, JobQueue } from '../../ports/job-queue.ts';
import type { Json } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';

/** How often a job is tried before it is given up. The pauses add up to about three weeks. */
const MAX_TRIES = 25;
const MAX_PAUSE_MS = 24 * 3_600_000;
const HOLD_MS = 30_000;
const POLL_MS = 500;
const AT_ONCE = 4;
const CLOSE_MS = 5_000;

interface JobRow {
  readonly kind: string;
  readonly key: string;
  readonly payload: string;
  readonly version: number;
  readonly tries: number;
}

export const jobMigrations: readonly DatabaseMigration[] = [
  {
    name: 'jobs-001',
    statements: [
      // A job that is requested again while it runs gets another version, and runs again.
      `create table jobs (kind text not null, key text not null, payload text not null, version integer not null, tries integer not null,
        due_at integer not null, held_by text, held_until integer not null, last_error text, primary key (kind, key))`,
      'create index jobs_due on jobs (due_at)',
    ],
  },
];

export interface TableJobsParts {
  readonly database: Pick<Database, 'read' | 'change'>;
  readonly clock: Clock;
  /** Identifies this process, and no other. */
  readonly holder: string;
  readonly failed: (kind: string, error: unknown, isGivenUp: boolean) => void;
}

const statement = (sql: string, ...parameters: SqlValue[]): SqlQuery => ({ sql, parameters });

export function openTableJobs({ database, clock, holder, failed }: TableJobsParts): JobQueue {
  const handlers = new Map<string, JobHandler>();
  const working = new Map<string, Promise<void>>();
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const isOurs = (row: JobRow): readonly SqlValue[] => [row.kind, row.key, holder];

  async function take(row: JobRow): Promise<boolean> {
    const now = clock.now();
    const claim = statement(
      'update jobs set held_by = ?, held_until = ? where kind = ? and key = ? and version = ? and held_until <= ? and due_at <= ?',
      ...[holder, now + HOLD_MS, row.kind, row.key, row.version, now, now],
    );
    return (await database.change({ guards: [claim] })) === 'done';
  }

  async function hold(row: JobRow): Promise<void> {
    const longer = 'update jobs set held_until = ? where kind = ? and key = ? and held_by = ?';
    await database.change({ guards: [], writes: [statement(longer, clock.now() + HOLD_MS, ...isOurs(row))] });
  }

  const release = (row: JobRow): SqlQuery =>
    statement(
      'update jobs set held_by = null, held_until = 0 where kind = ? and key = ? and held_by = ?',
      ...isOurs(row),
    );

  async function finish(row: JobRow): Promise<void> {
    const done = 'delete from jobs where kind = ? and key = ? and held_by = ? and version = ?';
    await database.change({ guards: [], writes: [statement(done, ...isOurs(row), row.version), release(row)] });
  }

  async function putOff(row: JobRow, error: unknown): Promise<void> {
    const tries = row.tries + 1;
    failed(row.kind, error, tries >= MAX_TRIES);
    if (tries >= MAX_TRIES) return finish(row);
    const due = clock.now() + Math.min(MAX_PAUSE_MS, 1_000 * Math.E ** Math.min(tries, 12));
    const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    // A job that was requested again in between keeps the due time of that request.
    const later = `update jobs set held_by = null, held_until = 0, tries = case version when ? then ? else 0 end,
      due_at = case version when ? then ? else due_at end, last_error = ? where kind = ? and key = ? and held_by = ?`;
    const values = [row.version, tries, row.version, Math.round(due), text, ...isOurs(row)];
    await database.change({ guards: [], writes: [statement(later, ...values)] });
  }

  async function work(row: JobRow, handler: JobHandler): Promise<void> {
    const holding = setInterval(() => void hold(row).catch(() => undefined), HOLD_MS / 3);
    try {
      await handler(JSON.parse(row.payload) as Json, ending.signal);
      await finish(row);
    } catch (error) {
      if (ending.signal.aborted) await database.change({ guards: [], writes: [release(row)] });
      else await putOff(row, error);
    } finally {
      clearInterval(holding);
    }
  }

  async function look(): Promise<void> {
    const room = AT_ONCE - working.size;
    if (room <= 0 || handlers.size === 0) return;
    const now = clock.now();
    const kinds = [...handlers.keys()];
    const due = await database.read<JobRow>(
      statement(
        `select kind, key, payload, version, tries from jobs where due_at <= ? and held_until <= ?
          and kind in (${kinds.map(() => '?').join(', ')}) order by due_at limit ?`,
        ...[now, now, ...kinds, room],
      ),
    );
    for (const row of due) {
      const handler = handlers.get(row.kind);
      const name = JSON.stringify([row.kind, row.key]);
      if (!handler || working.has(name) || ending.signal.aborted || !(await take(row))) continue;
      const done = work(row, handler)
        // The job stays held, and is tried again when its lease has expired.
        .catch((error: unknown) => failed(row.kind, error, false))
        .finally(() => {
          working.delete(name);
          poll();
        });
      working.set(name, done);
    }
  }

  function poll(): void {
    if (ending.signal.aborted) return;
    looking ??= look()
      .catch((error: unknown) => failed('jobs', error, false))
      .finally(() => (looking = undefined));
  }

  return {
    later: ({ kind, key, payload, at }) =>
      statement(
        `insert into jobs (kind, key, payload, version, tries, due_at, held_until) values (?, ?, ?, 1, 0, ?, 0)
          on conflict (kind, key) do update set payload = excluded.payload, due_at = excluded.due_at, version = version + 1, tries = 0`,
        ...[kind, key, JSON.stringify(payload), at ?? clock.now()],
      ),
    cancel: (kind, key) =>
      statement('delete from jobs where kind = ? and key = ? and held_until <= ?', kind, key, clock.now()),
    prepare: async () => undefined,
    handle(kind, handler) {
      if (timer) throw new PortError('NOT_AVAILABLE', `Jobs have begun; "${kind}" comes too late.`);
      handlers.set(kind, handler);
    },
    async start() {
      timer = setInterval(poll, POLL_MS);
      timer.unref();
      poll();
    },
    async close() {
      clearInterval(timer);
      ending.abort();
      await looking;
      const all = Promise.allSettled(working.values());
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    },
  };
}
