/** Writes new events, and changes events without touching their other properties. */
import {
  escapeText,
  findLines,
  makeLine,
  writeCalendar,
  withLines,
  type CalendarComponent,
  type ContentLine,
} from './content-lines.ts';
import { writeDate, writeDateTime, writeInstant } from './date-value.ts';
import type { EventOccurrence } from './expand-occurrences.ts';
import type { EventSeries, EventMoment } from './read-event.ts';
import { toInstant, toWallTime } from './time-zone.ts';

/** Instants, or wall times of days for an all-day event. `end` is exclusive. */
export interface EventSpan {
  readonly allDay: boolean;
  readonly start: number;
  readonly end: number;
}

export interface EventUpdate {
  readonly title?: string | undefined;
  readonly when?: EventSpan | undefined;
}

/** Details of an event with other participants. */
interface MeetingDetails {
  readonly attendees?: readonly string[];
  /** The link for joining the meeting. */
  readonly link?: string | undefined;
}

export function newEvent(
  uid: string,
  title: string,
  when: EventSpan,
  now: number,
  meeting: MeetingDetails = {},
): string {
  const { attendees = [], link } = meeting;
  const members = [
    makeLine('UID', uid),
    makeLine('DTSTAMP', writeInstant(now)),
    ...timeLines(when),
    makeLine('SUMMARY', escapeText(title)),
    ...attendees.map((address) => makeLine('ATTENDEE', `mailto:${oneWord(address)}`)),
    ...(link === undefined ? [] : [makeLine('LOCATION', escapeText(link)), makeLine('URL', oneWord(link))]),
  ];
  return writeCalendar({
    kind: 'component',
    name: 'VCALENDAR',
    members: [
      makeLine('VERSION', '2.0'),
      makeLine('PRODID', '-//Deputize//Calendar//EN'),
      { kind: 'component', name: 'VEVENT', members },
    ],
  });
}

/** Removes white space and control characters. A line break in an address could add another line. */
const oneWord = (text: string): string => text.replaceAll(/[\s\p{Cc}]/gu, '');

/** Changes the whole event, or only the given occurrence. */
export function changedEvent(
  series: EventSeries,
  occurrence: EventOccurrence | undefined,
  changes: EventUpdate,
  now: number,
): string {
  const source = occurrence ? occurrence.part.source : series.main?.source;
  if (!source) return writeCalendar(series.calendar);
  const isShared =
    occurrence?.original !== undefined && (occurrence.part.replaces === undefined || occurrence.part.andFollowing);
  if (!isShared) return writeCalendar(replaced(series.calendar, source, [changed(source, changes, now)]));
  // This occurrence has no separate component yet. A copy of its source becomes that component.
  const copy = withLines(
    source,
    ['RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
    [sameForm('RECURRENCE-ID', occurrence.original, series)],
  );
  const { start, end } = occurrence;
  const times = changes.when ?? {
    allDay: start.isDate,
    start: start.isDate ? start.wall : occurrence.from,
    end: start.isDate ? end.wall : occurrence.to,
  };
  return writeCalendar(replaced(series.calendar, source, [source, changed(copy, { ...changes, when: times }, now)]));
}

/** Removes one occurrence from the event. */
export function withoutOccurrence(series: EventSeries, { original, part }: EventOccurrence, now: number): string {
  const main = series.main?.source;
  const isOwn = part.replaces !== undefined && !part.andFollowing;
  const calendar = isOwn ? replaced(series.calendar, part.source, []) : series.calendar;
  if (!main || !original) return writeCalendar(calendar);
  const excluding = withLines(main, [], [sameForm('EXDATE', original, series)]);
  return writeCalendar(replaced(calendar, main, [stamped(excluding, now)]));
}

function changed(component: CalendarComponent, { title, when }: EventUpdate, now: number): CalendarComponent {
  const titled =
    title === undefined ? component : withLines(component, ['SUMMARY'], [makeLine('SUMMARY', escapeText(title))]);
  const timed = when ? withLines(titled, ['DTSTART', 'DTEND', 'DURATION'], timeLines(when)) : titled;
  return stamped(timed, now);
}

/** Marks the component as a later revision, so that other programs accept it. */
function stamped(component: CalendarComponent, now: number): CalendarComponent {
  const sequence = Number(findLines(component, 'SEQUENCE')[0]?.value ?? 0);
  return withLines(
    component,
    ['DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE'],
    [
      makeLine('DTSTAMP', writeInstant(now)),
      makeLine('LAST-MODIFIED', writeInstant(now)),
      makeLine('SEQUENCE', String(Number.isSafeInteger(sequence) ? sequence + 1 : 1)),
    ],
  );
}

function timeLines({ allDay, start, end }: EventSpan): ContentLine[] {
  if (!allDay) return [makeLine('DTSTART', writeInstant(start)), makeLine('DTEND', writeInstant(end))];
  const day = new Map([['VALUE', 'DATE']]);
  return [makeLine('DTSTART', writeDate(start), day), makeLine('DTEND', writeDate(end), day)];
}

/** Other programs find an occurrence only if its date has the same form as the start of the series. */
function sameForm(name: string, occurrence: EventMoment, { main }: EventSeries): ContentLine {
  if (occurrence.isDate || !main) return makeLine(name, writeDate(occurrence.wall), new Map([['VALUE', 'DATE']]));
  const [like] = findLines(main.source, 'DTSTART');
  const zone = like?.parameters.get('TZID');
  const wall = toWallTime(main.start.zone, toInstant(occurrence.zone, occurrence.wall));
  const isUtc = /Z$/i.test(like?.value.trim() ?? '');
  const parameters = new Map(zone === undefined || isUtc ? [] : [['TZID', zone]]);
  return makeLine(name, `${writeDateTime(wall)}${isUtc ? 'Z' : ''}`, parameters);
}

function replaced(
  calendar: CalendarComponent,
  one: CalendarComponent,
  by: readonly CalendarComponent[],
): CalendarComponent {
  const members = calendar.members.flatMap((member): readonly (ContentLine | CalendarComponent)[] =>
    member === one ? by : [member],
  );
  return { ...calendar, members };
}
