/** Reads one's own calendars, all of them together. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { timeInput } from '../../domains/calendar/time-input.ts';

export const readCalendar = defineTool({
  name: 'read_calendar',
  title: 'Read the calendar',
  description:
    'Read the person’s own calendar events in a time, from all of their calendar accounts or one. Without dates it is the next 30 days.',
  input: z.strictObject({
    startDate: timeInput.optional().describe('From this day or time on (ISO 8601); left out, today'),
    endDate: timeInput.optional().describe('Up to this day, included whole, or time; left out, 30 days later'),
    accountId: z.string().max(100).optional().describe('Only this calendar account'),
  }),
  output: z.strictObject({
    events: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        start: z.string().describe('A day when it lasts all day'),
        end: z.string(),
        location: z.string(),
        attendees: z.array(
          z.strictObject({
            email: z.string(),
            status: z.enum(['accepted', 'declined', 'tentative', 'needs-action']),
          }),
        ),
      }),
    ),
    total: z.int(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['organizationCalendar'],
  run: async (span, { organizationCalendar, signal }) => {
    const events = await organizationCalendar.read(span, signal);
    return { events: events.map((event) => ({ ...event, attendees: [...event.attendees] })), total: events.length };
  },
});
