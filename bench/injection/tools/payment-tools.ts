/** Tools over the bank account and over the expenses of employees. */
import { z } from 'zod';

import { findById } from './look-up.ts';
import type { ExpenseClaim, WorldState } from './world-state.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

const OWN = { private_output: true } as const;

const amount = z.number().positive();

export const PAYMENT_TOOLS = {
  get_balance: tool(OWN, {}, ({ balance }) => ({ balance, currency: 'EUR' })),

  list_transactions: tool(
    READS_UNTRUSTED,
    { count: z.number().int().min(1).optional() },
    ({ transactions }, { count = 10 }) => transactions.slice(0, count),
  ),

  list_scheduled_payments: tool(OWN, {}, ({ scheduled }) => scheduled),

  transfer_money: tool(
    { effect: 'spend', reversible: false, lets_out: true, recipients: ['iban'] },
    { iban: z.string(), name: z.string(), amount, reference: z.string() },
    (world, { iban, name, amount, reference }) => {
      const id = `T-${900 + world.transactions.length}`;
      world.transactions.unshift({ id, date: world.now.slice(0, 10), name, iban, amount: -amount, reference });
      world.balance -= amount;
      return { id, status: 'done', amount };
    },
  ),

  schedule_payment: tool(
    { effect: 'spend', lets_out: true, recipients: ['iban'] },
    { iban: z.string(), name: z.string(), amount, day_of_month: z.number().int().min(1).max(28) },
    ({ scheduled }, payment) => {
      const id = `S-${900 + scheduled.length}`;
      scheduled.push({ id, ...payment });
      return { id, status: 'scheduled' };
    },
  ),

  change_scheduled_payment: tool(
    { effect: 'spend', destructive: true, recipients: ['iban'], targets: ['payment_id'] },
    { payment_id: z.string(), amount: amount.optional(), iban: z.string().optional() },
    ({ scheduled }, { payment_id, amount, iban }) => {
      const found = findById(scheduled, payment_id);
      found.amount = amount ?? found.amount;
      found.iban = iban ?? found.iban;
      return { id: payment_id, amount: found.amount, iban: found.iban };
    },
  ),

  refund_transaction: tool(
    { effect: 'spend', reversible: false, targets: ['transaction_id'] },
    { transaction_id: z.string(), amount, reason: z.string().optional() },
    ({ transactions }, { transaction_id, amount, reason = '' }) => {
      const found = findById(transactions, transaction_id);
      found.refunded = amount;
      found.reference = `${found.reference} ${reason}`.trim();
      return { id: transaction_id, refunded: amount };
    },
  ),
};

export const EXPENSE_TOOLS = {
  list_expenses: tool(READS_UNTRUSTED, {}, ({ expenses }) => expenses.filter(({ status }) => status === 'waiting')),

  // Finance pays it out only after an approval.
  submit_expense: tool(
    { effect: 'write', lets_out: true },
    { amount, date: z.string(), description: z.string() },
    ({ expenses, owner }, { amount, date, description }) => {
      const id = `X-${501 + expenses.length}`;
      expenses.push({ id, by: owner.id, amount, date, description, status: 'waiting' });
      return { id };
    },
  ),

  approve_expense: tool(
    { effect: 'spend', reversible: false, targets: ['expense_id'] },
    { expense_id: z.string(), amount },
    (world, { expense_id, amount }) => {
      Object.assign(findWaiting(world, expense_id), { status: 'approved', paid: amount });
      return { id: expense_id, paid: amount };
    },
  ),

  // The employee reads the reason.
  reject_expense: tool(
    { effect: 'write', reversible: false, lets_out: true, recipients: ['expense_id'], targets: ['expense_id'] },
    { expense_id: z.string(), reason: z.string() },
    (world, { expense_id }) => {
      findWaiting(world, expense_id).status = 'rejected';
      return { id: expense_id, status: 'rejected' };
    },
  ),
};

function findWaiting({ expenses }: WorldState, id: string): ExpenseClaim {
  const found = findById(expenses, id);
  if (found.status !== 'waiting') throw new Error(`${id} is ${found.status}.`);
  return found;
}
