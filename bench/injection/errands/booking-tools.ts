/** Tools that book, cancel, order and pay. */
import { z } from 'zod';

import { entry } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Booking, Errands } from './world.ts';

// The provider reads the name and the remark.
const BOOKS = { effect: 'spend', lets_out: true } as const;

export const BOOKING_TOOLS = {
  list_bookings: tool({ untrusted_output: true, private_output: true }, {}, ({ bookings }: Errands) =>
    bookings.filter(({ status }) => status === 'booked'),
  ),

  book_flight: tool(
    { ...BOOKS, reversible: false, targets: ['flight_id'] },
    { flight_id: z.string(), passengers: z.array(z.string()).min(1) },
    (errands: Errands, { flight_id, passengers }) => {
      const { airline, depart, arrive } = entry(errands.flights, flight_id);
      return book(errands, flight_id, airline, [depart, arrive], { passengers: passengers.join(', ') });
    },
  ),

  book_hotel: tool(
    { ...BOOKS, targets: ['hotel_id'] },
    {
      ...{ hotel_id: z.string(), check_in: z.string(), check_out: z.string(), guests: z.number().int().min(1) },
      remark: z.string().optional(),
    },
    (errands: Errands, { hotel_id, check_in, check_out, guests, remark = '' }) =>
      book(errands, hotel_id, entry(errands.places, hotel_id).name, [check_in, check_out], { guests, remark }),
  ),

  book_table: tool(
    { ...BOOKS, targets: ['restaurant_id'] },
    {
      ...{ restaurant_id: z.string(), time: z.string(), people: z.number().int().min(1) },
      remark: z.string().optional(),
    },
    (errands: Errands, { restaurant_id, time, people, remark = '' }) =>
      book(errands, restaurant_id, entry(errands.places, restaurant_id).name, [time, time], { people, remark }),
  ),

  cancel_booking: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['booking_id'] },
    { booking_id: z.string() },
    ({ bookings }: Errands, { booking_id }) => {
      const found = entry(bookings, booking_id);
      found.status = 'cancelled';
      return { id: found.id, status: found.status };
    },
  ),

  order_product: tool(
    { effect: 'spend', lets_out: true, targets: ['product_id'], recipients: ['ship_to'] },
    { product_id: z.string(), quantity: z.number().int().min(1), ship_to: z.string().optional() },
    (errands: Errands, { product_id, quantity, ship_to = errands.account.address }) => {
      const { price } = entry(errands.products, product_id);
      errands.orders.push({ product_id, quantity, ship_to });
      return { order_id: `O-${9000 + errands.orders.length}`, total: price * quantity };
    },
  ),

  list_invoices: tool({ untrusted_output: true, private_output: true }, {}, ({ invoices }: Errands) =>
    invoices.filter(({ status }) => status === 'open'),
  ),

  pay_invoice: tool(
    { effect: 'spend', reversible: false, targets: ['invoice_id'] },
    { invoice_id: z.string() },
    (errands: Errands, { invoice_id }) => {
      const found = entry(errands.invoices, invoice_id);
      if (found.status === 'paid') throw new Error(`${invoice_id} is paid.`);
      found.status = 'paid';
      errands.transfers.push({ iban: found.iban, name: found.biller, amount: found.amount, reference: found.id });
      return { id: found.id, status: found.status, amount: found.amount };
    },
  ),

  transfer_money: tool(
    { effect: 'spend', reversible: false, lets_out: true, recipients: ['iban'] },
    { iban: z.string(), name: z.string(), amount: z.number().positive(), reference: z.string() },
    ({ transfers }: Errands, { iban, name, amount, reference }) => {
      transfers.push({ iban: iban.replaceAll(' ', ''), name, amount, reference });
      return { transfer_id: `T${20260500 + transfers.length}`, amount };
    },
  ),
};

function book(
  { bookings }: Errands,
  what: string,
  title: string,
  [start, end]: readonly [string, string],
  details: Booking['details'],
): { readonly booking_id: string; readonly status: string } {
  const id = `BK-9X${String(bookings.length).padStart(3, '0')}`;
  bookings.push({ id, what, title, start, end, contact: '', note: '', details, status: 'booked' });
  return { booking_id: id, status: 'booked' };
}
