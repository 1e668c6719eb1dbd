/** Dates, times and durations as iCalendar writes them. */
import { UnreadableEventError } from './unreadable-event-error.ts';
import { HOUR, MINUTE, SECOND, createWallTime } from './wall-time.ts';

interface DateValue {
  readonly wall: number;
  readonly isDate: boolean;
  readonly isUtc: boolean;
}

const DATE_TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/i;

/** `20260329`, `20260329T023000` or `20260329T023000Z`. */
export function parseDateTime(text: string): DateValue {
  const [, year, month, day, hour, minute, second, utc] = DATE_TIME.exec(text.trim()) ?? [];
  const midnight = createWallTime(Number(year), Number(month), Number(day));
  // A minute may have a sixty-first second; a clock without one shows the next minute.
  const isTime = hour === undefined || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61);
  if (midnight === undefined || !isTime)
    throw new UnreadableEventError('It holds a date or a time that does not exist.');
  const time = hour === undefined ? 0 : Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  return { wall: midnight + time, isDate: hour === undefined, isUtc: utc !== undefined };
}

/** Days are as long as the calendar makes them, the rest is exact. */
export interface EventDuration {
  readonly days: number;
  readonly ms: number;
}

const DURATION = /^([+-])?P(?:(\d{1,5})W|(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?)$/i;

export function parseDuration(text: string): EventDuration {
  const found = DURATION.exec(text.trim());
  if (!found || found[1] === '-' || !/\d/.test(text)) throw new UnreadableEventError('Its duration is not valid.');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, ms: hours * HOUR + minutes * MINUTE + seconds * SECOND };
}

export const writeDate = (wall: number): string => new Date(wall).toISOString().slice(0, 10).replaceAll('-', '');
export const writeDateTime = (wall: number): string =>
  new Date(wall).toISOString().slice(0, 19).replaceAll(/[:-]/g, '');
export const writeInstant = (instant: number): string => `${writeDateTime(instant)}Z`;
