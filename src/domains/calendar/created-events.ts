/** Keeps which events the assistant made. */
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { CreatedEvents } from '../../ports/user-calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { CalendarTables } from './calendar-tables.ts';

/** D1 binds at most a hundred values. */
const AT_ONCE = 90;

export function createdEvents(parts: { database: Database; clock: Clock }): (userId: string) => CreatedEvents {
  const { database, clock } = parts;
  const sql = createSqlBuilder<CalendarTables>(database.dialect);
  return (user_id) => ({
    async add(uid, call_id) {
      const row = { user_id, uid, call_id, at: clock.now() };
      const write = sql
        .insertInto('calendar_created')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'uid']).doNothing());
      await database.change({ guards: [], writes: [query(write)] });
    },

    async among(uids) {
      const found = new Set<string>();
      const asked = [...new Set(uids)];
      for (let at = 0; at < asked.length; at += AT_ONCE) {
        const select = sql
          .selectFrom('calendar_created')
          .select('uid')
          .where('user_id', '=', user_id)
          .where('uid', 'in', asked.slice(at, at + AT_ONCE));
        for (const { uid } of await database.read<{ uid: string }>(query(select))) found.add(uid);
      }
      return found;
    },
  });
}
