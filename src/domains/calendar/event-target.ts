/** The event, or the one occurrence of it, that a call names. */
import { z } from 'zod';

import { DeputizeError, type Facts } from '../../core/index.ts';
import type { Calendar, CalendarObject, CreatedEvents } from '../../ports/calendar.ts';
import { componentsOf, linesOf } from './ical/content-lines.ts';
import { firstOf, occurrencesOf, type Occurrence } from './ical/occurrences-of.ts';
import { readEvent, type EventSeries } from './ical/read-event.ts';
import { Unreadable } from './ical/unreadable.ts';
import { DAY } from './ical/wall-time.ts';
import type { Zone } from './ical/zone.ts';
import { dayInput, instantInput, isDay, timeInput, zoneInput, zoneOf } from './time-input.ts';

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
  { calendar, createdEvents }: { readonly calendar: Calendar; readonly createdEvents: CreatedEvents },
): Promise<Facts> {
  const isOwn = (await createdEvents.among([uid])).has(uid);
  return {
    ...{ effect: 'write', targets: [calendar.name], destructive: true, reversible: true },
    origin: isOwn ? 'assistant' : 'user',
  };
}

export interface Target {
  readonly object: CalendarObject;
  readonly series: EventSeries;
  readonly zone: Zone;
  /** The one that was named; without a name, the event itself. */
  readonly occurrence: Occurrence;
  readonly isNamed: boolean;
  readonly repeats: boolean;
}

const STEPS = 200_000;

export async function findTarget(
  calendar: Calendar,
  named: { uid: string; occurrence?: string | undefined; timeZone?: string | undefined },
  signal: AbortSignal,
): Promise<Target> {
  const { zone } = zoneOf(named.timeZone, calendar.timeZone);
  const object = await calendar.get(named.uid, signal);
  if (!object) throw new DeputizeError('NOT_FOUND', 'There is no such event in the calendar.');
  try {
    const budget = { steps: STEPS };
    const series = readEvent(object.data, zone, budget);
    const { main, exceptions } = series;
    const repeats = exceptions.length > 0 || (main !== undefined && main.rules.length + main.added.length > 0);
    const isNamed = named.occurrence !== undefined;
    const found =
      named.occurrence === undefined ? main && firstOf(main) : at(named.occurrence, series, zone, budget.steps);
    if (found) return { object, series, zone, occurrence: found, isNamed, repeats };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new DeputizeError('EXTERNAL_ERROR', `The event cannot be read, so it is left alone: ${error.message}`, {
      retryable: false,
    });
  }
  throw new DeputizeError('NOT_FOUND', 'The event has no occurrence that starts then.');
}

function at(start: string, series: EventSeries, zone: Zone, steps: number): Occurrence | undefined {
  const instant = instantInput(start, zone);
  const found = occurrencesOf(series, instant, instant + DAY, { steps });
  if (isDay(start)) return found.find((one) => one.start.isDate && one.start.wall === dayInput(start));
  return found.find((one) => !one.start.isDate && one.from === instant);
}

/** How many people take part, whom the calendar's server may tell of a change. Who they are is not looked at. */
export function participants({ series }: Target): number {
  return Math.max(0, ...componentsOf(series.calendar, 'VEVENT').map((one) => linesOf(one, 'ATTENDEE').length));
}
