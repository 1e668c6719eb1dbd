/** Changes an event that create_calendar_event made, and notifies its attendees. */
import { z } from 'zod';

import { defineTool, type PreviewPart } from '../../core/index.ts';
import { timeInput } from '../../domains/calendar/time-input.ts';
import { eventParts, listPart } from '../../domains/organization/calendar/event-parts.ts';

const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'one line, without control characters');

export const updateCalendarEvent = defineTool({
  name: 'update_calendar_event',
  title: 'Change an appointment',
  description:
    'Change an appointment that create_calendar_event made: its time, title, place or attendees. Those who are invited are sent the change by mail, and those who no longer are a cancellation. Needs approval unless the person granted it.',
  input: z.strictObject({
    id: z.string().max(100).describe('The event’s id, as create_calendar_event or read_calendar gave it'),
    title: line(500).min(1).optional(),
    start: timeInput.optional().describe('When it starts now (ISO 8601); without an end it lasts as long as before'),
    end: timeInput.optional(),
    location: line(1_000).optional(),
    description: z.string().max(20_000).optional(),
    attendees: z.array(z.email().max(320)).max(100).optional().describe('Everybody who is invited from now on'),
    sendInvites: z.boolean().default(true).describe('Whether invited and formerly invited people are notified by mail'),
  }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('updated'), updatedAt: z.iso.datetime() }),
  risk: 'high',
  sideEffects: 'writes',
  mayDestroy: true,
  idempotent: false,
  timeoutMs: 60_000,
  previewTimeoutMs: 30_000,
  labels: { sendsOut: true },
  needs: ['organizationCalendar'],

  facts: async (args, { organizationCalendar, signal }) => {
    const { notified, uninvited, title } = await organizationCalendar.prepareChange(args, signal);
    const recipients = [...notified, ...uninvited];
    return { effect: recipients.length > 0 ? 'send' : 'write', recipients, targets: [title], reversible: false };
  },

  preview: async (args, { organizationCalendar, signal }) => {
    const change = await organizationCalendar.prepareChange(args, signal);
    const { title, calendar, differences, notified, uninvited, organizer, moved, state } = change;
    const from = organizer === undefined ? '' : ` by mail from ${organizer}`;
    const parts: PreviewPart[] = [
      ...differences.map(({ label, before, after }): PreviewPart => ({
        ...{ kind: 'list', label, items: [`before: ${before}`, `now: ${after}`] },
      })),
      ...[
        ...listPart(`Notified of the change${from}`, notified),
        ...listPart(`Notified that they are no longer invited${from}`, uninvited),
      ],
      ...(moved === undefined ? [] : eventParts({ label: 'Its day', title, ...moved }, moved.beside)),
    ];
    return { title: `Change an appointment in ${calendar}: ${title}`, parts, state };
  },

  run: async (args, { organizationCalendar, callId, expected, signal }) => {
    const { id, at } = await organizationCalendar.change(args, callId, expected, signal);
    return { id, status: 'updated' as const, updatedAt: new Date(at).toISOString() };
  },
});
