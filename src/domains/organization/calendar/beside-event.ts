/** What a person has on the days of an event, and what of it the event would overlap. */
import type { BesideEvent, TakenEvent } from '../../../ports/organization-calendar.ts';
import { timesText, whenOf } from '../../calendar/event-times.ts';
import { DAY, dayOf } from '../../calendar/ical/wall-time.ts';
import type { When } from '../../calendar/ical/write-event.ts';
import { instantOf, wallAt, type Zone } from '../../calendar/ical/zone.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import { happening } from './list-occurrences.ts';

interface Wanted {
  readonly when: When;
  readonly zone: Zone;
  /** The event itself, where it stands there already. */
  readonly except?: string | undefined;
}

/** A calendar that cannot be looked at is said to be so, and holds nothing up. */
export async function besideEvent(
  accounts: readonly OpenedCalendar[],
  { when, zone, except }: Wanted,
  signal: AbortSignal,
): Promise<BesideEvent> {
  const { from, to } = instantsOf(when, zone);
  const range = { ...daysOf(from, to, zone), zone };
  const unread: string[] = [];
  const perAccount = await Promise.all(
    accounts.map(async (account): Promise<readonly TakenEvent[]> => {
      try {
        const found = await happening([account], range, signal);
        return found
          .filter(({ uid, occurrence: { part } }) => !part.isFree && uid !== except)
          .map(({ occurrence }) => ({
            ...timesText(whenOf(occurrence), zone),
            title: occurrence.part.title || '(no title)',
            calendar: account.calendar.name,
            overlaps:
              occurrence.from < to &&
              (occurrence.to > from || (occurrence.to === occurrence.from && occurrence.from >= from)),
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

/** What an approval of it rests on: other things of the day may come and go. */
export function overlapOf({ taken, unread }: BesideEvent): string[] {
  const overlapping = taken.filter(({ overlaps }) => overlaps);
  return [
    ...overlapping.map(({ title, start, end, calendar }) => `${title}, ${start} to ${end}, in ${calendar}`),
    ...unread.map((name) => `${name} could not be looked at.`),
  ];
}

/** Days count on the wall; one that is no time long is taken for a moment. */
function instantsOf({ allDay, start, end }: When, zone: Zone): { from: number; to: number } {
  const [from, to] = allDay ? [instantOf(zone, start), instantOf(zone, end)] : [start, end];
  return { from, to: Math.max(to, from + 1) };
}

function daysOf(from: number, to: number, zone: Zone): { from: number; to: number } {
  return {
    from: instantOf(zone, dayOf(wallAt(zone, from))),
    to: instantOf(zone, dayOf(wallAt(zone, to - 1)) + DAY),
  };
}
