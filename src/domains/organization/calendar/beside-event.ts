/** Lists what a person has on the days of an event, and what the event would overlap. */
import type { BesideEvent, TakenEvent } from '../../../ports/organization-calendar.ts';
import { timesText, toEventSpan } from '../../calendar/event-times.ts';
import { DAY, floorToDay } from '../../calendar/ical/wall-time.ts';
import type { EventSpan } from '../../calendar/ical/write-event.ts';
import { toInstant, toWallTime, type TimeZone } from '../../calendar/ical/time-zone.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import { listOccurrences } from './list-occurrences.ts';

interface Wanted {
  readonly when: EventSpan;
  readonly zone: TimeZone;
  /** The id of the event itself, if it is already in the calendar. */
  readonly except?: string | undefined;
}

/** Lists calendars that cannot be read as `unread`, instead of failing. */
export async function besideEvent(
  accounts: readonly OpenedCalendar[],
  { when, zone, except }: Wanted,
  signal: AbortSignal,
): Promise<BesideEvent> {
  const { from, to } = toInstants(when, zone);
  const range = { ...toDayRange(from, to, zone), zone };
  const unread: string[] = [];
  const perAccount = await Promise.all(
    accounts.map(async (account): Promise<readonly TakenEvent[]> => {
      try {
        const found = await listOccurrences([account], range, signal);
        return found
          .filter(({ uid, isFree }) => !isFree && uid !== except)
          .map((one) => ({
            ...timesText(toEventSpan(one), zone),
            title: one.title || '(no title)',
            calendar: account.calendar.name,
            overlaps: one.from < to && (one.to > from || (one.to === one.from && one.from >= from)),
          }));
      } catch (error) {
        if (signal.aborted) throw error;
        unread.push(account.calendar.name);
        return [];
      }
    }),
  );
  return { taken: perAccount.flat(), unread: unread.toSorted() };
}

/** The state that an approval depends on. Other events of the day may change. */
export function listOverlaps({ taken, unread }: BesideEvent): string[] {
  const overlapping = taken.filter(({ overlaps }) => overlaps);
  return [
    ...overlapping.map(({ title, start, end, calendar }) => `${title}, ${start} to ${end}, in ${calendar}`),
    ...unread.map((name) => `${name} could not be looked at.`),
  ];
}

/** All-day events use wall times. An event without duration counts as one millisecond. */
function toInstants({ allDay, start, end }: EventSpan, zone: TimeZone): { from: number; to: number } {
  const [from, to] = allDay ? [toInstant(zone, start), toInstant(zone, end)] : [start, end];
  return { from, to: Math.max(to, from + 1) };
}

function toDayRange(from: number, to: number, zone: TimeZone): { from: number; to: number } {
  return {
    from: toInstant(zone, floorToDay(toWallTime(zone, from))),
    to: toInstant(zone, floorToDay(toWallTime(zone, to - 1)) + DAY),
  };
}
