/** What happens in a calendar within a time: titles and times, and how much of it cannot be read. Nothing else of an event gets out. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { UserCalendar } from '../../ports/user-calendar.ts';
import { readEvent, type EventMoment } from './ical/read-event.ts';
import { expandOccurrences, type EventOccurrence } from './ical/expand-occurrences.ts';
import { StepLimitError } from './ical/step-budget.ts';
import { UnreadableEventError } from './ical/unreadable-event-error.ts';
import { DAY, dateText, dateTimeText } from './ical/wall-time.ts';
import { offsetText, toWallTime, type TimeZone } from './ical/time-zone.ts';
import { findZone, parseApart } from './parse-apart.ts';
import { instantInput, isDay, timeInput, zoneInput, resolveZone } from './time-input.ts';

const MOST_DAYS = 732;
const MOST_ENTRIES = 10_000;
/** Steps of working out rules, for one event and for all of them. About a second of work. */
const STEPS = { each: 50_000, all: 500_000 };

export const rangeInput = {
  start: timeInput.describe('From when on: a day (2026-03-29) or a time (2026-03-29T14:00)'),
  end: timeInput.describe('Until when. A day is included whole'),
  timeZone: zoneInput,
};

export const unreadableOutput = z
  .array(z.strictObject({ reason: z.string(), events: z.int() }))
  .describe('Events that are there but cannot be read');

export const timesOutput = { start: z.string(), end: z.string(), allDay: z.boolean() };

export interface AgendaRange {
  readonly from: number;
  readonly to: number;
  readonly zone: TimeZone;
}

export interface AgendaEntry {
  readonly uid: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly isFree: boolean;
}

export interface CalendarAgenda {
  readonly entries: readonly AgendaEntry[];
  readonly unreadable: readonly { readonly reason: string; readonly events: number }[];
}

export function toRange(
  { start, end, timeZone }: { start: string; end: string; timeZone?: string | undefined },
  calendar: UserCalendar,
): AgendaRange {
  const { zone } = resolveZone(timeZone, calendar.timeZone);
  const from = instantInput(start, zone);
  const to = isDay(end) ? instantInput(dateText(Date.parse(end) + DAY), zone) : instantInput(end, zone);
  if (to <= from) throw new DeputizeError('INVALID_ARGUMENTS', 'The end must be later than the start.');
  if (to - from > MOST_DAYS * DAY) {
    throw new DeputizeError('TOO_LARGE', `At most ${MOST_DAYS} days can be asked for at once.`);
  }
  return { from, to, zone };
}

export async function readAgenda(
  calendar: UserCalendar,
  range: AgendaRange,
  signal: AbortSignal,
): Promise<CalendarAgenda> {
  const { from, to, zone } = range;
  const data = (await calendar.range(from, to, signal)).map((object) => object.data);
  const size = data.reduce((sum, text) => sum + text.length, 0);
  return parseApart(calendar.parse, 'agenda', buildAgenda, { data, from, to, zone: zone.name }, size);
}

export interface AgendaInput {
  readonly data: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly zone: string | undefined;
}

/** The steps are those of each event and of all events. A quick attempt throws StepLimitError where they do not suffice. */
export function buildAgenda({ data, from, to, zone: name }: AgendaInput, quick?: typeof STEPS): CalendarAgenda {
  const zone = findZone(name);
  const steps = quick ?? STEPS;
  const found: { occurrence: EventOccurrence; uid: string }[] = [];
  const unreadable = new Map<string, number>();
  let left = steps.all;
  for (const text of data) {
    const budget = { steps: Math.min(steps.each, left) };
    const given = budget.steps;
    try {
      const series = readEvent(text, zone, budget);
      for (const occurrence of expandOccurrences(series, from, to, budget)) found.push({ occurrence, uid: series.uid });
    } catch (error) {
      if (!(error instanceof UnreadableEventError) || (quick && error instanceof StepLimitError)) throw error;
      unreadable.set(error.message, (unreadable.get(error.message) ?? 0) + 1);
    }
    left -= given - Math.max(0, budget.steps);
    if (found.length > MOST_ENTRIES) {
      throw new DeputizeError(
        'TOO_LARGE',
        `There are more than ${MOST_ENTRIES} events in this time; ask for less of it.`,
      );
    }
  }
  found.sort((a, b) => a.occurrence.from - b.occurrence.from || a.occurrence.to - b.occurrence.to);
  return {
    entries: found.map(({ occurrence, uid }) => toEntry(uid, occurrence, zone)),
    unreadable: [...unreadable].map(([reason, events]) => ({ reason, events })),
  };
}

function toEntry(uid: string, occurrence: EventOccurrence, zone: TimeZone): AgendaEntry {
  const { part, start, end, from, to } = occurrence;
  return {
    uid,
    title: part.title,
    start: momentText(start, from, zone),
    end: momentText({ ...end, isDate: start.isDate }, to, zone),
    allDay: start.isDate,
    isFree: part.isFree,
  };
}

function momentText({ isDate, wall }: EventMoment, instant: number, zone: TimeZone): string {
  return isDate ? dateText(wall) : `${dateTimeText(toWallTime(zone, instant))}${offsetText(zone, instant)}`;
}
