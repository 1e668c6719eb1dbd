/** The event, or the one occurrence of it, that a call names. */
import { z } from 'zod';

import { DeputizeError, type Facts } from '../../core/index.ts';
import type { UserCalendar, CalendarObject, CreatedEvents } from '../../ports/user-calendar.ts';
import { findComponents, findLines } from './ical/content-lines.ts';
import { toFirstOccurrence, expandOccurrences, type EventOccurrence } from './ical/expand-occurrences.ts';
import { readEvent, type EventSeries } from './ical/read-event.ts';
import { UnreadableEventError } from './ical/unreadable-event-error.ts';
import { DAY } from './ical/wall-time.ts';
import type { TimeZone } from './ical/time-zone.ts';
import { dayInput, instantInput, isDay, timeInput, zoneInput, resolveZone } from './time-input.ts';

export const targetInput = {
  uid: z.string().min(1).max(1_000).describe('The event’s uid, as get_events_details or create_event gave it'),
  occurrence: timeInput
    .optional()
    .describe('Of an event that repeats: the start of the one occurrence that is meant, exactly as it was given'),
  timeZone: zoneInput,
};

/** What changing or deleting an event means to the policy. */
export async function changeFacts(
  { uid }: { readonly uid: string },
  { calendar, createdEvents }: { readonly calendar: UserCalendar; readonly createdEvents: CreatedEvents },
): Promise<Facts> {
  const isOwn = (await createdEvents.among([uid])).has(uid);
  return {
    ...{ effect: 'write', targets: [calendar.name], destructive: true, reversible: true },
    origin: isOwn ? 'assistant' : 'user',
  };
}

export interface CalendarTarget {
  readonly object: CalendarObject;
  readonly series: EventSeries;
  readonly zone: TimeZone;
  /** The one that was named; without a name, the event itself. */
  readonly occurrence: EventOccurrence;
  readonly isNamed: boolean;
  readonly repeats: boolean;
}

const STEPS = 200_000;

export async function findTarget(
  calendar: UserCalendar,
  named: { uid: string; occurrence?: string | undefined; timeZone?: string | undefined },
  signal: AbortSignal,
): Promise<CalendarTarget> {
  const { zone } = resolveZone(named.timeZone, calendar.timeZone);
  const object = await calendar.get(named.uid, signal);
  if (!object) throw new DeputizeError('NOT_FOUND', 'There is no such event in the calendar.');
  try {
    const budget = { steps: STEPS };
    const series = readEvent(object.data, zone, budget);
    const { main, exceptions } = series;
    const repeats = exceptions.length > 0 || (main !== undefined && main.rules.length + main.added.length > 0);
    const isNamed = named.occurrence !== undefined;
    const found =
      named.occurrence === undefined
        ? main && toFirstOccurrence(main)
        : findOccurrence(named.occurrence, series, zone, budget.steps);
    if (found) return { object, series, zone, occurrence: found, isNamed, repeats };
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    throw new DeputizeError('EXTERNAL_ERROR', `The event cannot be read, so it is left alone: ${error.message}`, {
      retryable: false,
    });
  }
  throw new DeputizeError('NOT_FOUND', 'The event has no occurrence that starts then.');
}

function findOccurrence(
  start: string,
  series: EventSeries,
  zone: TimeZone,
  steps: number,
): EventOccurrence | undefined {
  const instant = instantInput(start, zone);
  const found = expandOccurrences(series, instant, instant + DAY, { steps });
  if (isDay(start)) return found.find((one) => one.start.isDate && one.start.wall === dayInput(start));
  return found.find((one) => !one.start.isDate && one.from === instant);
}

/** How many people take part, whom the calendar's server may tell of a change. Who they are is not looked at. */
export function participants({ series }: CalendarTarget): number {
  return Math.max(0, ...findComponents(series.calendar, 'VEVENT').map((one) => findLines(one, 'ATTENDEE').length));
}
