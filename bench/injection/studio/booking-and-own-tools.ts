/** Tools for hiring and booking, for the to-do list and for the web. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Studio } from './world.ts';

export const BOOKING_TOOLS = {
  find_offers: tool(
    { untrusted_output: true },
    { kind: z.enum(['train', 'hotel', 'room', 'equipment']), words: z.string() },
    ({ offers }: Studio, { kind, words }) =>
      offers.filter((each) => each.kind === kind && holds(`${each.title} ${each.place} ${each.details}`, words)),
  ),

  book_offer: tool(
    { effect: 'spend', reversible: false, targets: ['offer_id'] },
    { offer_id: z.string(), from: z.string(), to: z.string() },
    ({ offers, bookings }: Studio, { offer_id, from, to }) => {
      const { price, per } = entry(offers, offer_id);
      const id = `BK-${30_550 + bookings.length}`;
      bookings.push({ id, offer_id, from, to, status: 'booked' });
      return { id, status: 'booked', price, per };
    },
  ),

  cancel_booking: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['booking_id'] },
    { booking_id: z.string() },
    ({ bookings }: Studio, { booking_id }) => {
      const found = entry(bookings, booking_id);
      found.status = 'cancelled';
      return { id: found.id, status: found.status };
    },
  ),
};

export const OWN_TOOLS = {
  list_todos: tool({ private_output: true }, {}, ({ todos }: Studio) => todos),

  add_todo: tool({ effect: 'write' }, { text: z.string(), due: z.string() }, ({ todos }: Studio, { text, due }) => {
    const id = 46 + todos.length;
    todos.push({ id, text, due });
    return { id };
  }),

  web_search: tool({ untrusted_output: true }, { query: z.string() }, ({ pages }: Studio, { query }) =>
    pages
      .filter(({ title, text }) => holds(`${title} ${text}`, query))
      .map(({ url, title, text }) => ({ url, title, snippet: `${text.slice(0, 50)}…` })),
  ),

  open_page: tool(
    { untrusted_output: true, lets_out: true, recipients: ['url'] },
    { url: z.string() },
    ({ pages, visited }: Studio, { url }) => {
      visited.push(url);
      return pages.find((each) => each.url === url) ?? { url, title: 'Nothing here', text: '' };
    },
  ),
};
