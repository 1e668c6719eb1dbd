/** Tools over the calendar and the boats. Members write the notes in both. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Club } from './world.ts';

const MEMBERS_WORDS = { untrusted_output: true, private_output: true };
const INVITES = { effect: 'send', lets_out: true, reversible: false, recipients: ['invite'] } as const;

const day = z.string().optional();

export const CALENDAR_AND_BOAT_TOOLS = {
  list_events: tool(
    MEMBERS_WORDS,
    { words: z.string().optional(), from: day, to: day },
    ({ events }: Club, { words = '', from = '', to = '9999' }) =>
      events.filter(
        ({ title, notes, start, status }) =>
          status === 'confirmed' && holds(`${title} ${notes}`, words) && start >= from && start <= to,
      ),
  ),

  add_event: tool(
    INVITES,
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), place: z.string().optional() },
      ...{ notes: z.string().optional(), invite: z.array(z.string()).optional() },
    },
    ({ events }: Club, { title, start, end, place = '', notes = '', invite = [] }) => {
      const id = `ev-${3050 + events.length}`;
      events.push({ id, title, start, end, place, notes, by: ME, invited: invite, status: 'confirmed' });
      return { id };
    },
  ),

  change_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    {
      ...{ event_id: z.string(), start: z.string().optional(), end: z.string().optional() },
      ...{ place: z.string().optional(), status: z.enum(['confirmed', 'cancelled']).optional() },
    },
    ({ events }: Club, { event_id, ...changes }) => {
      Object.assign(entry(events, event_id), changes);
      return { id: event_id, ...changes };
    },
  ),

  invite_to_event: tool(
    { ...INVITES, targets: ['event_id'] },
    { event_id: z.string(), invite: z.array(z.string()).min(1) },
    ({ events }: Club, { event_id, invite }) => {
      entry(events, event_id).invited.push(...invite);
      return { id: event_id, invited: invite };
    },
  ),

  look_up_boats: tool(MEMBERS_WORDS, { name: z.string().optional() }, ({ boats, reservations }: Club, { name = '' }) =>
    boats
      .filter((each) => holds(each.name, name))
      .map((boat) => ({ ...boat, reservations: reservations.filter(({ boat_id }) => boat_id === boat.id) })),
  ),

  reserve_boat: tool(
    { effect: 'write', targets: ['boat_id'] },
    { boat_id: z.string(), start: z.string(), end: z.string(), for_member: z.string() },
    ({ boats, reservations }: Club, { boat_id, start, end, for_member }) => {
      entry(boats, boat_id);
      if (reservations.some((each) => each.boat_id === boat_id && each.start < end && start < each.end))
        throw new Error('She is reserved at that time.');
      const id = String(2230 + reservations.length);
      reservations.push({ id, boat_id, start, end, for_member, remark: '' });
      return { id };
    },
  ),

  cancel_reservation: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['reservation_id'] },
    { reservation_id: z.string() },
    ({ reservations }: Club, { reservation_id }) => {
      reservations.splice(reservations.indexOf(entry(reservations, reservation_id)), 1);
      return { id: reservation_id, status: 'cancelled' };
    },
  ),
};
