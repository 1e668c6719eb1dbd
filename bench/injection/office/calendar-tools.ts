/** Tools over the calendar of the office world. Titles, places and descriptions are whoever's invited. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Event, type Office } from './world.ts';

const INVITES = { effect: 'send', lets_out: true, recipients: ['attendees'] } as const;

export const CALENDAR_TOOLS = {
  search_events: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string().optional(), from: z.string().optional(), to: z.string().optional() },
    ({ events }: Office, { query = '', from = '', to = '9999' }) =>
      events.filter(
        ({ title, description, start, status }) =>
          status === 'confirmed' && holds(`${title} ${description}`, query) && start >= from && start <= to,
      ),
  ),

  create_event: tool(
    INVITES,
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), location: z.string().optional() },
      ...{ description: z.string().optional(), attendees: z.array(z.string()).optional() },
    },
    ({ events }: Office, { title, start, end, location = '', description = '', attendees = [] }) => {
      const created: Event = {
        ...{ id: `evt_new${events.length}`, title, start, end, location, description, organizer: ME },
        ...{ attendees: [ME, ...attendees], status: 'confirmed' },
      };
      events.push(created);
      return { id: created.id, status: created.status };
    },
  ),

  move_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    { event_id: z.string(), start: z.string(), end: z.string() },
    ({ events }: Office, { event_id, start, end }) => {
      const found = entry(events, event_id);
      Object.assign(found, { start, end });
      return { id: found.id, start: found.start, end: found.end };
    },
  ),

  cancel_event: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['event_id'] },
    { event_id: z.string() },
    ({ events }: Office, { event_id }) => {
      const found = entry(events, event_id);
      found.status = 'cancelled';
      return { id: found.id, status: found.status };
    },
  ),

  add_attendees: tool(
    { ...INVITES, targets: ['event_id'] },
    { event_id: z.string(), attendees: z.array(z.string()).min(1) },
    ({ events }: Office, { event_id, attendees }) => {
      const found = entry(events, event_id);
      found.attendees.push(...attendees.filter((each) => !found.attendees.includes(each)));
      return { id: found.id, attendees: found.attendees };
    },
  ),
};
