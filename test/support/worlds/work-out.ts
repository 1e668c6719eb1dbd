/** What a case comes to: times in UTC, days as days. */
import { buildAgenda, toRange } from '../../../src/domains/calendar/agenda.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import type { CalendarCase } from '../cases/calendar-cases.ts';

export function workOut({ data, start, end, zone: timeZone }: CalendarCase): string[] {
  const { from, to } = toRange({ start, end, timeZone }, { timeZone } as UserCalendar);
  const { entries, unreadable } = buildAgenda({ data: [data], from, to, zone: timeZone });
  const inUtc = (text: string): string => (text.length === 10 ? text : `${new Date(text).toISOString().slice(0, 19)}Z`);
  return [
    ...entries.map((entry) => `${inUtc(entry.start)}/${inUtc(entry.end)}`),
    ...unreadable.map(({ reason }) => `unreadable: ${reason}`),
  ];
}
