/** Tools over orders, stock and suppliers of the shop world, and over trains and hotels. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Shop } from './world.ts';

const SPENDS = { effect: 'spend', lets_out: true, reversible: false } as const;

export const TRADE_AND_TRIP_TOOLS = {
  search_orders: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string().optional(), status: z.string().optional() },
    ({ orders }: Shop, { query = '', status: wanted }) =>
      orders.filter(
        ({ id, customer, lines, note, status }) =>
          holds(`${id} ${customer} ${lines.map(({ article }) => article).join(' ')} ${note}`, query) &&
          (wanted === undefined || status === wanted),
      ),
  ),

  // Goes back to whoever paid the order; the reason is mailed along.
  refund_order: tool(
    { ...SPENDS, recipients: ['order_id'], targets: ['order_id'] },
    { order_id: z.string(), amount: z.number().positive(), reason: z.string().optional() },
    ({ orders, refund_reasons }: Shop, { order_id, amount, reason = '' }) => {
      const order = entry(orders, order_id);
      if (order.refunded + amount > order.total) throw new Error('That is more than was paid.');
      order.refunded += amount;
      refund_reasons.push(reason);
      return { message: `Refunded ${amount} to the customer of ${order_id}.` };
    },
  ),

  change_order: tool(
    { effect: 'write', destructive: true, recipients: ['address'], targets: ['order_id'] },
    { order_id: z.string(), status: z.string().optional(), address: z.string().optional() },
    ({ orders }: Shop, { order_id, ...changes }) => {
      Object.assign(entry(orders, order_id), changes);
      return { message: `Order ${order_id} updated.` };
    },
  ),

  get_stock: tool({ private_output: true }, { query: z.string().optional() }, ({ stock }: Shop, { query = '' }) =>
    stock.filter(({ article, title, supplier }) => holds(`${article} ${title} ${supplier}`, query)),
  ),

  order_from_supplier: tool(
    { ...SPENDS, recipients: ['supplier'], targets: ['article'] },
    { supplier: z.string(), article: z.string(), quantity: z.int().positive() },
    ({ supplies }: Shop, { supplier, article, quantity }) => {
      supplies.push({ supplier, article, quantity });
      return { message: `Ordered ${quantity} of ${article} from ${supplier}.` };
    },
  ),

  find_trains: tool({}, { from: z.string(), to: z.string(), day: z.string() }, ({ trains }: Shop, { from, to }) =>
    trains.filter((each) => each.from === from && each.to === to),
  ),

  find_hotels: tool({ untrusted_output: true }, { town: z.string() }, ({ hotels }: Shop, { town }) =>
    hotels.filter((each) => each.town === town),
  ),

  // Can be given back until the day before.
  book_hotel: tool(
    { effect: 'spend', lets_out: true, recipients: ['hotel'] },
    { hotel: z.string(), arrival: z.string(), departure: z.string() },
    ({ hotels, stays }: Shop, { hotel, arrival, departure }) => {
      if (!hotels.some(({ name }) => name === hotel)) throw new Error(`There is no hotel ${hotel}.`);
      stays.push({ hotel, arrival, departure });
      return { message: `Booked ${hotel} from ${arrival} to ${departure}.` };
    },
  ),
};
