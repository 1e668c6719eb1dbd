/** What happens in a time, in several calendars at once. */
import { DeputizeError } from '../../../core/index.ts';
import type { Range } from '../../calendar/agenda.ts';
import { occurrencesOf, type Occurrence } from '../../calendar/ical/occurrences-of.ts';
import { readEvent } from '../../calendar/ical/read-event.ts';
import { Unreadable } from '../../calendar/ical/unreadable.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';

const STEPS = { each: 50_000, all: 500_000 };
const MOST_EVENTS = 2_000;

export interface Found {
  readonly account: OpenedCalendar;
  readonly uid: string;
  readonly occurrence: Occurrence;
}

export async function happening(
  accounts: readonly OpenedCalendar[],
  range: Range,
  signal: AbortSignal,
): Promise<Found[]> {
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      const found: Found[] = [];
      let left = STEPS.all;
      for (const { data } of await account.calendar.range(range.from, range.to, signal)) {
        const budget = { steps: Math.min(STEPS.each, left) };
        const given = budget.steps;
        try {
          const series = readEvent(data, range.zone, budget);
          for (const occurrence of occurrencesOf(series, range.from, range.to, budget))
            found.push({ account, uid: series.uid, occurrence });
        } catch (error) {
          // An event that cannot be read hides no other.
          if (!(error instanceof Unreadable)) throw error;
        }
        left -= given - Math.max(0, budget.steps);
      }
      return found;
    }),
  );
  const all = perAccount.flat();
  if (all.length > MOST_EVENTS)
    throw new DeputizeError('TOO_LARGE', `There are more than ${MOST_EVENTS} events in this time; ask for less of it.`);
  return all.sort((a, b) => a.occurrence.from - b.occurrence.from || a.occurrence.to - b.occurrence.to);
}
