/** Clients that registered themselves and that no user has approved. They are removed after a day, and their number is limited. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import { StatementBuilder, table } from './sql.ts';

const MOST = 500;
const FOR_MS = 24 * 60 * 60_000;
const isStranger = `"clientId" not in (select "clientId" from ${table('oauthConsent')})`;

/** Whether one more client may register. */
export async function roomForStrangers(database: Database, now: number): Promise<boolean> {
  const old = (model: string): SqlQuery => {
    const made = new StatementBuilder(database.dialect);
    const before = made.value(new Date(now - FOR_MS).toISOString());
    return made.query(`delete from ${table(model)} where "createdAt" < ${before} and ${isStranger}`);
  };
  await database.change({ guards: [], writes: [old('oauthClientResource'), old('oauthClient')] });
  const [row] = await database.read<{ count: number | string }>({
    sql: `select count(*) as count from ${table('oauthClient')} where ${isStranger}`,
    parameters: [],
  });
  return Number(row?.count ?? 0) < MOST;
}
