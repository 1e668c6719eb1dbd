/** A calendar in the organization's own database, for whoever has no server. */
import type { Seen } from '../../../core/access/shared-data.ts';
import { DeputizeError } from '../../../core/index.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Calendar, CalendarObject, Stored } from '../../../ports/calendar.ts';
import { extentOf } from '../../calendar/ical/extent.ts';
import type { HeldEventRow, OrganizationCalendarTables } from './calendar-tables.ts';

const TABLE = 'organization_calendar_events';

export function heldCalendar(
  seen: Seen<OrganizationCalendarTables>,
  { id: account_id, audience, name }: { id: string; audience: string; name: string },
  timeZone: string,
): Calendar {
  const rowOf = async (uid: string): Promise<HeldEventRow | undefined> => {
    const select = seen.select(TABLE).selectAll().where('account_id', '=', account_id).where('uid', '=', uid);
    return (await seen.read(select))[0];
  };
  /** Moves the event from one version to the next, unless somebody was faster. */
  const change = async (uid: string, version: number, data: string | null): Promise<Stored> => {
    const row = { version: version + 1, data, ...(data === null ? { begins: 0, ends: 0 } : extentOf(data)) };
    const write =
      version === 0
        ? seen.insert(TABLE, { audience, account_id, uid, ...row })
        : query(
            seen
              .update(TABLE)
              .set(row)
              .where('account_id', '=', account_id)
              .where('uid', '=', uid)
              .where('version', '=', version),
          );
    if ((await seen.change({ guards: [write] })) === 'lost') throw changed();
    return { place: uid, etag: String(version + 1) };
  };
  return {
    name: `the calendar “${name}”`,
    timeZone,
    async range(from, to) {
      const select = seen
        .select(TABLE)
        .selectAll()
        .where('account_id', '=', account_id)
        .where('data', 'is not', null)
        .where('begins', '<=', to)
        .where((where) => where.or([where('ends', 'is', null), where('ends', '>=', from)]));
      return (await seen.read(select)).flatMap((row) => toObject(row) ?? []);
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
}

function toObject({ uid, version, data }: HeldEventRow): CalendarObject | undefined {
  return data === null ? undefined : { uid, place: uid, etag: String(version), data };
}

/** Never that of a row that is not there yet: only `create` makes one. */
function versionOf(etag: string): number {
  const version = Number(etag);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw changed();
}

const changed = (): DeputizeError =>
  new DeputizeError('CONFLICT', 'The event has changed meanwhile. Nothing was done.');
