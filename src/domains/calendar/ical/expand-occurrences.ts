/** Computes the occurrences of an event in a time span, including added, excluded and moved ones. */
import type { StepBudget } from './step-budget.ts';
import { parseDateTime, type EventDuration } from './date-value.ts';
import type { EventPart, EventSeries, EventMoment } from './read-event.ts';
import { occurrences } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';
import { UnreadableEventError } from './unreadable-event-error.ts';
import { DAY, floorToDay, SECOND } from './wall-time.ts';
import { toInstant, toWallTime } from './time-zone.ts';

export interface EventOccurrence {
  readonly part: EventPart;
  /** The original start in the series, before any move. Undefined for an event that does not recur. */
  readonly original: EventMoment | undefined;
  readonly start: EventMoment;
  readonly end: EventMoment;
  /** Instants, in milliseconds. */
  readonly from: number;
  readonly to: number;
}

const MOST = 10_000;

/** Returns the occurrences that overlap the span between two instants, in no particular order. */
export function expandOccurrences(
  { main, exceptions }: EventSeries,
  from: number,
  to: number,
  budget: StepBudget,
): EventOccurrence[] {
  const found: EventOccurrence[] = [];
  const add = (occurrence: EventOccurrence): void => {
    const { part } = occurrence;
    const isWithin =
      occurrence.from < to && (occurrence.to > from || (occurrence.to === occurrence.from && occurrence.from >= from));
    if (!isWithin || part.isCancelled) return;
    if (found.length >= MOST) throw new UnreadableEventError(`It repeats more than ${MOST} times in this time.`);
    found.push(occurrence);
  };
  for (const part of exceptions) add(createOccurrence(part, part.replaces, part.start, part.length));
  if (!main) return found;
  const recurs = main.rules.length + main.added.length > 0;
  const moved = exceptions
    .filter(({ andFollowing }) => andFollowing)
    .map((part) => ({ part, since: instant(part.replaces) }))
    .sort((a, b) => a.since - b.since);
  const slack =
    DAY + Math.max(0, ...moved.map(({ part }) => Math.abs(computeShift(part)) + toMilliseconds(part.length)));
  const isExcluded = naming(main.excluded);
  const isReplaced = naming(exceptions.flatMap(({ replaces }) => replaces ?? []));
  const span = { from: from - toMilliseconds(main.length) - slack, to: to + slack };
  for (const { start, length } of listStarts(main, span, budget)) {
    if (isExcluded(start) || isReplaced(start)) continue;
    const at = instant(start);
    const later = moved.findLast(({ since }) => since <= at)?.part;
    const original = recurs ? start : undefined;
    if (later) add(createOccurrence(later, original, shifted(start, later), later.length));
    else add(createOccurrence(main, original, start, length));
  }
  return found;
}

/** The first occurrence, with the start and length that the event states. */
export const toFirstOccurrence = (main: EventPart): EventOccurrence =>
  createOccurrence(main, undefined, main.start, main.length);

function* listStarts(
  main: EventPart,
  span: { from: number; to: number },
  budget: StepBudget,
): Generator<{ start: EventMoment; length: EventDuration }> {
  const { start, length, rules, added } = main;
  const seen = new Set<number>();
  const isNew = (one: EventMoment): boolean => seen.size !== seen.add(instant(one)).size;
  // Wall times differ from their instants by less than a day.
  const walls = { from: span.from - DAY, to: span.to + DAY };
  if (rules.length === 0) {
    isNew(start);
    yield { start, length };
  }
  for (const rule of rules) {
    const isOver = ending(rule, start);
    for (const wall of occurrences(rule, start.wall, walls, budget)) {
      const one = { ...start, wall };
      if (isOver(one)) break;
      if (isNew(one)) yield { start: one, length };
    }
  }
  for (const one of added) {
    const at = applyStartTime(start, one.start);
    if (isNew(at)) yield { start: at, length: one.length ?? length };
  }
}

/** A date that is added to a timed event gets the time of that event. */
function applyStartTime(start: EventMoment, added: EventMoment): EventMoment {
  if (added.isDate === start.isDate) return added;
  return { ...start, wall: floorToDay(added.wall) + start.wall - floorToDay(start.wall) };
}

/** Returns a test for whether an occurrence lies after the rule's `UNTIL`. */
function ending({ until: text }: RecurrenceRule, start: EventMoment): (one: EventMoment) => boolean {
  if (text === undefined) return () => false;
  const until = parseDateTime(text);
  if (until.isUtc && !start.isDate) return (one) => instant(one) > until.wall;
  const last = start.isDate ? floorToDay(until.wall) : until.isDate ? until.wall + DAY - SECOND : until.wall;
  return ({ wall }) => wall > last;
}

/** Returns a test for whether one of the moments names an occurrence. Moments may be dates, floating times or instants. */
function naming(moments: readonly EventMoment[]): (occurrence: EventMoment) => boolean {
  const days = new Set(moments.filter(({ isDate }) => isDate).map(({ wall }) => wall));
  const allDays = new Set(moments.map(({ wall }) => floorToDay(wall)));
  const timed = moments.filter(({ isDate }) => !isDate);
  const walls = new Set(timed.filter(({ isFloating }) => isFloating).map(({ wall }) => wall));
  const instants = new Set(timed.filter(({ isFloating }) => !isFloating).map(instant));
  return (one) => {
    if (one.isDate) return allDays.has(one.wall);
    return walls.has(one.wall) || days.has(floorToDay(one.wall)) || instants.has(instant(one));
  };
}

function createOccurrence(
  part: EventPart,
  original: EventMoment | undefined,
  start: EventMoment,
  { days, ms }: EventDuration,
): EventOccurrence {
  const from = instant(start);
  const nominal = { ...start, wall: start.wall + days * DAY };
  const to = days === 0 ? from + ms : instant(nominal) + ms;
  const end = ms === 0 ? nominal : { ...start, wall: toWallTime(start.zone, to) };
  return { part, original, start, end, from, to: Math.max(from, to) };
}

/** How far `THISANDFUTURE` moves the following occurrences. */
const computeShift = ({ start, replaces }: EventPart): number =>
  replaces ? start.wall - convertWallTime(start, replaces) : 0;
const convertWallTime = (start: EventMoment, { wall, zone, isFloating, isDate }: EventMoment): number =>
  isFloating || isDate ? wall : toWallTime(start.zone, toInstant(zone, wall));
const shifted = (one: EventMoment, part: EventPart): EventMoment => ({
  ...part.start,
  wall: convertWallTime(part.start, one) + computeShift(part),
});

const toMilliseconds = ({ days, ms }: EventDuration): number => days * DAY + ms;
const instant = (moment: EventMoment | undefined): number => (moment ? toInstant(moment.zone, moment.wall) : 0);
