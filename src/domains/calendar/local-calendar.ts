/** A calendar in the database of the runtime, for users without another calendar. */
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { UserCalendar } from '../../ports/user-calendar.ts';
import type { Database } from '../../ports/database.ts';
import { calendarOfRows, type EventRow } from './calendar-of-rows.ts';
import type { CalendarTables } from './calendar-tables.ts';

interface LocalCalendarParts {
  readonly database: Database;
  readonly timeZone: string;
}

export function localCalendars({ database, timeZone }: LocalCalendarParts): (userId: string) => UserCalendar {
  const sql = createSqlBuilder<CalendarTables>(database.dialect);
  return (user_id) => {
    const own = () => sql.selectFrom('calendar_events').selectAll().where('user_id', '=', user_id);
    return calendarOfRows(
      {
        find: async (uid) => (await database.read<EventRow>(query(own().where('uid', '=', uid))))[0],
        within: (from, to) =>
          database.read<EventRow>(
            query(
              own()
                .where('data', 'is not', null)
                .where('begins', '<=', to)
                .where((where) => where.or([where('ends', 'is', null), where('ends', '>=', from)])),
            ),
          ),
        add(row) {
          const insert = sql
            .insertInto('calendar_events')
            .values({ user_id, ...row })
            .onConflict((conflict) => conflict.columns(['user_id', 'uid']).doNothing());
          return database.change({ guards: [query(insert)] });
        },
        replace({ uid, ...row }, version) {
          const update = sql
            .updateTable('calendar_events')
            .set(row)
            .where('user_id', '=', user_id)
            .where('uid', '=', uid)
            .where('version', '=', version);
          return database.change({ guards: [query(update)] });
        },
      },
      { name: 'the local calendar', timeZone },
    );
  };
}
