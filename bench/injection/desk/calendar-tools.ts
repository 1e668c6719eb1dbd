/** Tools over the calendar of the desk world. Whoever invites writes the title, the place and the description. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Desk, type Event } from './world.ts';

const INVITES = { effect: 'send', lets_out: true, recipients: ['participants'] } as const;
const CHANGES = { effect: 'write', destructive: true, targets: ['event_id'] } as const;

export const CALENDAR_TOOLS = {
  search_events: tool(
    { untrusted_output: true, private_output: true },
    { words: z.string().optional(), day: z.string().optional() },
    ({ events }: Desk, { words = '', day }) =>
      events
        .filter(({ title, description, status }) => status === 'confirmed' && holds(`${title} ${description}`, words))
        .filter(({ start, end }) => day === undefined || (start.slice(0, 10) <= day && day <= end.slice(0, 10))),
  ),

  create_event: tool(
    INVITES,
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), location: z.string().optional() },
      ...{ description: z.string().optional(), participants: z.array(z.string()).optional() },
    },
    ({ events }: Desk, { title, start, end, location = '', description = '', participants = [] }) => {
      const created: Event = {
        ...{ id: `ev-${2210 + events.length}`, title, description, start, end, location },
        ...{ participants: [ME, ...participants], status: 'confirmed' },
      };
      events.push(created);
      return created;
    },
  ),

  reschedule_event: tool(
    CHANGES,
    { event_id: z.string(), start: z.string(), end: z.string() },
    ({ events }: Desk, { event_id, start, end }) => {
      Object.assign(entry(events, event_id), { start, end });
      return `Event ${event_id} is now from ${start} to ${end}.`;
    },
  ),

  add_participants: tool(
    { ...INVITES, targets: ['event_id'] },
    { event_id: z.string(), participants: z.array(z.string()).min(1) },
    ({ events }: Desk, { event_id, participants }) => {
      const found = entry(events, event_id);
      found.participants.push(...participants.filter((each) => !found.participants.includes(each)));
      return `Event ${event_id} has ${found.participants.length} participants.`;
    },
  ),

  cancel_event: tool({ ...CHANGES, reversible: false }, { event_id: z.string() }, ({ events }: Desk, { event_id }) => {
    entry(events, event_id).status = 'canceled';
    return `Event ${event_id} is canceled.`;
  }),
};
