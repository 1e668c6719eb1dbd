/** A calendar in the database of the organization, for users without a calendar server. */
import type { ScopedData } from '../../../core/access/shared-data.ts';
import { query } from '../../../core/storage/statements.ts';
import type { UserCalendar } from '../../../ports/user-calendar.ts';
import { calendarOfRows } from '../../calendar/calendar-of-rows.ts';
import type { OrganizationCalendarTables } from './calendar-tables.ts';

const TABLE = 'organization_calendar_events';

export function heldCalendar(
  seen: ScopedData<OrganizationCalendarTables>,
  { id: account_id, audience, name }: { id: string; audience: string; name: string },
  timeZone: string,
): UserCalendar {
  const own = () => seen.select(TABLE).selectAll().where('account_id', '=', account_id);
  return calendarOfRows(
    {
      find: async (uid) => (await seen.read(own().where('uid', '=', uid)))[0],
      within: (from, to) =>
        seen.read(
          own()
            .where('data', 'is not', null)
            .where('begins', '<=', to)
            .where((where) => where.or([where('ends', 'is', null), where('ends', '>=', from)])),
        ),
      add: (row) => seen.change({ guards: [seen.insert(TABLE, { audience, account_id, ...row })] }),
      replace({ uid, ...row }, version) {
        const update = seen
          .update(TABLE)
          .set(row)
          .where('account_id', '=', account_id)
          .where('uid', '=', uid)
          .where('version', '=', version);
        return seen.change({ guards: [query(update)] });
      },
    },
    { name: `the calendar “${name}”`, timeZone },
  );
}
