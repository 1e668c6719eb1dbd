/** Jobs as rows of the embedded database. A process takes a job with a lease, and renews the lease while it works on it. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, DatabaseMigration, SqlQuery } from '../../ports/database.ts';
import type { Job, JobHandler, JobQueue } from '../../ports/job-queue.ts';
import type { Json } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import {
  cancelJob,
  claimJob,
  findDueJobs,
  postponeJob,
  releaseJob,
  removeJob,
  renewJob,
  requestJob,
  type JobRow,
} from './job-statements.ts';

/** How often a job is tried before it is given up. The pauses add up to about three weeks. */
const MAX_TRIES = 25;
const MAX_PAUSE_MS = 24 * 3_600_000;
const HOLD_MS = 30_000;
const POLL_MS = 500;
const AT_ONCE = 4;
const CLOSE_MS = 5_000;

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

interface TableJobsParts {
  readonly database: Pick<Database, 'read' | 'change'>;
  readonly clock: Clock;
  /** Identifies this process, and no other. */
  readonly holder: string;
  readonly failed: (kind: string, error: unknown, isGivenUp: boolean) => void;
}

export function openTableJobs(parts: TableJobsParts): JobQueue {
  return new TableJobs(parts);
}

class TableJobs implements JobQueue {
  readonly #parts: TableJobsParts;
  readonly #handlers = new Map<string, JobHandler>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: TableJobsParts) {
    this.#parts = parts;
  }

  later({ kind, key, payload, at = this.#parts.clock.now() }: Job): SqlQuery {
    return requestJob({ kind, key, payload: JSON.stringify(payload), at });
  }

  cancel(kind: string, key: string): SqlQuery {
    return cancelJob({ kind, key, now: this.#parts.clock.now() });
  }

  async prepare(): Promise<void> {
    // The migrations have made the table.
  }

  handle(kind: string, handler: JobHandler): void {
    if (this.#timer) throw new PortError('NOT_AVAILABLE', `Jobs have begun; "${kind}" comes too late.`);
    this.#handlers.set(kind, handler);
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
    this.#timer.unref();
    this.#poll();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#looking;
    const all = Promise.allSettled(this.#working.values());
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
  }

  #poll(): void {
    if (this.#ending.signal.aborted) return;
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#parts.failed('jobs', error, false))
      .finally(() => (this.#looking = undefined));
  }

  /** Begins to work on jobs that are due, as many as there is room for. */
  async #look(): Promise<void> {
    const { database, clock, failed } = this.#parts;
    const room = AT_ONCE - this.#working.size;
    if (room <= 0 || this.#handlers.size === 0) return;
    const due = await database.read<JobRow>(findDueJobs([...this.#handlers.keys()], clock.now(), room));
    for (const row of due) {
      const handler = this.#handlers.get(row.kind);
      const name = JSON.stringify([row.kind, row.key]);
      if (!handler || this.#working.has(name) || this.#ending.signal.aborted || !(await this.#take(row))) continue;
      const done = this.#work(row, handler)
        // The job stays held, and is tried again when its lease has expired.
        .catch((error: unknown) => failed(row.kind, error, false))
        .finally(() => {
          this.#working.delete(name);
          this.#poll();
        });
      this.#working.set(name, done);
    }
  }

  async #work(row: JobRow, handler: JobHandler): Promise<void> {
    const holding = setInterval(() => void this.#hold(row).catch(() => undefined), HOLD_MS / 3);
    try {
      await handler(JSON.parse(row.payload) as Json, this.#ending.signal);
      await this.#finish(row);
    } catch (error) {
      if (this.#ending.signal.aborted) await this.#write(releaseJob(this.#held(row)));
      else await this.#putOff(row, error);
    } finally {
      clearInterval(holding);
    }
  }

  async #take(row: JobRow): Promise<boolean> {
    const now = this.#parts.clock.now();
    const claim = claimJob({ ...this.#held(row), version: row.version, now, until: now + HOLD_MS });
    return (await this.#parts.database.change({ guards: [claim] })) === 'done';
  }

  #hold(row: JobRow): Promise<void> {
    return this.#write(renewJob({ ...this.#held(row), until: this.#parts.clock.now() + HOLD_MS }));
  }

  #finish(row: JobRow): Promise<void> {
    return this.#write(removeJob({ ...this.#held(row), version: row.version }), releaseJob(this.#held(row)));
  }

  async #putOff(row: JobRow, error: unknown): Promise<void> {
    const { clock, failed } = this.#parts;
    const tries = row.tries + 1;
    failed(row.kind, error, tries >= MAX_TRIES);
    if (tries >= MAX_TRIES) return this.#finish(row);
    const at = Math.round(clock.now() + Math.min(MAX_PAUSE_MS, 1_000 * Math.E ** Math.min(tries, 12)));
    const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    return this.#write(postponeJob({ ...this.#held(row), version: row.version, tries, at, error: text }));
  }

  #held({ kind, key }: JobRow): { kind: string; key: string; holder: string } {
    return { kind, key, holder: this.#parts.holder };
  }

  async #write(...writes: readonly SqlQuery[]): Promise<void> {
    await this.#parts.database.change({ guards: [], writes });
  }
}
