/** Clients that registered themselves and that no user has approved. They are removed after a day, and their number is limited. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import { query } from '../../lib/query-builder.ts';
import { createAuthBuilder } from './auth-tables.ts';

const MOST = 500;
const FOR_MS = 24 * 60 * 60_000;

/** Whether one more client may register. */
export async function roomForStrangers(database: Database, now: number): Promise<boolean> {
  const sql = createAuthBuilder(database.dialect);
  const approved = sql.selectFrom('auth_oauthConsent').select('clientId');
  const before = new Date(now - FOR_MS).toISOString();
  const old = (table: 'auth_oauthClientResource' | 'auth_oauthClient'): SqlQuery =>
    query(sql.deleteFrom(table).where('createdAt', '<', before).where('clientId', 'not in', approved));
  await database.change({ guards: [], writes: [old('auth_oauthClientResource'), old('auth_oauthClient')] });
  const pending = sql
    .selectFrom('auth_oauthClient')
    .select((is) => is.fn.countAll().as('count'))
    .where('clientId', 'not in', approved);
  const [row] = await database.read<{ count: number | string }>(query(pending));
  return Number(row?.count ?? 0) < MOST;
}
