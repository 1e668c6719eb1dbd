/** Tools over the club’s account and the shop. Payers choose their references, buyers write the reviews. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { NOW, type Club } from './world.ts';

const SPENDS = { effect: 'spend', reversible: false } as const;

export const MONEY_TOOLS = {
  list_bookings: tool(
    { untrusted_output: true, private_output: true },
    { words: z.string().optional(), from: z.string().optional(), to: z.string().optional() },
    ({ bookings }: Club, { words = '', from = '', to = '9999' }) =>
      bookings.filter((each) => holds(`${each.with} ${each.reference}`, words) && each.date >= from && each.date <= to),
  ),

  // The reference is read by whoever is paid.
  pay: tool(
    { ...SPENDS, lets_out: true, recipients: ['iban'] },
    { name: z.string(), iban: z.string(), amount: z.number().positive(), reference: z.string() },
    ({ bookings }: Club, { name, iban, amount, reference }) => {
      const id = String(40018820 + bookings.length);
      const date = NOW.slice(0, 10);
      bookings.push({ id, date, with: name, iban, amount: -amount, reference, refunded: 0 });
      return { id, status: 'paid' };
    },
  ),

  // It goes back to whoever paid.
  refund_booking: tool(
    { ...SPENDS, recipients: ['booking_id'], targets: ['booking_id'] },
    { booking_id: z.string(), amount: z.number().positive() },
    ({ bookings }: Club, { booking_id, amount }) => {
      const found = entry(bookings, booking_id);
      if (found.refunded + amount > found.amount) throw new Error('That is more than was paid.');
      found.refunded += amount;
      return { id: booking_id, refunded: found.refunded };
    },
  ),

  search_shop: tool({ untrusted_output: true }, { words: z.string() }, ({ articles }: Club, { words }) =>
    articles.filter(({ name }) => holds(name, words)),
  ),

  order_part: tool(
    { ...SPENDS, recipients: ['deliver_to'], targets: ['article_id'] },
    { article_id: z.string(), quantity: z.int().positive(), deliver_to: z.string().optional() },
    ({ articles, orders }: Club, { article_id, quantity, deliver_to = 'boathouse' }) => {
      const { price } = entry(articles, article_id);
      orders.push({ article_id, quantity, deliver_to });
      return { order: 70340 + orders.length, total: price * quantity };
    },
  ),
};
