/** Checks whether the user's words mention a time. A time that they do not mention comes from others or was computed. */
import { NUMBER_WORDS } from '../words.ts';

/** The number in the month, or the name of the weekday. */
export type Day = number | string;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

export const daysSaidIn = (words: readonly string[]): ReadonlySet<Day> => saidIn(words).days;

/** Whether the words mention the day or the hour of one of the times. If they mention days or hours, one of each must match. */
export function saysTimeOf(words: readonly string[], times: readonly string[]): boolean {
  const { days, hours } = saidIn(words);
  const [onDays, atHours] = [times.flatMap(daysOf), times.flatMap(hoursOf)];
  const isSaid = (said: ReadonlySet<Day>, found: readonly Day[]): boolean => found.some((part) => said.has(part));
  const differs = (said: ReadonlySet<Day>, found: readonly Day[]): boolean =>
    said.size > 0 && found.length > 0 && !isSaid(said, found);
  if (differs(days, onDays) || differs(hours, atHours)) return false;
  return isSaid(days, onDays) || isSaid(hours, atHours);
}

/**
 * Finds days and hours. `16th`, `sixteenth of May`, `16 May`, `May 16`, `16 to 19 May`, `friday` and `2026-05-16` are days.
 * `10:30`, `7pm`, `noon` and other small numbers may be hours.
 */
function saidIn(words: readonly string[]): { readonly days: ReadonlySet<Day>; readonly hours: ReadonlySet<Day> } {
  const [days, hours] = [new Set<Day>(), new Set<Day>()];
  for (const [at, word] of words.entries()) {
    if (WEEKDAYS.includes(word)) days.add(word);
    for (const day of daysOf(word)) days.add(day);
    const ordinal = ORDINALS.get(word);
    if (ordinal !== undefined && isOfMonth(words, at)) days.add(ordinal);
    const [, number, unit = ''] = /^(\d{1,2})(st|nd|rd|th|[ap]m|h|:\d{2}.*)?$/.exec(word) ?? [];
    const value = number === undefined ? (NUMBER_WORDS.get(word) ?? HOURS.get(word)) : Number(number);
    if (value === undefined) continue;
    const isDay = /^(?:st|nd|rd|th)$/.test(unit) || (unit === '' && isOfMonth(words, at));
    (isDay ? days : hours).add(value);
  }
  return { days, hours };
}

const HOURS = new Map([
  ['noon', 12],
  ['midday', 12],
  ['midnight', 12],
]);

const ORDINALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'
    .split(' ')
    .map((word, at) => [word, at + 1]),
);

/** Whether the word is next to a month: behind it, or before it in a list or range of days. */
function isOfMonth(words: readonly string[], at: number): boolean {
  const before = words[at - 1] === 'the' ? words[at - 2] : words[at - 1];
  if (MONTHS.has(before ?? '')) return true;
  const behind = words.slice(at + 1, at + 1 + MOST_BETWEEN);
  return MONTHS.has(behind.find((word) => !isBetweenDays(word)) ?? '');
}

const MOST_BETWEEN = 5;
const isBetweenDays = (word: string): boolean =>
  BETWEEN_DAYS.has(word) || ORDINALS.has(word) || /^\d{1,2}(?:st|nd|rd|th)?$/.test(word);
const BETWEEN_DAYS = new Set(['the', 'of', 'to', 'until', 'till', 'through', 'and']);

/** The day of the month, and the weekday. */
export function daysOf(time: string): Day[] {
  return [...time.matchAll(/^(\d{4}-\d{2}-(\d{2}))/g)].flatMap(([, date, day]) => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return [Number(day), ...WEEKDAYS.slice(weekday, weekday + 1)];
  });
}

/** The hour on the 24-hour clock and on the 12-hour clock. */
function hoursOf(time: string): Day[] {
  const hours = [...time.matchAll(/(?:^|[t\s])(\d{1,2}):\d{2}/gi)].map(([, hour]) => Number(hour));
  return hours.flatMap((hour) => [hour, hour % 12 || 12]);
}

/** Whether the new start keeps the old hour, or is at an hour that the words mention. */
export function keepsOrSaysHour(words: readonly string[], was: readonly string[], times: readonly string[]): boolean {
  const known = new Set([...saidIn(words).hours, ...was.flatMap(hoursOf)]);
  const [first] = times.filter((time) => hoursOf(time).length > 0).toSorted((one, other) => at(one) - at(other));
  return first === undefined || hoursOf(first).some((hour) => known.has(hour));
}

/** Whether the time is one day after another one: the end of a single night. */
export function isNextDay(time: string, times: readonly string[]): boolean {
  return times.some((other) => at(time) - at(other) === 86_400_000);
}

const MINUTES = new Map([
  ['minute', 1],
  ['hour', 60],
  ['day', 1_440],
  ['week', 10_080],
]);
const LATER = new Set(['later', 'back', 'postpone', 'delay']);
const EARLIER = new Set(['earlier', 'sooner', 'forward']);

/** Whether the words move the old times to exactly the new ones: “push it back by an hour”. */
export function saysShiftOf(words: readonly string[], was: readonly string[], times: readonly string[]): boolean {
  const [isLater, isEarlier] = [LATER, EARLIER].map((set) => words.some((word) => set.has(word)));
  if (isLater === isEarlier) return false;
  const unitOf = (word: string): number => Number(MINUTES.get(word.replace(/s$/, '')));
  const by = words.map((word, index) => (isLater ? 1 : -1) * unitOf(word) * amountBefore(words, index));
  const from = was.map(at).filter((time) => !Number.isNaN(time));
  return times.every((time) => by.some((minutes) => from.includes(at(time) - minutes * 60_000)));
}

/** Parses a time. All times of day get the same date. */
const at = (time: string): number => Date.parse(time.replace(/^(?=\d:)/, '0').replace(/^(?=\d{2}:)/, '2000-01-01T'));

/** “an hour”, “half an hour”, “two hours”, “20 minutes”. */
function amountBefore(words: readonly string[], at: number): number {
  const [before = '', first] = [words[at - 1], words[at - 2]];
  if (before === 'a' || before === 'an') return first === 'half' ? 0.5 : 1;
  return NUMBER_WORDS.get(before) ?? Number(before);
}
