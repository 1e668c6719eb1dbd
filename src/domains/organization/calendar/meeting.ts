/** Meetings as iCalendar (iTIP): new meetings, invitations, cancellations and the replies of attendees. */
import {
  findComponents,
  escapeText,
  findLines,
  makeLine,
  parseCalendar,
  unescapeText,
  withLines,
  writeCalendar,
} from '../../calendar/ical/content-lines.ts';
import type { CalendarComponent, ContentLine } from '../../calendar/ical/content-lines.ts';
import { newEvent, type EventSpan } from '../../calendar/ical/write-event.ts';
import type { CalendarAttendee } from '../../../ports/organization-calendar.ts';

interface NewMeeting {
  readonly uid: string;
  readonly title: string;
  readonly when: EventSpan;
  readonly now: number;
  readonly location: string;
  readonly description: string;
  readonly attendees: readonly string[];
  readonly organizer: string | undefined;
}

const STATUS: ReadonlySet<string> = new Set(['accepted', 'declined', 'tentative', 'needs-action']);

export function newMeeting({ uid, title, when, now, location, description, attendees, organizer }: NewMeeting): string {
  const text = (name: string, value: string): ContentLine[] =>
    value === '' ? [] : [makeLine(name, escapeText(value))];
  const asked = new Map([
    ['ROLE', 'REQ-PARTICIPANT'],
    ['PARTSTAT', 'NEEDS-ACTION'],
    ...(organizer === undefined ? [] : ([['RSVP', 'TRUE']] as const)),
  ]);
  return changeEvent(newEvent(uid, title, when, now), (event) =>
    withLines(
      event,
      [],
      [
        makeLine('SEQUENCE', '0'),
        ...[...text('LOCATION', location), ...text('DESCRIPTION', description)],
        ...(organizer === undefined ? [] : [makeLine('ORGANIZER', `mailto:${organizer}`)]),
        ...attendees.map((address) => makeLine('ATTENDEE', `mailto:${address}`, asked)),
      ],
    ),
  );
}

interface MeetingChanges {
  readonly location: string | undefined;
  readonly description: string | undefined;
  readonly attendees: readonly string[] | undefined;
  readonly organizer: string | undefined;
  /** Whether the time changes. Earlier replies are then reset, because they were about another time. */
  readonly isMoved: boolean;
}

/** Changes details of a meeting. Title, time and revision are changed elsewhere. */
export function changedMeeting(data: string, changes: MeetingChanges): string {
  const { location, description, attendees, organizer, isMoved } = changes;
  return changeEvent(data, (event) => {
    const text = (name: string, value: string | undefined): ContentLine[] =>
      value === undefined ? findLines(event, name) : value === '' ? [] : [makeLine(name, escapeText(value))];
    const known = new Map(findLines(event, 'ATTENDEE').map((line) => [readAddress(line), line]));
    const asked = attendees?.map((address) => address.toLowerCase()) ?? [...known.keys()];
    const fresh = new Map([
      ['ROLE', 'REQ-PARTICIPANT'],
      ['PARTSTAT', 'NEEDS-ACTION'],
      ...(organizer === undefined ? [] : ([['RSVP', 'TRUE']] as const)),
    ]);
    const invited = [...new Set(asked)].map((address) => {
      const line = known.get(address);
      if (!line) return makeLine('ATTENDEE', `mailto:${address}`, fresh);
      return isMoved
        ? makeLine('ATTENDEE', line.value, new Map([...line.parameters, ['PARTSTAT', 'NEEDS-ACTION']]))
        : line;
    });
    const [from] = findLines(event, 'ORGANIZER');
    const by = from ?? (organizer === undefined ? undefined : makeLine('ORGANIZER', `mailto:${organizer}`));
    return withLines(
      event,
      ['LOCATION', 'DESCRIPTION', 'ATTENDEE', 'ORGANIZER'],
      [...text('LOCATION', location), ...text('DESCRIPTION', description), ...(by ? [by] : []), ...invited],
    );
  });
}

/** The meeting in the form that is sent to attendees. */
export const createInvitation = (data: string): string => withMethod(data, 'REQUEST');

/** The cancellation that is sent to attendees. Its revision is later than any that they have. */
export function createCancellation(data: string, now: number): string {
  const cancelled = changeEvent(data, (event) =>
    withLines(
      event,
      ['STATUS', 'SEQUENCE'],
      [
        makeLine('STATUS', 'CANCELLED'),
        makeLine('SEQUENCE', String(readSequence(event) + 1)),
        makeLine('COMMENT', `Cancelled ${new Date(now).toISOString()}`),
      ],
    ),
  );
  return withMethod(cancelled, 'CANCEL');
}

export function readAttendees(event: CalendarComponent): CalendarAttendee[] {
  return findLines(event, 'ATTENDEE').flatMap((line) => {
    const email = readAddress(line);
    const said = (line.parameters.get('PARTSTAT') ?? '').toLowerCase();
    const status = STATUS.has(said) ? (said as CalendarAttendee['status']) : 'needs-action';
    return email === '' ? [] : [{ email, status }];
  });
}

export const readLocation = (event: CalendarComponent): string =>
  unescapeText(findLines(event, 'LOCATION')[0]?.value ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 1_000);

export const readDescription = (event: CalendarComponent): string =>
  unescapeText(findLines(event, 'DESCRIPTION')[0]?.value ?? '').slice(0, 20_000);

export interface InvitationReply {
  readonly uid: string;
  readonly email: string;
  readonly status: CalendarAttendee['status'];
  readonly sequence: number;
}

/** Reads the reply of an attendee. Returns undefined for other data, and throws if the data cannot be parsed. */
export function readReply(data: string): InvitationReply | undefined {
  const calendar = parseCalendar(data);
  if (findLines(calendar, 'METHOD')[0]?.value.trim().toUpperCase() !== 'REPLY') return undefined;
  const [event] = findComponents(calendar, 'VEVENT');
  const [attendee] = event ? readAttendees(event) : [];
  const uid = event && findLines(event, 'UID')[0]?.value.trim();
  if (!event || !attendee || uid === undefined || uid === '') return undefined;
  return { uid, ...attendee, sequence: readSequence(event) };
}

/** Adds a reply to the event. Returns undefined if the address was not invited or the reply is about an older revision. */
export function answered(data: string, { email, status, sequence }: InvitationReply): string | undefined {
  let isFound = false;
  const changed = changeEvent(data, (event) => {
    if (sequence < readSequence(event)) return event;
    const members = event.members.map((member) => {
      if (member.kind !== 'line' || member.name !== 'ATTENDEE' || readAddress(member) !== email) return member;
      isFound = true;
      const parameters = new Map(member.parameters).set('PARTSTAT', status.toUpperCase());
      return makeLine('ATTENDEE', member.value, parameters);
    });
    return { ...event, members };
  });
  return isFound ? changed : undefined;
}

function changeEvent(data: string, change: (event: CalendarComponent) => CalendarComponent): string {
  const calendar = parseCalendar(data);
  const members = calendar.members.map((member) =>
    member.kind === 'component' && member.name === 'VEVENT' ? change(member) : member,
  );
  return writeCalendar({ ...calendar, members });
}

function withMethod(data: string, method: 'REQUEST' | 'CANCEL'): string {
  return writeCalendar(withLines(parseCalendar(data), ['METHOD'], [makeLine('METHOD', method)]));
}

const readAddress = ({ value }: ContentLine): string =>
  (/^\s*mailto:(.+)$/i.exec(value)?.[1] ?? '').trim().toLowerCase();

function readSequence(event: CalendarComponent): number {
  const sequence = Number(findLines(event, 'SEQUENCE')[0]?.value ?? 0);
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0;
}
