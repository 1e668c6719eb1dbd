/** When an event happens within a span: its series, what was added to it, left out of it and moved. */
import type { Budget } from './budget.ts';
import { parseDateTime, type Length } from './date-value.ts';
import type { EventPart, EventSeries, Moment } from './read-event.ts';
import { occurrences } from './recurrence.ts';
import type { Rule } from './rule.ts';
import { Unreadable } from './unreadable.ts';
import { DAY, dayOf, SECOND } from './wall-time.ts';
import { instantOf, wallAt } from './zone.ts';

export interface Occurrence {
  readonly part: EventPart;
  /** Which one of the series it is: where it stood before anything was moved. Undefined for what does not recur. */
  readonly original: Moment | undefined;
  readonly start: Moment;
  readonly end: Moment;
  /** Instants, in milliseconds. */
  readonly from: number;
  readonly to: number;
}

const MOST = 10_000;

/** Those that overlap the span of two instants, in no particular order. */
export function occurrencesOf(
  { main, exceptions }: EventSeries,
  from: number,
  to: number,
  budget: Budget,
): Occurrence[] {
  const found: Occurrence[] = [];
  const add = (occurrence: Occurrence): void => {
    const { part } = occurrence;
    const isWithin =
      occurrence.from < to && (occurrence.to > from || (occurrence.to === occurrence.from && occurrence.from >= from));
    if (!isWithin || part.isCancelled) return;
    if (found.length >= MOST) throw new Unreadable(`It repeats more than ${MOST} times in this time.`);
    found.push(occurrence);
  };
  for (const part of exceptions) add(occurrenceAt(part, part.replaces, part.start, part.length));
  if (!main) return found;
  const recurs = main.rules.length + main.added.length > 0;
  const moved = exceptions
    .filter(({ andFollowing }) => andFollowing)
    .map((part) => ({ part, since: instant(part.replaces) }))
    .sort((a, b) => a.since - b.since);
  const slack = DAY + Math.max(0, ...moved.map(({ part }) => Math.abs(shiftOf(part)) + spanOf(part.length)));
  const isExcluded = naming(main.excluded);
  const isReplaced = naming(exceptions.flatMap(({ replaces }) => replaces ?? []));
  const span = { from: from - spanOf(main.length) - slack, to: to + slack };
  for (const { start, length } of startsOf(main, span, budget)) {
    if (isExcluded(start) || isReplaced(start)) continue;
    const at = instant(start);
    const later = moved.findLast(({ since }) => since <= at)?.part;
    const original = recurs ? start : undefined;
    if (later) add(occurrenceAt(later, original, shifted(start, later), later.length));
    else add(occurrenceAt(main, original, start, length));
  }
  return found;
}

/** The event as its first lines state it. */
export const firstOf = (main: EventPart): Occurrence => occurrenceAt(main, undefined, main.start, main.length);

function* startsOf(
  main: EventPart,
  span: { from: number; to: number },
  budget: Budget,
): Generator<{ start: Moment; length: Length }> {
  const { start, length, rules, added } = main;
  const seen = new Set<number>();
  const isNew = (one: Moment): boolean => seen.size !== seen.add(instant(one)).size;
  // Wall times lie less than a day away from their instants.
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
    const at = atTimeOf(start, one.start);
    if (isNew(at)) yield { start: at, length: one.length ?? length };
  }
}

/** A day that is added to an event with a time has that time. */
function atTimeOf(start: Moment, added: Moment): Moment {
  if (added.isDate === start.isDate) return added;
  return { ...start, wall: dayOf(added.wall) + start.wall - dayOf(start.wall) };
}

/** Whether the rule's `UNTIL` lies before an occurrence. */
function ending({ until: text }: Rule, start: Moment): (one: Moment) => boolean {
  if (text === undefined) return () => false;
  const until = parseDateTime(text);
  if (until.isUtc && !start.isDate) return (one) => instant(one) > until.wall;
  const last = start.isDate ? dayOf(until.wall) : until.isDate ? until.wall + DAY - SECOND : until.wall;
  return ({ wall }) => wall > last;
}

/** Whether dates and times of exceptions name an occurrence, in whichever form they do. */
function naming(moments: readonly Moment[]): (occurrence: Moment) => boolean {
  const days = new Set(moments.filter(({ isDate }) => isDate).map(({ wall }) => wall));
  const allDays = new Set(moments.map(({ wall }) => dayOf(wall)));
  const timed = moments.filter(({ isDate }) => !isDate);
  const walls = new Set(timed.filter(({ isFloating }) => isFloating).map(({ wall }) => wall));
  const instants = new Set(timed.filter(({ isFloating }) => !isFloating).map(instant));
  return (one) => {
    if (one.isDate) return allDays.has(one.wall);
    return walls.has(one.wall) || days.has(dayOf(one.wall)) || instants.has(instant(one));
  };
}

function occurrenceAt(part: EventPart, original: Moment | undefined, start: Moment, { days, ms }: Length): Occurrence {
  const from = instant(start);
  const nominal = { ...start, wall: start.wall + days * DAY };
  const to = days === 0 ? from + ms : instant(nominal) + ms;
  const end = ms === 0 ? nominal : { ...start, wall: wallAt(start.zone, to) };
  return { part, original, start, end, from, to: Math.max(from, to) };
}

/** How far `THISANDFUTURE` moves what follows. */
const shiftOf = ({ start, replaces }: EventPart): number => (replaces ? start.wall - inZoneOf(start, replaces) : 0);
const inZoneOf = (start: Moment, { wall, zone, isFloating, isDate }: Moment): number =>
  isFloating || isDate ? wall : wallAt(start.zone, instantOf(zone, wall));
const shifted = (one: Moment, part: EventPart): Moment => ({
  ...part.start,
  wall: inZoneOf(part.start, one) + shiftOf(part),
});

const spanOf = ({ days, ms }: Length): number => days * DAY + ms;
const instant = (moment: Moment | undefined): number => (moment ? instantOf(moment.zone, moment.wall) : 0);
