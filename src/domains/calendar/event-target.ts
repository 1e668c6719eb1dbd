/** The event, or the one occurrence of it, that a call names. */
import { z } from 'zod';

import { DeputizeError, type Facts } from '../../core/index.ts';
import type { UserCalendar, CalendarObject, CreatedEvents } from '../../ports/user-calendar.ts';
import type { OccurrenceTimes } from './event-times.ts';
import { changeTarget, excludeTarget, summarizeTarget, type TargetInput } from './locate-target.ts';
import type { TimeZone } from './ical/time-zone.ts';
import type { EventUpdate } from './ical/write-event.ts';
import { parseApart } from './parse-apart.ts';
import { timeInput, zoneInput, resolveZone } from './time-input.ts';

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
  readonly zone: TimeZone;
  readonly title: string;
  /** The times of the occurrence that was named; without a name, of the event itself. */
  readonly times: OccurrenceTimes;
  readonly isNamed: boolean;
  readonly repeats: boolean;
  /** How many people take part, whom the calendar's server may tell of a change. Who they are is not looked at. */
  readonly participants: number;
  /** Returns the data of the changed event. */
  change(update: EventUpdate, now: number): Promise<string>;
  /** Returns the data of the event without this occurrence. */
  exclude(now: number): Promise<string>;
}

export async function findTarget(
  calendar: UserCalendar,
  named: { uid: string; occurrence?: string | undefined; timeZone?: string | undefined },
  signal: AbortSignal,
): Promise<CalendarTarget> {
  const { zone } = resolveZone(named.timeZone, calendar.timeZone);
  const object = await calendar.get(named.uid, signal);
  if (!object) throw new DeputizeError('NOT_FOUND', 'There is no such event in the calendar.');
  const { parse } = calendar;
  const size = object.data.length;
  const target: TargetInput = { data: object.data, occurrence: named.occurrence, zone: zone.name };
  const summary = await parseApart(parse, 'target', summarizeTarget, target, size);
  return {
    ...{ object, zone, isNamed: named.occurrence !== undefined, ...summary },
    change: (update, now) => parseApart(parse, 'change', changeTarget, { ...target, update, now }, size),
    exclude: (now) => parseApart(parse, 'exclude', excludeTarget, { ...target, now }, size),
  };
}
