/** Changes events that the assistant created. Attendees get the new revision by mail, and removed attendees get a cancellation. */
import { ofUser } from '../../../core/access/audience.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import type { CalendarObject } from '../../../ports/user-calendar.ts';
import type { BesideEvent, EventChange, PreparedChange } from '../../../ports/organization-calendar.ts';
import { changedTimes, timesText, toEventSpan } from '../../calendar/event-times.ts';
import { expandOccurrences } from '../../calendar/ical/expand-occurrences.ts';
import { readEvent } from '../../calendar/ical/read-event.ts';
import { changedEvent, type EventSpan } from '../../calendar/ical/write-event.ts';
import { resolveZone } from '../../calendar/time-input.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { listOverlaps } from './beside-event.ts';
import type { OpenedCalendar } from './calendar-accounts.ts';
import { eventId } from './event-id.ts';
import {
  readAttendees,
  createCancellation,
  changedMeeting,
  readDescription,
  createInvitation,
  readLocation,
} from './meeting.ts';
import type { PersonCalendarParts } from './meeting-mail.ts';

type Beside = (when: EventSpan, except: string, signal: AbortSignal) => Promise<BesideEvent>;

interface Planned {
  readonly account: OpenedCalendar;
  readonly event: CalendarObject;
  readonly data: string;
  readonly prepared: PreparedChange;
  readonly text: string;
}

/** An event that the assistant made and that does not repeat takes a few steps. */
const STEPS = 500;
/** The event is parsed in this thread, several times. A meeting with some hundred attendees has less. */
const MOST_CHARACTERS = 64_000;

export class EventChanges {
  readonly #parts: PersonCalendarParts;
  readonly #principal: Principal;
  readonly #beside: Beside;

  constructor(parts: PersonCalendarParts, principal: Principal, beside: Beside) {
    this.#parts = parts;
    this.#principal = principal;
    this.#beside = beside;
  }

  async prepare(change: EventChange, signal: AbortSignal): Promise<PreparedChange> {
    return (await this.#plan(change, signal)).prepared;
  }

  async make(
    change: EventChange,
    callId: string,
    expected: string | undefined,
    signal: AbortSignal,
  ): Promise<{ id: string; at: number }> {
    const { account, event, data, prepared, text } = await this.#plan(change, signal);
    if (expected !== undefined && expected !== prepared.state)
      throw new DeputizeError('CONFLICT', 'The event or the calendars have changed since they were looked at.');
    await account.calendar.update(event, data, signal);
    const { notified, uninvited, organizer, title } = prepared;
    const at = this.#parts.clock.now();
    if (organizer !== undefined && notified.length > 0)
      await this.#parts.mail.invite(
        this.#principal,
        { to: notified, subject: `Changed: ${title}`, text, data: createInvitation(data) },
        callId,
      );
    if (organizer !== undefined && uninvited.length > 0)
      await this.#parts.mail.cancel(
        this.#principal,
        {
          ...{ to: uninvited, subject: `Cancelled: ${title}`, text: `You are no longer invited to “${title}”.` },
          // Removed attendees get the cancellation of the earlier event, without any new details.
          data: createCancellation(event.data, at),
        },
        callId,
      );
    return { id: change.id, at };
  }

  async #plan(change: EventChange, signal: AbortSignal): Promise<Planned> {
    const { account, event } = await this.#find(change.id, signal);
    const { zone } = resolveZone(undefined, this.#parts.accounts.timeZone);
    if (event.data.length > MOST_CHARACTERS)
      throw new DeputizeError('TOO_LARGE', 'The event is too large by now. Change it in the calendar itself.');
    const budget = { steps: STEPS };
    const series = readEvent(event.data, zone, budget);
    const [only, another] = expandOccurrences(series, 0, Date.UTC(9_999, 0), budget);
    if (!only || another || !series.main || series.main.source !== only.part.source)
      throw new DeputizeError('NOT_AVAILABLE', 'The event repeats by now. Change it in the calendar itself.');
    const { source, title: before } = only.part;
    const [was, moved] = [toEventSpan(only), changedTimes(change, only, zone)];
    const now = moved ?? was;
    const isMoved = now.start !== was.start || now.end !== was.end || now.allDay !== was.allDay;
    const invited = readAttendees(source).map(({ email }) => email);
    const attendees = change.attendees?.map((address) => address.toLowerCase()) ?? invited;
    const uninvited = invited.filter((email) => !attendees.includes(email));
    const sendsInvitations = change.sendInvites && (attendees.length > 0 || uninvited.length > 0);
    const organizer = sendsInvitations ? await this.#parts.mail.organizer(this.#principal) : undefined;
    const title = change.title ?? before;
    const retimed = changedEvent(
      series,
      undefined,
      { title, ...(isMoved ? { when: now } : {}) },
      this.#parts.clock.now(),
    );
    const { location, description } = change;
    const data = changedMeeting(retimed, { location, description, attendees: change.attendees, organizer, isMoved });
    const times = (when: EventSpan): string => {
      const { start, end } = timesText(when, zone);
      return `${start} to ${end}`;
    };
    const all = [
      { label: 'Title', before, after: title },
      { label: 'Time', before: times(was), after: times(now) },
      { label: 'Place', before: readLocation(source), after: location ?? readLocation(source) },
      { label: 'Description', before: readDescription(source), after: description ?? readDescription(source) },
      { label: 'Attendees', before: invited.join(', '), after: attendees.join(', ') },
    ];
    const differences = all.filter((one) => one.before !== one.after);
    if (differences.length === 0) throw new DeputizeError('INVALID_ARGUMENTS', 'That would change nothing.');
    const beside = isMoved ? await this.#beside(now, event.uid, signal) : undefined;
    const state = await deriveUuid([
      account.id,
      event.etag,
      event.data,
      organizer ?? '',
      ...(beside ? listOverlaps(beside) : []),
    ]);
    const text = [`“${before}” has changed.`, ...differences.map(({ label, after }) => `${label}: ${after}`)].join(
      '\n',
    );
    const notified = organizer === undefined ? [] : attendees;
    return {
      ...{ account, event, data, text },
      prepared: {
        ...{ title, calendar: account.calendar.name, differences, notified, organizer, state },
        moved: beside && { ...timesText(now, zone), beside },
        uninvited: organizer === undefined ? [] : uninvited,
      },
    };
  }

  async #find(id: string, signal: AbortSignal): Promise<{ account: OpenedCalendar; event: CalendarObject }> {
    const { shared, accounts } = this.#parts;
    const seen = shared.within(ofUser(this.#principal.userId));
    const made = await seen.read(seen.select('organization_made_events').select(['uid', 'account_id']));
    for (const { uid, account_id } of made) {
      if ((await eventId(account_id, uid, undefined)) !== id) continue;
      const account = (await accounts.open(this.#principal, undefined)).find((one) => one.id === account_id);
      const event = await account?.calendar.get(uid, signal);
      if (account && event) return { account, event };
    }
    throw new DeputizeError('NOT_FOUND', 'There is no such event that the assistant made.');
  }
}
