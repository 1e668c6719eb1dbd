/** The database port on PostgreSQL: group commit in one process, an advisory lock around the chain across processes. */
import { createHash } from 'node:crypto';

import { escapeIdentifier, Pool, TypeOverrides, types } from 'pg';

import { pause } from '../../lib/pause.ts';
import { computeBackoff } from '../../lib/retry-backoff.ts';
import type { AuditChain, DatabaseChange, Database, SqlQuery } from '../../ports/database.ts';
import { ChangeQueue, runInHalves, type ChangeOutcome } from './change-queue.ts';
import { toPortError, TryAgain } from './postgres-errors.ts';
import { commitGroup, GroupError, type GroupContext } from './postgres-group.ts';
import { PostgresListener } from './postgres-listener.ts';
import { migratePostgres } from './postgres-migrate.ts';
import { send, wording } from './postgres-pipeline.ts';
import { ACT_AS_NOBODY, become } from './postgres-role.ts';

interface PostgresOptions {
  readonly connectionString: string;
  /** The schema of our tables; created by `migrate`. Defaults to the schema of the connection. */
  readonly schema?: string;
  readonly chain: AuditChain;
  /** The maximum number of connections, without the one that listens. */
  readonly max?: number;
}

const changesPerGroup = 256;
// While one group waits for other nodes, the next ones are already sent.
const lanes = 3;
const attempts = 6;

export async function openPostgres({ connectionString, schema, chain, max = 8 }: PostgresOptions): Promise<Database> {
  const settings = sessionSettings(schema);
  const asOwner = async <T>(work: (owner: Pool) => Promise<T>): Promise<T> => {
    const owner = openPool(connectionString, 1, settings);
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  };
  const pool = openPool(connectionString, max, `${settings};${ACT_AS_NOBODY}`);

  const place = schema ?? (await asOwner(defaultSchema));
  const channel = `deputize_${digest(`chain ${place}`).toString('hex')}`;
  const lock = advisoryLock(`chain ${place}`);
  const listener = new PostgresListener(connectionString, channel);

  async function run(group: readonly DatabaseChange[]): Promise<readonly ChangeOutcome[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitOnce(pool, { chain, lock, channel }, group);
      } catch (error) {
        if (error instanceof GroupError) return group.length > 1 ? runInHalves(group, run) : [{ error: error.cause }];
        if (!(error instanceof TryAgain) || attempt === attempts) throw toPortError(error);
        await pause(computeBackoff(attempt, { firstMs: 10, spread: [0, 1] }));
      }
    }
  }

  const queue = new ChangeQueue({ run, weigh: () => 1, limit: changesPerGroup, lanes });
  return {
    dialect: 'postgres',
    migrate: (migrations) =>
      asOwner((owner) => migratePostgres(owner, advisoryLock(`migrate ${place}`), { schema, place }, migrations)),
    async read<Row>(query: SqlQuery): Promise<Row[]> {
      const result = await pool.query(wording(query)).catch((error: unknown) => {
        throw toPortError(error);
      });
      return result.rows as Row[];
    },
    readAs: <Row>(audiences: readonly string[], query: SqlQuery) => readForAudiences<Row>(pool, audiences, query),
    change: (change) => queue.push(change),
    watch: (callback) => listener.add(callback),
    /** The files of the server are out of reach: its own vacuum and the retention of its log decide. */
    purge: () => Promise.resolve(),
    async close() {
      await queue.close();
      await Promise.all([pool.end(), listener.close()]);
    },
  };
}

/** Sent first on every connection. */
const sessionSettings = (schema: string | undefined): string =>
  [
    'set synchronous_commit = on',
    // A frozen process must not hold the chain's lock for ever.
    `set idle_in_transaction_session_timeout = '15s'`,
    ...(schema === undefined ? [] : [`set search_path to ${escapeIdentifier(schema)}`]),
  ].join(';');

function openPool(connectionString: string, most: number, first: string): Pool {
  const pool = new Pool({
    connectionString,
    max: most,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: numbersAsNumbers(),
    onConnect: (client) => client.query(first) as unknown as void,
  });
  // The pool removes an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function commitOnce(
  pool: Pool,
  context: Omit<GroupContext, 'client'>,
  group: readonly DatabaseChange[],
): Promise<readonly ChangeOutcome[]> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new TryAgain('not connected', { cause });
  });
  let broken = true;
  // The pending statements receive this error too. Without a listener, it would end the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    const outcomes = await commitGroup({ client, ...context }, group);
    broken = false;
    return outcomes;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(`deputize ${text}`).digest().subarray(0, 8);

// Raw SQL: an advisory lock.
const advisoryLock = (name: string): SqlQuery => ({
  sql: 'select pg_advisory_xact_lock($1)',
  parameters: [digest(name).readBigInt64BE()],
});

async function defaultSchema(pool: Pool): Promise<string> {
  try {
    // Raw SQL: a setting of the connection.
    const { rows } = await pool.query<{ name: string | null }>('select current_schema() as name');
    return rows[0]?.name ?? '';
  } catch (error) {
    throw toPortError(error);
  }
}

async function readForAudiences<Row>(pool: Pool, audiences: readonly string[], query: SqlQuery): Promise<Row[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw toPortError(error);
  });
  const answers = await send(client, [BEGIN, become(audiences), query, COMMIT]);
  const failed = answers.find((answer) => answer.status === 'rejected');
  client.release(failed !== undefined);
  if (failed) throw toPortError(failed.reason);
  const answer = answers[2];
  return (answer?.status === 'fulfilled' ? answer.value.rows : []) as Row[];
}

// Raw SQL: a transaction.
const BEGIN: SqlQuery = { sql: 'begin read only', parameters: [] };
const COMMIT: SqlQuery = { sql: 'commit', parameters: [] };

/** Parses 64-bit integers and sums of them as numbers, on these connections only. */
function numbersAsNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, toNumber);
  overrides.setTypeParser(types.builtins.NUMERIC, toNumber);
  return overrides;
}

/** Above 2^53 a number would lose precision without an error. */
function toNumber(text: string): number | bigint {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}
