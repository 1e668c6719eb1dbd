/** Finds an occurrence in the data of an event, and changes it there. A thread can run each function of this file. */
import { DeputizeError } from '../../core/index.ts';
import type { OccurrenceTimes } from './event-times.ts';
import { findComponents, findLines } from './ical/content-lines.ts';
import { toFirstOccurrence, expandOccurrences, type EventOccurrence } from './ical/expand-occurrences.ts';
import { readEvent, type EventSeries } from './ical/read-event.ts';
import { StepLimitError } from './ical/step-budget.ts';
import type { TimeZone } from './ical/time-zone.ts';
import { UnreadableEventError } from './ical/unreadable-event-error.ts';
import { DAY } from './ical/wall-time.ts';
import { changedEvent, withoutOccurrence, type EventUpdate } from './ical/write-event.ts';
import { findZone } from './parse-apart.ts';
import { dayInput, instantInput, isDay } from './time-input.ts';

const STEPS = 200_000;

type QuickSteps = { readonly each: number };

export interface TargetInput {
  readonly data: string;
  /** The start of the occurrence that is meant; undefined for the event itself. */
  readonly occurrence: string | undefined;
  readonly zone: string | undefined;
}

export interface TargetSummary {
  readonly title: string;
  readonly times: OccurrenceTimes;
  readonly repeats: boolean;
  readonly participants: number;
}

export function summarizeTarget(input: TargetInput, quick?: QuickSteps): TargetSummary {
  const { series, occurrence } = locateTarget(input, quick);
  const { main, exceptions, calendar } = series;
  const { start, end, from, to, part } = occurrence;
  const people = findComponents(calendar, 'VEVENT').map((one) => findLines(one, 'ATTENDEE').length);
  return {
    title: part.title,
    times: { start: { isDate: start.isDate, wall: start.wall }, end: { wall: end.wall }, from, to },
    repeats: exceptions.length > 0 || (main !== undefined && main.rules.length + main.added.length > 0),
    participants: people.reduce((most, count) => Math.max(most, count), 0),
  };
}

export function changeTarget(input: TargetInput & { update: EventUpdate; now: number }, quick?: QuickSteps): string {
  const { series, occurrence } = locateTarget(input, quick);
  return changedEvent(series, input.occurrence === undefined ? undefined : occurrence, input.update, input.now);
}

export function excludeTarget(input: TargetInput & { now: number }, quick?: QuickSteps): string {
  const { series, occurrence } = locateTarget(input, quick);
  return withoutOccurrence(series, occurrence, input.now);
}

function locateTarget(
  { data, occurrence, zone: name }: TargetInput,
  quick: QuickSteps | undefined,
): { series: EventSeries; occurrence: EventOccurrence } {
  const zone = findZone(name);
  try {
    const budget = { steps: quick?.each ?? STEPS };
    const series = readEvent(data, zone, budget);
    const found =
      occurrence === undefined
        ? series.main && toFirstOccurrence(series.main)
        : findOccurrence(occurrence, series, zone, budget.steps);
    if (found) return { series, occurrence: found };
  } catch (error) {
    if (!(error instanceof UnreadableEventError) || (quick && error instanceof StepLimitError)) throw error;
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
