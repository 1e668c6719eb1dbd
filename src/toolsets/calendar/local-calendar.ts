/** A calendar in the runtime's own database, for whoever has set up no other. */
import { DeputizeError } from '../../core/index.ts';
import { query, sqlFor } from '../../core/storage/statements.ts';
import type { Calendar, CalendarObject, Stored } from '../../ports/calendar.ts';
import type { Database } from '../../ports/database.ts';
import type { CalendarTables } from './calendar-tables.ts';
import { extentOf } from './ical/extent.ts';

type Row = CalendarTables['calendar_events'];

export interface LocalCalendarParts {
  readonly database: Database;
  readonly timeZone: string;
}

export function localCalendars({ database, timeZone }: LocalCalendarParts): (userId: string) => Calendar {
  const sql = sqlFor<CalendarTables>(database.dialect);
  return (user_id) => {
    const rowOf = async (uid: string): Promise<Row | undefined> => {
      const select = sql
        .selectFrom('calendar_events')
        .selectAll()
        .where('user_id', '=', user_id)
        .where('uid', '=', uid);
      return (await database.read<Row>(query(select)))[0];
    };
    /** Moves the event from one version to the next, unless somebody was faster. */
    const change = async (uid: string, version: number, data: string | null): Promise<Stored> => {
      const row = { version: version + 1, data, ...(data === null ? { begins: 0, ends: 0 } : extentOf(data)) };
      const write =
        version === 0
          ? sql
              .insertInto('calendar_events')
              .values({ user_id, uid, ...row })
              .onConflict((conflict) => conflict.columns(['user_id', 'uid']).doNothing())
          : sql
              .updateTable('calendar_events')
              .set(row)
              .where('user_id', '=', user_id)
              .where('uid', '=', uid)
              .where('version', '=', version);
      if ((await database.change({ guards: [query(write)] })) === 'lost') throw changed();
      return { place: uid, etag: String(version + 1) };
    };

    return {
      name: 'the local calendar',
      timeZone,
      async range(from, to) {
        const select = sql
          .selectFrom('calendar_events')
          .selectAll()
          .where('user_id', '=', user_id)
          .where('data', 'is not', null)
          .where('begins', '<=', to)
          .where((where) => where.or([where('ends', 'is', null), where('ends', '>=', from)]));
        return (await database.read<Row>(query(select))).flatMap((row) => toObject(row) ?? []);
      },
      async get(uid) {
        const row = await rowOf(uid);
        return row && toObject(row);
      },
      async create({ uid, data }) {
        const row = await rowOf(uid);
        if (row && row.data !== null) throw new DeputizeError('ALREADY_EXISTS', 'There is such an event already.');
        return change(uid, row?.version ?? 0, data);
      },
      update: ({ uid, etag }, data) => change(uid, versionOf(etag), data),
      remove: async ({ uid, etag }) => void (await change(uid, versionOf(etag), null)),
    };
  };
}

function toObject({ uid, version, data }: Row): CalendarObject | undefined {
  return data === null ? undefined : { uid, place: uid, etag: String(version), data };
}

/** Never that of a row that is not there yet: only `create` makes one. */
function versionOf(etag: string): number {
  const version = Number(etag);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw changed();
}

function changed(): DeputizeError {
  return new DeputizeError('CONFLICT', 'The event has changed meanwhile. Nothing was done.');
}
