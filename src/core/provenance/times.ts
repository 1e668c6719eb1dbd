/** Whether somebody spoke of a time. One that they did not speak of is somebody else's, or was worked out. */
import { NUMBER_WORDS } from './words.ts';

/** A number of a day or an hour, or the name of a day. */
type Part = number | string;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** Whether these words say the day or the hour of one of the times, and, where they say any, no other day and no other hour. */
export function saysTimeOf(words: readonly string[], times: readonly string[]): boolean {
  const { days, hours } = saidIn(words);
  const [onDays, atHours] = [times.flatMap(daysOf), times.flatMap(hoursOf)];
  const isSaid = (said: ReadonlySet<Part>, found: readonly Part[]): boolean => found.some((part) => said.has(part));
  const differs = (said: ReadonlySet<Part>, found: readonly Part[]): boolean =>
    said.size > 0 && found.length > 0 && !isSaid(said, found);
  if (differs(days, onDays) || differs(hours, atHours)) return false;
  return isSaid(days, onDays) || isSaid(hours, atHours);
}

/** `16th`, `16 May`, `May 16`, `friday` and `2026-05-16` are days; `10:30`, `7pm` and other small numbers may be hours. */
function saidIn(words: readonly string[]): { readonly days: ReadonlySet<Part>; readonly hours: ReadonlySet<Part> } {
  const [days, hours] = [new Set<Part>(), new Set<Part>()];
  for (const [at, word] of words.entries()) {
    if (WEEKDAYS.includes(word)) days.add(word);
    for (const day of daysOf(word)) days.add(day);
    const [, number, unit = ''] = /^(\d{1,2})(st|nd|rd|th|[ap]m|h|:\d{2}.*)?$/.exec(word) ?? [];
    const value = number === undefined ? NUMBER_WORDS.get(word) : Number(number);
    if (value === undefined) continue;
    const before = words[at - 1] === 'the' ? words[at - 2] : words[at - 1];
    const behind = words[at + 1] === 'of' ? words[at + 2] : words[at + 1];
    const isOfMonth = unit === '' && [before, behind].some((beside) => MONTHS.has(beside ?? ''));
    (/^(?:st|nd|rd|th)$/.test(unit) || isOfMonth ? days : hours).add(value);
  }
  return { days, hours };
}

/** The day of the month and of the week. */
function daysOf(time: string): Part[] {
  return [...time.matchAll(/^(\d{4}-\d{2}-(\d{2}))/g)].flatMap(([, date, day]) => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return [Number(day), ...WEEKDAYS.slice(weekday, weekday + 1)];
  });
}

/** By the clock of a day, and of half a day. */
function hoursOf(time: string): Part[] {
  const hours = [...time.matchAll(/(?:^|[t\s])(\d{1,2}):\d{2}/gi)].map(([, hour]) => Number(hour));
  return hours.flatMap((hour) => [hour, hour % 12 || 12]);
}
