/** Lists the occurrences of events in a time, as the tools show them. A thread can run it. */
import type { CalendarAttendee } from '../../../ports/organization-calendar.ts';
import { expandOccurrences } from '../../calendar/ical/expand-occurrences.ts';
import { readEvent, type EventPart } from '../../calendar/ical/read-event.ts';
import { StepLimitError } from '../../calendar/ical/step-budget.ts';
import { UnreadableEventError } from '../../calendar/ical/unreadable-event-error.ts';
import type { AgendaInput } from '../../calendar/agenda.ts';
import type { OccurrenceTimes } from '../../calendar/event-times.ts';
import { findZone } from '../../calendar/parse-apart.ts';
import { DeputizeError } from '../../../core/index.ts';
import { readAttendees, readLocation } from './meeting.ts';

const STEPS = { each: 50_000, all: 500_000 };
const MOST_EVENTS = 2_000;

export interface OccurrenceSummary extends OccurrenceTimes {
  readonly uid: string;
  readonly title: string;
  readonly isFree: boolean;
  /** The wall time of the original start. Undefined for an event that does not recur. */
  readonly original: number | undefined;
  readonly location: string;
  readonly attendees: readonly CalendarAttendee[];
}

export function summarizeOccurrences(
  { data, from, to, zone: name }: AgendaInput,
  quick?: typeof STEPS,
): OccurrenceSummary[] {
  const zone = findZone(name);
  const steps = quick ?? STEPS;
  const found: OccurrenceSummary[] = [];
  const details = new Map<EventPart, Pick<OccurrenceSummary, 'location' | 'attendees'>>();
  let left = steps.all;
  for (const text of data) {
    const budget = { steps: Math.min(steps.each, left) };
    const given = budget.steps;
    try {
      const { uid, ...series } = readEvent(text, zone, budget);
      for (const { part, original, start, end, ...instants } of expandOccurrences(
        { uid, ...series },
        from,
        to,
        budget,
      )) {
        const { location, attendees } = details.get(part) ?? readDetails(part);
        details.set(part, { location, attendees });
        const times = { start: { isDate: start.isDate, wall: start.wall }, end: { wall: end.wall } };
        found.push({
          ...{ uid, title: part.title, isFree: part.isFree, original: original?.wall, location, attendees },
          ...{ ...times, from: instants.from, to: instants.to },
        });
      }
    } catch (error) {
      // An event that cannot be read hides no other.
      if (!(error instanceof UnreadableEventError) || (quick && error instanceof StepLimitError)) throw error;
    }
    left -= given - Math.max(0, budget.steps);
    if (found.length > MOST_EVENTS) throw tooManyEventsError();
  }
  return found;
}

const readDetails = ({ source }: EventPart): Pick<OccurrenceSummary, 'location' | 'attendees'> => ({
  location: readLocation(source),
  attendees: readAttendees(source),
});

export function tooManyEventsError(): DeputizeError {
  return new DeputizeError('TOO_LARGE', `There are more than ${MOST_EVENTS} events in this time; ask for less of it.`);
}

export const hasTooManyEvents = (events: readonly unknown[]): boolean => events.length > MOST_EVENTS;
