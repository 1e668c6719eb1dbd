/** What happens in a time, in several calendars at once. */
import { DeputizeError } from '../../../core/index.ts';
import type { AgendaRange } from '../../calendar/agenda.ts';
import { expandOccurrences, type EventOccurrence } from '../../calendar/ical/expand-occurrences.ts';
import { readEvent } from '../../calendar/ical/read-event.ts';
import { UnreadableEventError } from '../../calendar/ical/unreadable-event-error.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';

const STEPS = { each: 50_000, all: 500_000 };
const MOST_EVENTS = 2_000;

export interface AccountOccurrence {
  readonly account: OpenedCalendar;
  readonly uid: string;
  readonly occurrence: EventOccurrence;
}

export async function listOccurrences(
  accounts: readonly OpenedCalendar[],
  range: AgendaRange,
  signal: AbortSignal,
): Promise<AccountOccurrence[]> {
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      const found: AccountOccurrence[] = [];
      let left = STEPS.all;
      for (const { data } of await account.calendar.range(range.from, range.to, signal)) {
        const budget = { steps: Math.min(STEPS.each, left) };
        const given = budget.steps;
        try {
          const series = readEvent(data, range.zone, budget);
          for (const occurrence of expandOccurrences(series, range.from, range.to, budget))
            found.push({ account, uid: series.uid, occurrence });
        } catch (error) {
          // An event that cannot be read hides no other.
          if (!(error instanceof UnreadableEventError)) throw error;
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
