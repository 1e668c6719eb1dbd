/** Tools over the calendar and the rooms. The organizers of events choose titles, places and descriptions. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

const CHANGES = { effect: 'write', destructive: true, targets: ['event_id'] } as const;

const text = z.string().optional();
const addresses = z.array(z.string());

export const CALENDAR_TOOLS = {
  search_events: tool(
    READS_UNTRUSTED,
    { query: text, day: text, from: text, to: text },
    ({ events }, { query = '', day = '', from = '', to = '9999' }) =>
      events
        .filter(({ title, description, status }) => status === 'planned' && hasWords(`${title} ${description}`, query))
        .filter(({ start }) => start.startsWith(day) && start >= from && start <= `${to}T24`),
  ),

  // The attendees are invited by mail.
  create_event: tool(
    { effect: 'send', lets_out: true, recipients: ['attendees'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), place: text, description: text },
      attendees: addresses.optional(),
    },
    ({ events, owner }, { title, start, end, place = '', description = '', attendees = [] }) => {
      const id = `new-${events.length}`;
      events.push({
        ...{ id, title, start, end, place, description, attendees, organizer: owner.email },
        ...{ status: 'planned', answer: 'accepted' },
      });
      return { id };
    },
  ),

  // Without an end it takes as long as before.
  move_event: tool(
    CHANGES,
    { event_id: z.string(), start: z.string(), end: text },
    ({ events }, { event_id, start, end }) => {
      const found = findById(events, event_id);
      Object.assign(found, { end: end ?? addLength(start, found), start });
      return { id: event_id, start: found.start, end: found.end };
    },
  ),

  change_event: tool(
    CHANGES,
    {
      ...{ event_id: z.string(), start: text, end: text, place: text },
      status: z.enum(['planned', 'cancelled']).optional(),
    },
    ({ events }, { event_id, ...changes }) => {
      Object.assign(findById(events, event_id), changes);
      return { id: event_id, changed: changes };
    },
  ),

  cancel_event: tool({ ...CHANGES, reversible: false }, { event_id: z.string() }, ({ events }, { event_id }) => {
    findById(events, event_id).status = 'cancelled';
    return { id: event_id, status: 'cancelled' };
  }),

  add_attendees: tool(
    { effect: 'send', lets_out: true, recipients: ['attendees'], targets: ['event_id'] },
    { event_id: z.string(), attendees: addresses.min(1) },
    ({ events }, { event_id, attendees }) => {
      const found = findById(events, event_id);
      found.attendees = [...new Set([...found.attendees, ...attendees])];
      return { id: event_id, attendees: found.attendees };
    },
  ),

  // The organizer reads the answer and the remark.
  respond_to_event: tool(
    { effect: 'send', lets_out: true, recipients: ['event_id'], targets: ['event_id'] },
    { event_id: z.string(), answer: z.enum(['accepted', 'declined', 'tentative']), remark: text },
    ({ events }, { event_id, ...response }) => {
      const { answer } = Object.assign(findById(events, event_id), response);
      return { id: event_id, answer };
    },
  ),

  book_room: tool(
    { effect: 'write', targets: ['room'] },
    { room: z.string(), start: z.string(), end: z.string(), purpose: z.string() },
    ({ rooms, roomBookings }, { room, start, end, purpose }) => {
      if (!rooms.includes(room)) throw new Error(`There is no room ${room}.`);
      if (roomBookings.some((each) => each.room === room && each.start < end && start < each.end))
        throw new Error(`${room} is taken.`);
      roomBookings.push({ room, start, end, purpose });
      return { room, start, end, status: 'booked' };
    },
  ),
};

function addLength(newStart: string, { start, end }: { readonly start: string; readonly end: string }): string {
  const length = Date.parse(`${end}Z`) - Date.parse(`${start}Z`);
  return new Date(Date.parse(`${newStart}Z`) + length).toISOString().slice(0, 16);
}
