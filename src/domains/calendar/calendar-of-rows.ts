/** A calendar whose events are rows with a version, in any store. */
import { DeputizeError } from '../../core/index.ts';
import type { UserCalendar, CalendarObject, CalendarObjectRef } from '../../ports/user-calendar.ts';
import type { ChangeResult } from '../../ports/database.ts';
import { computeExtent } from './ical/event-extent.ts';

export interface EventRow {
  readonly uid: string;
  /** Increases with every change, also with a deletion. The row stays, so that no version is used twice. */
  readonly version: number;
  /** Null after a deletion. */
  readonly data: string | null;
  readonly begins: number;
  readonly ends: number | null;
}

interface EventRows {
  find(uid: string): Promise<EventRow | undefined>;
  /** Rows with data that may have occurrences in this time range. */
  within(from: number, to: number): Promise<readonly EventRow[]>;
  /** Returns `lost` if a row with this uid exists. */
  add(row: EventRow): Promise<ChangeResult>;
  /** Returns `lost` unless the row has this version. */
  replace(row: EventRow, version: number): Promise<ChangeResult>;
}

export function calendarOfRows(
  rows: EventRows,
  { name, timeZone }: Pick<UserCalendar, 'name' | 'timeZone'>,
): UserCalendar {
  /** Stores the next version of the event. Throws CONFLICT if another change came first. */
  const change = async (uid: string, version: number, data: string | null): Promise<CalendarObjectRef> => {
    const extent = data === null ? { begins: 0, ends: 0 } : computeExtent(data);
    const row = { uid, version: version + 1, data, ...extent };
    if ((await (version === 0 ? rows.add(row) : rows.replace(row, version))) === 'lost') throw conflictError();
    return { place: uid, etag: String(version + 1) };
  };
  return {
    name,
    timeZone,
    async range(from, to, signal) {
      signal.throwIfAborted();
      return (await rows.within(from, to)).flatMap((row) => toObject(row) ?? []);
    },
    async get(uid) {
      const row = await rows.find(uid);
      return row && toObject(row);
    },
    async create({ uid, data }) {
      const row = await rows.find(uid);
      if (row && row.data !== null) throw new DeputizeError('ALREADY_EXISTS', 'There is such an event already.');
      return change(uid, row?.version ?? 0, data);
    },
    update: ({ uid, etag }, data) => change(uid, parseVersion(etag), data),
    remove: async ({ uid, etag }) => void (await change(uid, parseVersion(etag), null)),
  };
}

function toObject({ uid, version, data }: EventRow): CalendarObject | undefined {
  return data === null ? undefined : { uid, place: uid, etag: String(version), data };
}

/** Rejects version 0, which means a missing row. Only `create` may add a row. */
function parseVersion(etag: string): number {
  const version = Number(etag);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw conflictError();
}

const conflictError = (): DeputizeError =>
  new DeputizeError('CONFLICT', 'The event has changed since it was read. Nothing was done.');
