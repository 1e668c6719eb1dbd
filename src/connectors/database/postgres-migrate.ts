/** Brings a PostgreSQL schema up to date, one transaction per migration, one process at a time. Raw SQL: migrations. */
import { escapeIdentifier, type Pool } from 'pg';

import type { DatabaseMigration, SqlQuery } from '../../ports/database.ts';
import { roleStatements } from './postgres-role.ts';

export async function migratePostgres(
  pool: Pool,
  lock: SqlQuery,
  { schema, place }: { schema: string | undefined; place: string },
  migrations: readonly DatabaseMigration[],
): Promise<void> {
  const prepare = 'create table if not exists migrations (name text primary key)';
  const createSchema = schema === undefined ? [] : [`create schema if not exists ${escapeIdentifier(schema)}`];
  await alone(pool, lock, async (run) => {
    for (const statement of [...createSchema, prepare]) await run(statement);
  });
  for (const { name, statements } of migrations) {
    await alone(pool, lock, async (run) => {
      const taken = await run('insert into migrations (name) values ($1) on conflict do nothing', [name]);
      if (taken === 0) return;
      for (const statement of statements) await run(statement);
    }).catch((cause: unknown) => {
      throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    });
  }
  await alone(pool, lock, async (run) => {
    for (const statement of roleStatements(place)) await run(statement);
  });
}

type Run = (sql: string, parameters?: unknown[]) => Promise<number | null>;

async function alone(pool: Pool, lock: SqlQuery, work: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(lock.sql, [...lock.parameters]);
    await work(async (sql, parameters) => (await client.query(sql, parameters)).rowCount);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Ending the session rolls back whatever state it is in.
    client.release(true);
    throw error;
  }
}
