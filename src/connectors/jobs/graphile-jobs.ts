/**
 * Jobs on PostgreSQL, by graphile-worker. Our role has no access to its tables, so it calls two functions of ours. A
 * process that dies leaves its jobs locked for hours. So each process holds an advisory lock while it is connected. If
 * another process can take that lock, its holder is gone.
 */
import { EventEmitter } from 'node:events';

import type { LogFunctionFactory, Runner, TaskList, WorkerEvents } from 'graphile-worker';
import { sql as raw, type RawBuilder } from 'kysely';
import { Client, escapeIdentifier, Pool } from 'pg';

import type { SqlQuery, SqlValue } from '../../ports/database.ts';
import type { JobHandler, JobQueue } from '../../ports/job-queue.ts';
import type { Json } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import { createQueryBuilder, query } from '../../lib/query-builder.ts';

const AT_ONCE = 4;
const LOOK_MS = 10_000;
const CLOSE_MS = 5_000;

const sql = createQueryBuilder<{ _private_jobs: { locked_by: string | null } }>('postgres');

interface GraphileJobsParts {
  readonly connectionString: string;
  /** The schema of graphile-worker's tables. */
  readonly schema?: string;
  readonly failed: (kind: string, error: unknown, isGivenUp: boolean) => void;
}

export function openGraphileJobs({ connectionString, schema = 'deputize_jobs', failed }: GraphileJobsParts): JobQueue {
  const place = escapeIdentifier(schema);
  const ending = new AbortController();
  // Errors of a job are reported by its handler. All other errors concern the database.
  const logFactory: LogFunctionFactory =
    ({ jobId }) =>
    (level, message) => {
      if (level === 'error' && jobId === undefined && !ending.signal.aborted) failed('jobs', new Error(message), false);
    };
  // Loaded when it is needed: a single command uses only the statements.
  const load = async () => {
    const { Logger, run, runMigrations } = await import('graphile-worker');
    return { run, runMigrations, logger: new Logger(logFactory) };
  };
  const tasks: TaskList = {};
  let pool: Pool | undefined;
  let runner: Runner | undefined;
  let presence: Presence | undefined;

  return {
    later: ({ kind, key, payload, at = null }) =>
      callFunction(`${place}.deputize_later`, [kind, key, raw`${JSON.stringify({ payload })}::json`, at]),
    cancel: (kind, key) => callFunction(`${place}.deputize_cancel`, [kind, key]),
    async prepare() {
      const { runMigrations, logger } = await load();
      await runMigrations({ connectionString, schema, logger });
      const owner = new Client({ connectionString });
      await owner.connect();
      try {
        // Raw SQL: functions are created here, under an advisory lock.
        await owner.query(['begin', 'select pg_advisory_xact_lock(7377, 1)', ...functions(place), 'commit'].join(';'));
      } finally {
        await owner.end();
      }
    },
    handle(kind, handler) {
      if (runner) throw new PortError('NOT_AVAILABLE', `Jobs have begun; "${kind}" comes too late.`);
      tasks[kind] = createTask(kind, handler, ending.signal, failed);
    },
    async start() {
      if (Object.keys(tasks).length === 0) return;
      const { run, logger } = await load();
      const events: WorkerEvents = new EventEmitter();
      const pools: string[] = [];
      events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id));
      pool = new Pool({ connectionString, max: AT_ONCE + 2, keepAlive: true });
      // The pool removes a connection that breaks. Without a listener, the error would end the process.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      runner = await run({
        ...{ pgPool: pool, schema, taskList: tasks, events, logger, concurrency: AT_ONCE },
        ...{ noHandleSignals: true, parsedCronItems: [], pollInterval: 1_000 },
      });
      presence = new Presence(connectionString, schema, pools);
      await presence.look();
    },
    async close() {
      ending.abort();
      const stopped = runner?.stop();
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      await presence?.close();
      await pool?.end();
    },
  };
}

function callFunction(name: string, values: readonly (SqlValue | RawBuilder<unknown>)[]): SqlQuery {
  return query(
    sql.selectNoFrom((is) =>
      is
        .fn(
          name,
          values.map((value) => raw`${value}`),
        )
        .as('done'),
    ),
  );
}

function createTask(
  kind: string,
  handler: JobHandler,
  signal: AbortSignal,
  failed: GraphileJobsParts['failed'],
): TaskList[string] {
  return async (body, { job }) => {
    try {
      await handler((body as { payload: Json }).payload, signal);
    } catch (error) {
      if (!signal.aborted) failed(kind, error, job.attempts >= job.max_attempts);
      throw error;
    }
  };
}

/**
 * The functions run as their owner, who also owns graphile-worker's tables. Other roles cannot access these.
 * Raw SQL: functions and rights.
 */
function functions(place: string): string[] {
  const asOwner = `language sql security definer set search_path = pg_catalog, pg_temp`;
  const later = `${place}.deputize_later(kind text, key text, payload json, due bigint)`;
  const cancel = `${place}.deputize_cancel(kind text, key text)`;
  // Jobs of one key share a queue, so they run one after the other.
  const name = `kind || ' ' || key`;
  return [
    `create or replace function ${later} returns void as $$ select ${place}.add_job(kind, payload, queue_name := ${name}, job_key := ${name},
      run_at := to_timestamp(due / 1000.0)) $$ ${asOwner}`,
    `create or replace function ${cancel} returns void as $$ select ${place}.remove_job(${name}) $$ ${asOwner}`,
    `revoke all on function ${place}.deputize_later, ${place}.deputize_cancel from public`,
    `do $$ begin if exists (select from pg_roles where rolname = 'deputize_app') then
      grant usage on schema ${place} to deputize_app;
      grant execute on function ${place}.deputize_later, ${place}.deputize_cancel to deputize_app; end if; end $$`,
  ];
}

/** Marks this process as alive by locks that end with its connection, and frees the jobs of processes that are gone. */
class Presence {
  readonly #connectionString: string;
  readonly #schema: string;
  readonly #own: readonly string[];
  readonly #timer: NodeJS.Timeout;
  #client: Client | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(connectionString: string, schema: string, own: readonly string[]) {
    this.#connectionString = connectionString;
    this.#schema = schema;
    this.#own = own;
    // Without the database there is nothing to free. The next check connects again.
    this.#timer = setInterval(() => void this.look().catch(() => undefined), LOOK_MS);
    this.#timer.unref();
  }

  look(): Promise<void> {
    return (this.#looking = this.#looking.catch(() => undefined).then(() => this.#free()));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking.catch(() => undefined);
    await this.#client?.end();
  }

  async #free(): Promise<void> {
    const client = (this.#client ??= await this.#connect());
    try {
      const holders = sql
        .withSchema(this.#schema)
        .selectFrom('_private_jobs')
        .select('locked_by as id')
        .distinct()
        .where('locked_by', 'is not', null)
        .where('locked_by', '<>', raw<string>`all (${this.#own})`)
        .compile();
      const { rows } = await client.query<{ id: string }>(holders.sql, [...holders.parameters]);
      for (const { id } of rows)
        await client.query(
          // Raw SQL: a function of graphile-worker, under an advisory lock.
          `select ${escapeIdentifier(this.#schema)}.force_unlock_workers(array[$1]) where pg_try_advisory_xact_lock(hashtextextended($1, 7377))`,
          [id],
        );
    } catch (error) {
      this.#client = undefined;
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#connectionString, keepAlive: true });
    // The next statement fails with this error. Without a listener, it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    // Raw SQL: an advisory lock.
    for (const id of this.#own) await client.query('select pg_advisory_lock(hashtextextended($1, 7377))', [id]);
    return client;
  }
}
