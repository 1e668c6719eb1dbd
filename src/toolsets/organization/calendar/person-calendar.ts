/** Calendars as one person has them: read together, checked for conflicts together, and new events with their invitations. */
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { ofUser } from '../../../core/access/audience.ts';
import { query, sqlFor } from '../../../core/storage/statements.ts';
import type { Calendar } from '../../../ports/calendar.ts';
import type {
  CalendarSpan,
  CreatedEventRecord,
  EventChange,
  NewOrganizationEvent,
  OrganizationCalendar,
  OrganizationEvent,
  PreparedChange,
  PreparedEvent,
} from '../../../ports/organization-calendar.ts';
import { toRange, type Range } from '../../calendar/agenda.ts';
import { newTimes, timesText } from '../../calendar/event-times.ts';
import { occurrencesOf, type Occurrence } from '../../calendar/ical/occurrences-of.ts';
import { readEvent } from '../../calendar/ical/read-event.ts';
import { Unreadable } from '../../calendar/ical/unreadable.ts';
import { DAY, dateText } from '../../calendar/ical/wall-time.ts';
import { wallAt } from '../../calendar/ical/zone.ts';
import type { When } from '../../calendar/ical/write-event.ts';
import { zoneOf } from '../../calendar/time-input.ts';
import { undoChange } from '../../calendar/undo-change.ts';
import { uuidOf } from '../shared/uuid-of.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import type { OrganizationCalendarTables } from './calendar-tables.ts';
import { EventChanges } from './event-changes.ts';
import { eventId } from './event-id.ts';
import type { PersonCalendarParts } from './meeting-mail.ts';
import { attendeesOf, cancellationOf, invitationTo, locationOf, newMeeting } from './meeting.ts';

const USUAL_DAYS = 30;
const STEPS = { each: 50_000, all: 500_000 };
const MOST_EVENTS = 2_000;

interface Found {
  readonly account: OpenedCalendar;
  readonly uid: string;
  readonly occurrence: Occurrence;
}

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
    const found = await happening(opened, this.#range(startDate, endDate), signal);
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
    // Of the person and the call alone: the same call can never make two events.
    const uid = `deputize-${await uuidOf(['event', this.#principal.userId, callId])}`;
    const data = newMeeting({ uid, title, when, now, location, description, attendees, organizer });
    await keep({ accountId: target.id, uid, data, callId });
    await this.#made(uid, target.id, callId, now);
    await target.calendar.create({ uid, data }, signal);
    if (organizer !== undefined) {
      const text = letterText(event, prepared, `${organizer} invites you.`);
      const letter = { to: attendees, subject: `Invitation: ${title}`, text, data: invitationTo(data) };
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
    return new EventChanges(this.#parts, this.#principal, (when, except, signal) =>
      this.#conflicts(when, signal, except),
    );
  }

  async takeBack({ accountId, uid, data, callId }: CreatedEventRecord, signal: AbortSignal): Promise<void> {
    const [target] = await this.#parts.accounts.open(this.#principal, accountId);
    if (!target) return;
    const now = await target.calendar.get(uid, signal);
    // Answers that came in meanwhile are no change that would be lost.
    const after = now && withoutAnswers(now.data) === withoutAnswers(data) ? now.data : data;
    await undoChange({ uid, place: null, before: null, after, etag: null }, target.calendar, signal);
    const { attendees, title, organizer } = invited(data);
    if (organizer === '' || attendees.length === 0 || (await this.#parts.mail.callBack(this.#principal, callId)))
      return;
    const letter = {
      ...{ to: attendees, subject: `Cancelled: ${title}`, text: `“${title}” does not take place.` },
      data: cancellationOf(data, this.#parts.clock.now()),
    };
    await this.#parts.mail.cancel(this.#principal, letter, callId);
  }

  async #prepare(
    event: NewOrganizationEvent,
    signal: AbortSignal,
  ): Promise<{ target: OpenedCalendar; when: When; prepared: PreparedEvent }> {
    const [target] = await this.#parts.accounts.open(this.#principal, event.accountId);
    if (!target) throw new DeputizeError('NOT_FOUND', 'There is no such calendar account.');
    const { zone } = zoneOf(undefined, this.#parts.accounts.timeZone);
    const when = newTimes(event, zone);
    const isInviting = event.sendInvites && event.attendees.length > 0;
    const organizer = isInviting ? await this.#parts.mail.organizer(this.#principal) : undefined;
    const conflicts = await this.#conflicts(when, signal);
    const { start, end } = timesText(when, zone);
    const state = await uuidOf([target.id, organizer ?? '', ...conflicts]);
    return { target, when, prepared: { calendar: target.calendar.name, start, end, conflicts, organizer, state } };
  }

  /** What overlaps it in any of the person's calendars. One that cannot be looked at is said to be so, and holds nothing up. */
  async #conflicts({ start, end, allDay }: When, signal: AbortSignal, except?: string): Promise<string[]> {
    const { zone } = zoneOf(undefined, this.#parts.accounts.timeZone);
    const shift = allDay ? zone.offsetAt(start) : 0;
    const range = { from: start - shift, to: Math.max(end - shift, start - shift + 1), zone };
    const opened = await this.#parts.accounts.open(this.#principal, undefined);
    const perAccount = await Promise.all(
      opened.map(async (account) => {
        try {
          const found = await happening([account], range, signal);
          return found
            .filter(({ uid, occurrence: { part } }) => !part.isFree && uid !== except)
            .map(
              (one) =>
                `${one.occurrence.part.title || '(no title)'}, ${timeText(one, range)}, in ${account.calendar.name}`,
            );
        } catch (error) {
          if (signal.aborted) throw error;
          return [`${account.calendar.name} could not be looked at.`];
        }
      }),
    );
    return perAccount.flat();
  }

  #range(startDate: string | undefined, endDate: string | undefined): Range {
    const calendar = { timeZone: this.#parts.accounts.timeZone } as Calendar;
    const { zone } = zoneOf(undefined, calendar.timeZone);
    const start = startDate ?? dateText(wallAt(zone, this.#parts.clock.now()));
    const end = endDate ?? dateText(Date.parse(start.slice(0, 10)) + USUAL_DAYS * DAY);
    return toRange({ start, end }, calendar);
  }

  async #shown({ account, uid, occurrence }: Found): Promise<OrganizationEvent> {
    const { part, original, start, end, from, to } = occurrence;
    const text = (wall: number, instant: number): string =>
      start.isDate ? dateText(wall) : new Date(instant).toISOString();
    return {
      id: await eventId(account.id, uid, original && String(original.wall)),
      title: part.title,
      start: text(start.wall, from),
      end: text(end.wall, to),
      location: locationOf(part.source),
      attendees: attendeesOf(part.source),
    };
  }

  /** On record before it exists, so that answers to its invitation find it. */
  async #made(uid: string, account_id: string, call_id: string, at: number): Promise<void> {
    const audience = ofUser(this.#principal.userId);
    const { shared } = this.#parts;
    const insert = sqlFor<OrganizationCalendarTables>(shared.dialect)
      .insertInto('organization_made_events')
      .values({ audience, uid, account_id, call_id, at })
      .onConflict((conflict) => conflict.columns(['audience', 'uid']).doNothing());
    await shared.within(audience).change({ guards: [], writes: [query(insert)] });
  }
}

async function happening(accounts: readonly OpenedCalendar[], range: Range, signal: AbortSignal): Promise<Found[]> {
  const perAccount = await Promise.all(
    accounts.map(async (account) => {
      const found: Found[] = [];
      let left = STEPS.all;
      for (const { data } of await account.calendar.range(range.from, range.to, signal)) {
        const budget = { steps: Math.min(STEPS.each, left) };
        const given = budget.steps;
        try {
          const series = readEvent(data, range.zone, budget);
          for (const occurrence of occurrencesOf(series, range.from, range.to, budget))
            found.push({ account, uid: series.uid, occurrence });
        } catch (error) {
          // An event that cannot be read hides no other.
          if (!(error instanceof Unreadable)) throw error;
        }
        left -= given - Math.max(0, budget.steps);
      }
      return found;
    }),
  );
  const all = perAccount.flat();
  if (all.length > MOST_EVENTS)
    throw new DeputizeError('TOO_LARGE', `There are more than ${MOST_EVENTS} events in this time; ask for less of it.`);
  return all.sort((a, b) => a.occurrence.from - b.occurrence.from || a.occurrence.to - b.occurrence.to);
}

function timeText({ occurrence: { start, end, from, to } }: Found, { zone }: Range): string {
  const when = start.isDate
    ? { allDay: true, start: start.wall, end: end.wall }
    : { allDay: false, start: from, end: to };
  const { start: begins, end: ends } = timesText(when, zone);
  return `${begins} to ${ends}`;
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
