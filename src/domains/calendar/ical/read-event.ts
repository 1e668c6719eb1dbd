/** Reads an event with its exceptions: times, title, and whether it is cancelled or free. It ignores all other properties. */
import type { StepBudget } from './step-budget.ts';
import {
  findComponents,
  findLines,
  parseCalendar,
  unescapeText,
  type CalendarComponent,
  type ContentLine,
} from './content-lines.ts';
import { parseDateTime, parseDuration, type EventDuration } from './date-value.ts';
import { parseRule, type RecurrenceRule } from './recurrence-rule.ts';
import { UnreadableEventError } from './unreadable-event-error.ts';
import { describedZone } from './vtimezone.ts';
import { DAY } from './wall-time.ts';
import { toInstant, namedZone, utc, type TimeZone } from './time-zone.ts';

/** A time as the event states it. A time without a zone is floating and uses the zone of the reader. */
export interface EventMoment {
  readonly wall: number;
  readonly zone: TimeZone;
  readonly isDate: boolean;
  readonly isFloating: boolean;
}

export interface EventPart {
  /** The occurrence of the series that this part replaces. Undefined for the series itself. */
  readonly replaces: EventMoment | undefined;
  readonly andFollowing: boolean;
  readonly start: EventMoment;
  readonly length: EventDuration;
  readonly title: string;
  readonly isCancelled: boolean;
  readonly isFree: boolean;
  readonly rules: readonly RecurrenceRule[];
  readonly added: readonly { readonly start: EventMoment; readonly length: EventDuration | undefined }[];
  readonly excluded: readonly EventMoment[];
  readonly source: CalendarComponent;
}

export interface EventSeries {
  readonly uid: string;
  readonly main: EventPart | undefined;
  readonly exceptions: readonly EventPart[];
  readonly calendar: CalendarComponent;
}

const LONGEST_TITLE = 1_000;
const MOST_PARTS = 5_000;

/** `home` is the time zone for times without a zone. */
export function readEvent(data: string, home: TimeZone, budget: StepBudget): EventSeries {
  const calendar = parseCalendar(data);
  const components = findComponents(calendar, 'VEVENT');
  if (components.length > MOST_PARTS) throw new UnreadableEventError('It has too many exceptions.');
  const moment = momentReader(createZoneResolver(calendar, budget), home);
  const parts = components.map((component) => readPart(component, moment));
  const uids = new Set(components.map((component) => findLines(component, 'UID')[0]?.value.trim() ?? ''));
  const [uid = ''] = uids;
  if (uid === '') throw new UnreadableEventError('It is no event, or has no identifier.');
  const main = parts.filter(({ replaces }) => replaces === undefined);
  // The uid decides who owns an event. Data with a second event would give it the same owner.
  if (main.length > 1 || uids.size > 1) throw new UnreadableEventError('It holds more than one event.');
  return { uid, main: main[0], exceptions: parts.filter(({ replaces }) => replaces !== undefined), calendar };
}

type ReadMoment = (line: ContentLine, value: string) => EventMoment;

function readPart(component: CalendarComponent, moment: ReadMoment): EventPart {
  const one = (name: string): EventMoment | undefined => {
    const [line] = findLines(component, name);
    return line && moment(line, line.value);
  };
  const each = <T>(name: string, read: (line: ContentLine, value: string) => T): T[] =>
    findLines(component, name).flatMap((line) => line.value.split(',').map((value) => read(line, value)));
  const start = one('DTSTART');
  if (!start) throw new UnreadableEventError('It has no start.');
  const [replacing] = findLines(component, 'RECURRENCE-ID');
  const word = (name: string): string => findLines(component, name)[0]?.value.trim().toUpperCase() ?? '';
  return {
    replaces: one('RECURRENCE-ID'),
    andFollowing: replacing?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    start,
    length: computeDuration(start, one('DTEND'), findLines(component, 'DURATION')[0]),
    title: readTitle(component),
    isCancelled: word('STATUS') === 'CANCELLED',
    isFree: word('TRANSP') === 'TRANSPARENT',
    rules: findLines(component, 'RRULE').map(({ value }) => parseRule(value)),
    added: each('RDATE', (line, value) => addition(line, value, moment)),
    excluded: each('EXDATE', moment),
    source: component,
  };
}

/** An event without an end has no duration, or one day if it has no time. */
function computeDuration(
  start: EventMoment,
  end: EventMoment | undefined,
  duration: ContentLine | undefined,
): EventDuration {
  if (end) {
    const length = start.isDate
      ? { days: Math.round((end.wall - start.wall) / DAY), ms: 0 }
      : { days: 0, ms: toInstant(end.zone, end.wall) - toInstant(start.zone, start.wall) };
    if (length.days < 0 || length.ms < 0) throw new UnreadableEventError('It ends before it begins.');
    return start.isDate ? { days: Math.max(1, length.days), ms: 0 } : length;
  }
  const length = duration ? parseDuration(duration.value) : { days: 0, ms: 0 };
  return start.isDate ? { days: Math.max(1, length.days + Math.ceil(length.ms / DAY)), ms: 0 } : length;
}

/** Reads an added date, or a period with a separate length. */
function addition(line: ContentLine, value: string, moment: ReadMoment): EventPart['added'][number] {
  const [begins = '', ends] = value.split('/');
  const start = moment(line, begins);
  if (ends === undefined) return { start, length: undefined };
  if (/^[+-]?P/i.test(ends)) return { start, length: parseDuration(ends) };
  return { start, length: computeDuration(start, moment(line, ends), undefined) };
}

function readTitle(component: CalendarComponent): string {
  const text = unescapeText(findLines(component, 'SUMMARY')[0]?.value ?? '').toWellFormed();
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TITLE);
}

function momentReader(zones: (name: string) => TimeZone | undefined, home: TimeZone): ReadMoment {
  return ({ parameters }, value) => {
    const { wall, isDate, isUtc } = parseDateTime(value);
    const name = parameters.get('TZID');
    if (isUtc) return { wall, isDate, zone: utc, isFloating: false };
    if (name === undefined || isDate) return { wall, isDate, zone: home, isFloating: true };
    const zone = zones(name);
    if (!zone) throw new UnreadableEventError('It names an unknown time zone.');
    return { wall, isDate, zone, isFloating: false };
  };
}

/** Well-known zone names take precedence, because the description in the file is often out of date. */
function createZoneResolver(calendar: CalendarComponent, budget: StepBudget): (name: string) => TimeZone | undefined {
  const known = new Map<string, TimeZone | undefined>();
  const find = (name: string): TimeZone | undefined => {
    const described = findComponents(calendar, 'VTIMEZONE').find(
      (one) => findLines(one, 'TZID')[0]?.value.trim() === name,
    );
    return wellKnown(name) ?? (described && describedZone(described, budget));
  };
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

/** Some programs put a path before the zone name: `/example.org/2005/Europe/Berlin`. */
function wellKnown(name: string): TimeZone | undefined {
  const parts = name.split('/');
  const endings = name.startsWith('/') ? [parts.slice(-3).join('/'), parts.slice(-2).join('/')] : [name];
  return endings.map(namedZone).find((zone) => zone !== undefined);
}
