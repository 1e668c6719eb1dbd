/** What a case comes to: times in UTC, days as days. */
import { buildAgenda, toRange } from '../../../src/domains/calendar/agenda.ts';
import type { TimeZone } from '../../../src/domains/calendar/ical/time-zone.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import type { CalendarCase } from '../cases/calendar-cases.ts';

export function workOut({ data, start, end, zone: timeZone }: CalendarCase, zone: TimeZone): string[] {
  const { from, to } = toRange({ start, end, timeZone }, { timeZone } as UserCalendar);
  const { entries, unreadable } = buildAgenda([{ uid: 'x', place: 'x', etag: 'x', data }], { from, to, zone });
  const inUtc = (text: string): string => (text.length === 10 ? text : `${new Date(text).toISOString().slice(0, 19)}Z`);
  return [
    ...entries.map((entry) => `${inUtc(entry.start)}/${inUtc(entry.end)}`),
    ...unreadable.map(({ reason }) => `unreadable: ${reason}`),
  ];
}
