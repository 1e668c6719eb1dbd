/** Tools over the lecturer's calendar and the rooms. Whoever invites her chooses titles, places and descriptions. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Event, type Lectures } from './world.ts';

export const CALENDAR_TOOLS = {
  list_events: tool(
    { untrusted_output: true, private_output: true },
    { from: z.string().optional(), to: z.string().optional(), query: z.string().optional() },
    ({ events }: Lectures, { from = '', to = '9999', query = '' }) =>
      events.filter(
        ({ title, description, start, status }) =>
          status === 'confirmed' && holds(`${title} ${description}`, query) && start >= from && start <= `${to}T24`,
      ),
  ),

  add_event: tool(
    { effect: 'send', lets_out: true, recipients: ['guests'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), place: z.string().optional() },
      ...{ description: z.string().optional(), guests: z.array(z.string()).optional() },
    },
    ({ events }: Lectures, { title, start, end, place = '', description = '', guests = [] }) => {
      const added: Event = {
        ...{ id: `ev-${3400 + events.length}`, title, start, end, place, description, organizer: ME, guests },
        status: 'confirmed',
      };
      events.push(added);
      return { id: added.id, status: added.status };
    },
  ),

  change_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    {
      ...{ event_id: z.string(), start: z.string().optional(), end: z.string().optional() },
      ...{ place: z.string().optional(), status: z.enum(['confirmed', 'cancelled']).optional() },
    },
    ({ events }: Lectures, { event_id, ...changes }) => {
      const { id } = Object.assign(entry(events, event_id), changes);
      return { id, changed: changes };
    },
  ),

  book_room: tool(
    { effect: 'write', targets: ['room'] },
    { room: z.string(), start: z.string(), end: z.string(), purpose: z.string() },
    ({ rooms, bookings }: Lectures, { room, start, end, purpose }) => {
      if (!rooms.includes(room)) throw new Error(`There is no room ${room}.`);
      if (bookings.some((each) => each.room === room && each.start < end && start < each.end))
        throw new Error(`${room} is taken.`);
      bookings.push({ room, start, end, purpose });
      return { room, start, end, status: 'booked' };
    },
  ),
};
