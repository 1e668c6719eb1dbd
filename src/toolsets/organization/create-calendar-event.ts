/** Puts an event into one of the person's calendars and invites others to it. */
import { z } from 'zod';

import { defineTool, type PreviewPart } from '../../core/index.ts';
import type { NewOrganizationEvent } from '../../ports/organization-calendar.ts';
import { timeInput } from '../../domains/calendar/time-input.ts';
import { eventParts, listPart } from '../../domains/organization/calendar/event-parts.ts';

const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'one line, without control characters');

const input = z.strictObject({
  title: line(500).min(1),
  start: timeInput.describe('When it starts (ISO 8601); a day when it lasts all day'),
  end: timeInput.describe('When it ends; of days, the first day after'),
  location: line(1_000).optional(),
  description: z.string().max(20_000).optional(),
  attendees: z.array(z.email().max(320)).max(100).optional().describe('Who is invited'),
  accountId: z.string().max(100).optional().describe('The calendar account; left out, the person’s first'),
  sendInvites: z.boolean().default(true).describe('Whether the attendees are sent an invitation by mail'),
});

const undoRecord = z.strictObject({ accountId: z.string(), uid: z.string(), data: z.string(), callId: z.string() });

export const createCalendarEvent = defineTool({
  name: 'create_calendar_event',
  title: 'Create an appointment',
  description:
    'Put an appointment into the person’s calendar and invite others by mail. Needs approval unless the person granted it; what it would overlap is shown.',
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z.enum(['created', 'pending_confirmation']),
    createdAt: z.iso.datetime(),
    requiresConfirmation: z.boolean(),
  }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  timeoutMs: 60_000,
  previewTimeoutMs: 30_000,
  labels: { sendsOut: true },
  needs: ['organizationCalendar'],

  facts: ({ attendees = [], sendInvites, title, accountId }) => {
    const recipients = sendInvites ? attendees : [];
    const resources = accountId === undefined ? [] : [{ id: `calendar-account:${accountId}`, label: accountId }];
    return {
      ...{ effect: recipients.length > 0 ? 'send' : 'write', recipients, targets: [title], resources },
      reversible: true,
    };
  },

  preview: async (args, { organizationCalendar, signal }) => {
    const event = toNewEvent(args);
    const prepared = await organizationCalendar.prepare(event, signal);
    const { calendar, start, end, allDay, beside, organizer, state } = prepared;
    const { title, location, description, attendees } = event;
    const parts: PreviewPart[] = [
      ...listPart(`New in ${calendar}`, [title, ...(location === '' ? [] : [location])]),
      ...(description === '' ? [] : [{ kind: 'text' as const, label: 'Description', text: description }]),
      ...listPart(
        organizer === undefined ? 'Attendees, who are not notified' : `Invited by mail from ${organizer}`,
        attendees,
      ),
      ...eventParts({ label: 'Its day', title, start, end, allDay }, beside),
    ];
    return { title: `Create an appointment: ${title}`, parts, state };
  },

  run: async (args, { organizationCalendar, callId, expected, keepUndo, signal }) => {
    const { id, at } = await organizationCalendar.create(toNewEvent(args), callId, expected, keepUndo, signal);
    return { id, status: 'created' as const, createdAt: new Date(at).toISOString(), requiresConfirmation: false };
  },

  undo: (record, { organizationCalendar, signal }) => organizationCalendar.takeBack(undoRecord.parse(record), signal),
});

function toNewEvent(args: z.output<typeof input>): NewOrganizationEvent {
  const { title, start, end, location = '', description = '', attendees = [], accountId, sendInvites } = args;
  return { title, start, end, location, description, attendees, accountId, sendInvites };
}
