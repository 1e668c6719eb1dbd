/** What a case comes to: times in UTC, days as days. */
import { agendaOf, toRange } from '../../../src/domains/calendar/agenda.ts';
import type { Zone } from '../../../src/domains/calendar/ical/zone.ts';
import type { Calendar } from '../../../src/ports/calendar.ts';
import type { CalendarCase } from '../cases/calendar-cases.ts';

export function workOut({ data, start, end, zone: timeZone }: CalendarCase, zone: Zone): string[] {
  const { from, to } = toRange({ start, end, timeZone }, { timeZone } as Calendar);
  const { entries, unreadable } = agendaOf([{ uid: 'x', place: 'x', etag: 'x', data }], { from, to, zone });
  const inUtc = (text: string): string => (text.length === 10 ? text : `${new Date(text).toISOString().slice(0, 19)}Z`);
  return [
    ...entries.map((entry) => `${inUtc(entry.start)}/${inUtc(entry.end)}`),
    ...unreadable.map(({ reason }) => `unreadable: ${reason}`),
  ];
}
