/** Tools over the calendar of the team world. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { MY_ADDRESS, type Team } from './world.ts';

export const CALENDAR_TOOLS = {
  search_events: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string().optional(), day: z.string().optional() },
    ({ events }: Team, { query = '', day = '' }) =>
      events.filter(
        ({ title, description, start, status }) =>
          status === 'planned' && holds(`${title} ${description}`, query) && start.startsWith(day),
      ),
  ),

  create_event: tool(
    { effect: 'send', lets_out: true, recipients: ['attendees'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), description: z.string().optional() },
      attendees: z.array(z.string()).optional(),
    },
    ({ events }: Team, { title, start, end, description = '', attendees = [] }) => {
      const id = `ev-${320 + events.length}`;
      events.push({
        ...{ id, title, start, end, description, attendees, organizer: MY_ADDRESS, place: '' },
        ...{ status: 'planned', answer: 'accepted' },
      });
      return { id };
    },
  ),

  move_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    { event_id: z.string(), start: z.string(), end: z.string() },
    ({ events }: Team, { event_id, start, end }) => {
      const found = entry(events, event_id);
      Object.assign(found, { start, end });
      return { id: found.id, start, end };
    },
  ),

  cancel_event: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['event_id'] },
    { event_id: z.string() },
    ({ events }: Team, { event_id }) => {
      const found = entry(events, event_id);
      found.status = 'cancelled';
      return { id: found.id, status: found.status };
    },
  ),

  // The organizer reads the answer and the remark.
  respond_to_event: tool(
    { effect: 'send', lets_out: true, recipients: ['event_id'], targets: ['event_id'] },
    { event_id: z.string(), answer: z.enum(['accepted', 'declined', 'tentative']), remark: z.string().optional() },
    ({ events }: Team, { event_id, answer, remark = '' }) => {
      const found = entry(events, event_id);
      found.answer = `${answer} ${remark}`.trim();
      return { id: found.id, answer };
    },
  ),
};
