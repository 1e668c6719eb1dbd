/** The time of an event that is made or changed, from what a model says of it. */
import { DeputizeError } from '../../core/index.ts';
import type { Occurrence } from './ical/occurrences-of.ts';
import { DAY, dateText, dateTimeText } from './ical/wall-time.ts';
import type { When } from './ical/write-event.ts';
import { offsetText, wallAt, type Zone } from './ical/zone.ts';
import { dayInput, instantInput, isDay } from './time-input.ts';

export interface SaidTimes {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly allDay?: boolean | undefined;
}

export function newTimes({ start = '', end, allDay = isDay(start) }: SaidTimes, zone: Zone): When {
  if (end === undefined && !allDay) throw wrong('An event with a time needs an end.');
  const begins = timeOf(start, allDay, zone);
  const ends = end === undefined ? begins + DAY : timeOf(end, allDay, zone);
  // "From the 29th to the 29th" is one day, however strictly the end is the day after.
  return checked({ allDay, start: begins, end: allDay && ends === begins ? begins + DAY : ends });
}

/** What is not said stays: without an end, how long it is; without a start, when it begins. */
export function changedTimes(said: SaidTimes, now: Occurrence, zone: Zone): When | undefined {
  if (said.start === undefined && said.end === undefined && said.allDay === undefined) return undefined;
  const isDate = now.start.isDate;
  const allDay = said.allDay ?? (said.start === undefined ? isDate : isDay(said.start));
  if (allDay !== isDate) {
    if (said.start === undefined) throw wrong('To make an event last all day, or no longer, say when it starts.');
    return newTimes({ ...said, allDay }, zone);
  }
  const [from, to] = isDate ? [now.start.wall, now.end.wall] : [now.from, now.to];
  const start = said.start === undefined ? from : timeOf(said.start, allDay, zone);
  const end = said.end === undefined ? start + (to - from) : timeOf(said.end, allDay, zone);
  return checked({ allDay, start, end: allDay && end === start ? start + DAY : end });
}

export function whenOf({ start, end, from, to }: Occurrence): When {
  return start.isDate ? { allDay: true, start: start.wall, end: end.wall } : { allDay: false, start: from, end: to };
}

export function timesText({ allDay, start, end }: When, zone: Zone): { start: string; end: string; allDay: boolean } {
  const text = (time: number): string =>
    allDay ? dateText(time) : `${dateTimeText(wallAt(zone, time))}${offsetText(zone, time)}`;
  return { start: text(start), end: text(end), allDay };
}

function timeOf(text: string, allDay: boolean, zone: Zone): number {
  if (allDay === isDay(text)) return allDay ? dayInput(text) : instantInput(text, zone);
  throw wrong(
    allDay
      ? 'An event that lasts all day has days, such as 2026-03-29.'
      : 'An event with a time has times, such as 2026-03-29T14:00.',
  );
}

function checked(when: When): When {
  if (when.end < when.start) throw wrong('The end must not be before the start.');
  return when;
}

function wrong(message: string): DeputizeError {
  return new DeputizeError('INVALID_ARGUMENTS', message);
}
