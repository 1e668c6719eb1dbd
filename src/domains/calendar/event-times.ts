/** The time of an event that is made or changed, from what a model says of it. */
import { DeputizeError } from '../../core/index.ts';
import { DAY, dateText, dateTimeText } from './ical/wall-time.ts';
import type { EventSpan } from './ical/write-event.ts';
import { offsetText, toWallTime, type TimeZone } from './ical/time-zone.ts';
import { dayInput, instantInput, isDay } from './time-input.ts';

interface SaidTimes {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly allDay?: boolean | undefined;
}

/** The times of an occurrence: by the wall, and as instants. */
export interface OccurrenceTimes {
  readonly start: { readonly isDate: boolean; readonly wall: number };
  readonly end: { readonly wall: number };
  readonly from: number;
  readonly to: number;
}

export function newTimes({ start = '', end, allDay = isDay(start) }: SaidTimes, zone: TimeZone): EventSpan {
  if (end === undefined && !allDay) throw invalidTimesError('An event with a time needs an end.');
  const begins = parseTime(start, allDay, zone);
  const ends = end === undefined ? begins + DAY : parseTime(end, allDay, zone);
  // "From the 29th to the 29th" is one day, however strictly the end is the day after.
  return checked({ allDay, start: begins, end: allDay && ends === begins ? begins + DAY : ends });
}

/** What is not said stays: without an end, how long it is; without a start, when it begins. */
export function changedTimes(said: SaidTimes, now: OccurrenceTimes, zone: TimeZone): EventSpan | undefined {
  if (said.start === undefined && said.end === undefined && said.allDay === undefined) return undefined;
  const isDate = now.start.isDate;
  const allDay = said.allDay ?? (said.start === undefined ? isDate : isDay(said.start));
  if (allDay !== isDate) {
    if (said.start === undefined)
      throw invalidTimesError('To make an event last all day, or no longer, say when it starts.');
    return newTimes({ ...said, allDay }, zone);
  }
  const [from, to] = isDate ? [now.start.wall, now.end.wall] : [now.from, now.to];
  const start = said.start === undefined ? from : parseTime(said.start, allDay, zone);
  const end = said.end === undefined ? start + (to - from) : parseTime(said.end, allDay, zone);
  return checked({ allDay, start, end: allDay && end === start ? start + DAY : end });
}

export function toEventSpan({ start, end, from, to }: OccurrenceTimes): EventSpan {
  return start.isDate ? { allDay: true, start: start.wall, end: end.wall } : { allDay: false, start: from, end: to };
}

export function timesText(
  { allDay, start, end }: EventSpan,
  zone: TimeZone,
): { start: string; end: string; allDay: boolean } {
  const text = (time: number): string =>
    allDay ? dateText(time) : `${dateTimeText(toWallTime(zone, time))}${offsetText(zone, time)}`;
  return { start: text(start), end: text(end), allDay };
}

function parseTime(text: string, allDay: boolean, zone: TimeZone): number {
  if (allDay === isDay(text)) return allDay ? dayInput(text) : instantInput(text, zone);
  throw invalidTimesError(
    allDay
      ? 'An event that lasts all day has days, such as 2026-03-29.'
      : 'An event with a time has times, such as 2026-03-29T14:00.',
  );
}

function checked(when: EventSpan): EventSpan {
  if (when.end < when.start) throw invalidTimesError('The end must not be before the start.');
  return when;
}

function invalidTimesError(message: string): DeputizeError {
  return new DeputizeError('INVALID_ARGUMENTS', message);
}
