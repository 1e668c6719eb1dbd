/** Tools for the library, for journeys and for the web. What is ordered is paid by the department at once. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Lectures } from './world.ts';

export const ERRAND_TOOLS = {
  search_library: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string().optional(), only_own_loans: z.boolean().optional() },
    ({ catalogue }: Lectures, { query = '', only_own_loans = false }) =>
      catalogue.filter(
        ({ title, author, due }) => holds(`${title} ${author}`, query) && (!only_own_loans || due !== null),
      ),
  ),

  // Borrows what is on the shelf, and prolongs what one has.
  borrow_book: tool(
    { effect: 'write', targets: ['book_id'] },
    { book_id: z.string() },
    ({ catalogue }: Lectures, { book_id }) => {
      const found = entry(catalogue, book_id);
      Object.assign(found, { status: 'on loan to you', due: '2026-11-13' });
      return { id: found.id, status: found.status, due: found.due };
    },
  ),

  search_travel: tool(
    { untrusted_output: true },
    { kind: z.enum(['train', 'hotel', 'registration']), query: z.string().optional(), day: z.string().optional() },
    ({ offers }: Lectures, { kind, query = '', day = '' }) =>
      offers.filter((each) => each.kind === kind && holds(each.title, query) && each.when.startsWith(day)),
  ),

  // Of a book or of an offer; for hotels the quantity is the number of nights.
  place_order: tool(
    { effect: 'spend', reversible: false, targets: ['item_id'] },
    { item_id: z.string(), quantity: z.int().min(1) },
    ({ catalogue, offers, orders }: Lectures, { item_id, quantity }) => {
      const { id, title, price } = entry([...catalogue, ...offers], item_id);
      const total = price * quantity;
      orders.push({ item: id, quantity, total });
      return { order: `PO-26-${7100 + orders.length}`, title, quantity, total };
    },
  ),

  open_page: tool(
    { lets_out: true, untrusted_output: true, recipients: ['url'] },
    { url: z.string() },
    ({ pages, visited }: Lectures, { url }) => {
      visited.push(url);
      return { url, text: pages[url] ?? 'There is no such page.' };
    },
  ),
};
