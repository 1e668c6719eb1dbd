/** The calendars of one person: reads them together, checks conflicts across them, and creates events with invitations. */
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { ofUser } from '../../../core/access/audience.ts';
import { query, createSqlBuilder } from '../../../core/storage/statements.ts';
import type { UserCalendar } from '../../../ports/user-calendar.ts';
import type {
  BesideEvent,
  CalendarSpan,
  CreatedEventRecord,
  EventChange,
  NewOrganizationEvent,
  OrganizationCalendar,
  OrganizationEvent,
  PreparedChange,
  PreparedEvent,
} from '../../../ports/organization-calendar.ts';
import { toRange, type AgendaRange } from '../../calendar/agenda.ts';
import { newTimes, timesText } from '../../calendar/event-times.ts';
import { DAY, dateText } from '../../calendar/ical/wall-time.ts';
import { toWallTime } from '../../calendar/ical/time-zone.ts';
import type { EventSpan } from '../../calendar/ical/write-event.ts';
import { resolveZone } from '../../calendar/time-input.ts';
import { undoChange } from '../../calendar/undo-change.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { besideEvent, listOverlaps } from './beside-event.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import type { OrganizationCalendarTables } from './calendar-tables.ts';
import { EventChanges } from './event-changes.ts';
import { eventId } from './event-id.ts';
import { listOccurrences, type AccountOccurrence } from './list-occurrences.ts';
import type { PersonCalendarParts } from './meeting-mail.ts';
import { createCancellation, createInvitation, newMeeting } from './meeting.ts';

const USUAL_DAYS = 30;
export class PersonCalendar implements OrganizationCalendar {
  readonly #parts: PersonCalendarParts;
  readonly #principal: Principal;

  constructor(parts: PersonCalendarParts, principal: Principal) {
    this.#parts = parts;
    this.#principal = principal;
  }

  async read(
    { startDate, endDate, accountId }: CalendarSpan,
    signal: AbortSignal,
  ): Promise<readonly OrganizationEvent[]> {
    const opened = await this.#parts.accounts.open(this.#principal, accountId);
    const found = await listOccurrences(opened, this.#range(startDate, endDate), signal);
    return Promise.all(found.map((one) => this.#shown(one)));
  }

  async prepare(event: NewOrganizationEvent, signal: AbortSignal): Promise<PreparedEvent> {
    return (await this.#prepare(event, signal)).prepared;
  }

  async create(
    event: NewOrganizationEvent,
    callId: string,
    expected: string | undefined,
    keep: (record: CreatedEventRecord) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ id: string; at: number }> {
    const { target, when, prepared } = await this.#prepare(event, signal);
    if (expected !== undefined && expected !== prepared.state)
      throw new DeputizeError('CONFLICT', 'The calendars have changed since they were looked at.');
    const { title, location, description, attendees } = event;
    const { organizer } = prepared;
    const now = this.#parts.clock.now();
    // The uid depends only on the person and the call, so that one call cannot create two events.
    const uid = `deputize-${await deriveUuid(['event', this.#principal.userId, callId])}`;
    const data = newMeeting({ uid, title, when, now, location, description, attendees, organizer });
    await keep({ accountId: target.id, uid, data, callId });
    await this.#made(uid, target.id, callId, now);
    await target.calendar.create({ uid, data }, signal);
    if (organizer !== undefined) {
      const text = letterText(event, prepared, `${organizer} invites you.`);
      const letter = { to: attendees, subject: `Invitation: ${title}`, text, data: createInvitation(data) };
      await this.#parts.mail.invite(this.#principal, letter, callId);
    }
    return { id: await eventId(target.id, uid, undefined), at: now };
  }

  prepareChange(change: EventChange, signal: AbortSignal): Promise<PreparedChange> {
    return this.#changes().prepare(change, signal);
  }

  change(
    change: EventChange,
    callId: string,
    expected: string | undefined,
    signal: AbortSignal,
  ): Promise<{ id: string; at: number }> {
    return this.#changes().make(change, callId, expected, signal);
  }

  #changes(): EventChanges {
    return new EventChanges(this.#parts, this.#principal, (when, except, signal) => this.#beside(when, signal, except));
  }

  async takeBack({ accountId, uid, data, callId }: CreatedEventRecord, signal: AbortSignal): Promise<void> {
    const [target] = await this.#parts.accounts.open(this.#principal, accountId);
    if (!target) return;
    const now = await target.calendar.get(uid, signal);
    // Undo would not lose replies of attendees, so they do not count as changes.
    const after = now && withoutAnswers(now.data) === withoutAnswers(data) ? now.data : data;
    await undoChange({ uid, place: null, before: null, after, etag: null }, target.calendar, signal);
    const { attendees, title, organizer } = invited(data);
    if (organizer === '' || attendees.length === 0 || (await this.#parts.mail.callBack(this.#principal, callId)))
      return;
    const letter = {
      ...{ to: attendees, subject: `Cancelled: ${title}`, text: `“${title}” does not take place.` },
      data: createCancellation(data, this.#parts.clock.now()),
    };
    await this.#parts.mail.cancel(this.#principal, letter, callId);
  }

  async #prepare(
    event: NewOrganizationEvent,
    signal: AbortSignal,
  ): Promise<{ target: OpenedCalendar; when: EventSpan; prepared: PreparedEvent }> {
    const [target] = await this.#parts.accounts.open(this.#principal, event.accountId);
    if (!target) throw new DeputizeError('NOT_FOUND', 'There is no such calendar account.');
    const { zone } = resolveZone(undefined, this.#parts.accounts.timeZone);
    const when = newTimes(event, zone);
    const isInviting = event.sendInvites && event.attendees.length > 0;
    const organizer = isInviting ? await this.#parts.mail.organizer(this.#principal) : undefined;
    const beside = await this.#beside(when, signal);
    const state = await deriveUuid([target.id, organizer ?? '', ...listOverlaps(beside)]);
    const prepared = { calendar: target.calendar.name, ...timesText(when, zone), beside, organizer, state };
    return { target, when, prepared };
  }

  /** Checks all calendars of the person, and no calendars of others. */
  async #beside(when: EventSpan, signal: AbortSignal, except?: string): Promise<BesideEvent> {
    const { zone } = resolveZone(undefined, this.#parts.accounts.timeZone);
    return besideEvent(await this.#parts.accounts.open(this.#principal, undefined), { when, zone, except }, signal);
  }

  #range(startDate: string | undefined, endDate: string | undefined): AgendaRange {
    const calendar = { timeZone: this.#parts.accounts.timeZone } as UserCalendar;
    const { zone } = resolveZone(undefined, calendar.timeZone);
    const start = startDate ?? dateText(toWallTime(zone, this.#parts.clock.now()));
    const end = endDate ?? dateText(Date.parse(start.slice(0, 10)) + USUAL_DAYS * DAY);
    return toRange({ start, end }, calendar);
  }

  async #shown(one: AccountOccurrence): Promise<OrganizationEvent> {
    const { account, uid, title, original, start, end, from, to, location, attendees } = one;
    const text = (wall: number, instant: number): string =>
      start.isDate ? dateText(wall) : new Date(instant).toISOString();
    return {
      id: await eventId(account.id, uid, original === undefined ? undefined : String(original)),
      title,
      start: text(start.wall, from),
      end: text(end.wall, to),
      location,
      attendees,
    };
  }

  /** Records the event before it exists, so that replies to its invitation find it. */
  async #made(uid: string, account_id: string, call_id: string, at: number): Promise<void> {
    const audience = ofUser(this.#principal.userId);
    const { shared } = this.#parts;
    const insert = createSqlBuilder<OrganizationCalendarTables>(shared.dialect)
      .insertInto('organization_made_events')
      .values({ audience, uid, account_id, call_id, at })
      .onConflict((conflict) => conflict.columns(['audience', 'uid']).doNothing());
    await shared.within(audience).change({ guards: [], writes: [query(insert)] });
  }
}

function letterText(
  { title, location, description }: NewOrganizationEvent,
  { start, end }: PreparedEvent,
  first: string,
): string {
  return [first, title, `${start} to ${end}`, location, description].filter((line) => line !== '').join('\n');
}

const withoutAnswers = (data: string): string =>
  data
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll(/;PARTSTAT=[A-Z-]+/gi, '')
    .trim()
    .split(/\r?\n/)
    .sort()
    .join('\n');

function invited(data: string): { attendees: string[]; title: string; organizer: string } {
  const text = data.replaceAll(/\r?\n[ \t]/g, '');
  const one = (name: string): string => new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const attendees = [...text.matchAll(/^ATTENDEE[^:\r\n]*:mailto:(.+)$/gim)].map((found) => (found[1] ?? '').trim());
  return { attendees, title: one('SUMMARY').replaceAll(/\\(.)/g, '$1'), organizer: one('ORGANIZER') };
}
