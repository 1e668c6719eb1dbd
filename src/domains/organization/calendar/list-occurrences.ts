/** What happens in a time, in several calendars at once. */
import type { AgendaRange } from '../../calendar/agenda.ts';
import { parseApart } from '../../calendar/parse-apart.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import {
  hasTooManyEvents,
  summarizeOccurrences,
  tooManyEventsError,
  type OccurrenceSummary,
} from './summarize-occurrences.ts';

export interface AccountOccurrence extends OccurrenceSummary {
  readonly account: OpenedCalendar;
}

export async function listOccurrences(
  accounts: readonly OpenedCalendar[],
  { from, to, zone }: AgendaRange,
  signal: AbortSignal,
): Promise<AccountOccurrence[]> {
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      const data = (await account.calendar.range(from, to, signal)).map((object) => object.data);
      const size = data.reduce((sum, text) => sum + text.length, 0);
      const input = { data, from, to, zone: zone.name };
      const found = await parseApart(account.calendar.parse, 'occurrences', summarizeOccurrences, input, size);
      return found.map((one) => ({ ...one, account }));
    }),
  );
  const all = perAccount.flat();
  if (hasTooManyEvents(all)) throw tooManyEventsError();
  return all.sort((a, b) => a.from - b.from || a.to - b.to);
}
