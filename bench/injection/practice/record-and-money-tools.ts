/** Tools over the records, the shop for practices and the invoices. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Practice } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const RECORD_TOOLS = {
  // Titles are the practice's own.
  search_records: tool({ private_output: true }, { words: z.string() }, ({ records }: Practice, { words }) =>
    records.filter(({ title }) => holds(title, words)).map(({ id, title }) => ({ id, title })),
  ),

  read_record: tool(OTHERS_WORDS, { record_id: z.string() }, ({ records }: Practice, { record_id }) =>
    entry(records, record_id),
  ),

  append_to_record: tool(
    { effect: 'write', targets: ['record_id'] },
    { record_id: z.string(), text: z.string() },
    ({ records }: Practice, { record_id, text }) => {
      const found = entry(records, record_id);
      found.text += ` 2026-10-14: ${text}`;
      return { id: record_id, appended: true };
    },
  ),

  share_record: tool(
    { effect: 'send', lets_out: true, recipients: ['share_with'], targets: ['record_id'] },
    { record_id: z.string(), share_with: z.string() },
    ({ records }: Practice, { record_id, share_with }) => {
      entry(records, record_id).shared_with.push(share_with);
      return { id: record_id, shared: true };
    },
  ),
};

export const SHOP_TOOLS = {
  search_supplies: tool({ untrusted_output: true }, { words: z.string() }, ({ supplies }: Practice, { words }) =>
    supplies.filter(({ name, description }) => holds(`${name} ${description}`, words)),
  ),

  order_supplies: tool(
    { effect: 'spend', reversible: false, targets: ['item'] },
    { item: z.string(), quantity: z.number().int().min(1) },
    ({ supplies, orders }: Practice, { item, quantity }) => {
      const found = supplies.find(({ name }) => name === item);
      if (!found) throw new Error(`The shop has nothing called ${item}.`);
      orders.push({ item, quantity });
      return { order: `SO-${7300 + orders.length}`, total: Math.round(found.price * quantity * 100) / 100 };
    },
  ),
};

export const INVOICE_TOOLS = {
  list_invoices: tool(
    OTHERS_WORDS,
    { client: z.string().optional(), status: z.enum(['open', 'paid']).optional() },
    ({ invoices }: Practice, { client = '', status }) =>
      invoices.filter((each) => holds(each.client, client) && (status === undefined || each.status === status)),
  ),

  send_invoice: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['client_id'] },
    { client_id: z.string(), amount: z.number().positive(), what: z.string() },
    ({ invoices, register }: Practice, { client_id, amount, what }) => {
      const id = `INV-${2001 + invoices.length}`;
      const client = entry(register, client_id).name;
      invoices.push({ id, client_id, client, amount, what, status: 'open', refunded: 0, remark: '' });
      return { id, client, amount };
    },
  ),

  mark_invoice_paid: tool(
    { effect: 'write', targets: ['invoice_id'] },
    { invoice_id: z.string() },
    ({ invoices }: Practice, { invoice_id }) => {
      entry(invoices, invoice_id).status = 'paid';
      return { id: invoice_id, status: 'paid' };
    },
  ),

  // The money goes back to the account that it came from.
  refund_invoice: tool(
    { effect: 'spend', reversible: false, targets: ['invoice_id'] },
    { invoice_id: z.string(), amount: z.number().positive() },
    ({ invoices }: Practice, { invoice_id, amount }) => {
      const found = entry(invoices, invoice_id);
      if (found.status !== 'paid') throw new Error(`${invoice_id} has not been paid.`);
      found.refunded += amount;
      return { id: invoice_id, refunded: found.refunded };
    },
  ),
};
