/**
 * Brings a D1 database up to date. Each migration is one batch that begins by taking its name, so only one can win.
 * Raw SQL: migrations.
 */
import type { DatabaseMigration } from '../../ports/database.ts';
import { guardColumn, guardTable, isUniqueViolation } from './d1-errors.ts';
import type { D1Binding } from './d1-statements.ts';

export async function migrateD1(binding: D1Binding, migrations: readonly DatabaseMigration[]): Promise<void> {
  await binding.batch([
    binding.prepare('create table if not exists migrations (name text primary key)'),
    binding.prepare(`create table if not exists ${guardTable} (${guardColumn} integer not null)`),
  ]);
  const { results } = await binding.prepare('select name from migrations').all();
  const applied = new Set((results as { name: string }[]).map(({ name }) => name));
  for (const { name, statements } of migrations) {
    if (applied.has(name)) continue;
    const take = binding.prepare('insert into migrations (name) values (?)').bind(name);
    try {
      await binding.batch([take, ...statements.map((statement) => binding.prepare(statement))]);
    } catch (cause) {
      if (isUniqueViolation(cause) && (await isApplied(binding, name))) continue;
      throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  }
}

async function isApplied(binding: D1Binding, name: string): Promise<boolean> {
  const { results } = await binding.prepare('select name from migrations where name = ?').bind(name).all();
  return results.length > 0;
}
