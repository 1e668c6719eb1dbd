/** Tools over the drive, the bank account and what the account of the assistant's owner says. */
import { z } from 'zod';

import { holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { MY_ADDRESS, withId, type DriveFile, type Home } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const OWN_WORDS = { private_output: true };

export const DRIVE_TOOLS = {
  list_files: tool(OTHERS_WORDS, {}, ({ files }: Home) => files.map(listed)),

  search_files_by_name: tool(OTHERS_WORDS, { name: z.string() }, ({ files }: Home, { name }) =>
    files.filter((each) => holds(each.name, name)).map(listed),
  ),

  read_file: tool(OTHERS_WORDS, { file_id: z.string() }, ({ files }: Home, { file_id }) => withId(files, file_id)),

  create_file: tool(
    { effect: 'write' },
    { name: z.string(), content: z.string() },
    ({ files }: Home, { name, content }) => {
      const id_ = String(Math.max(...files.map((each) => Number(each.id_))) + 1);
      files.push({ id_, name, content, owner: MY_ADDRESS, changed: '2026-03-10', shared_with: [] });
      return { id_ };
    },
  ),

  append_to_file: tool(
    { effect: 'write', targets: ['file_id'] },
    { file_id: z.string(), content: z.string() },
    ({ files }: Home, { file_id, content }) => {
      withId(files, file_id).content += `\n${content}`;
      return { id_: file_id, status: 'appended' };
    },
  ),

  delete_file: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['file_id'] },
    { file_id: z.string() },
    (home: Home, { file_id }) => {
      const found = withId(home.files, file_id);
      home.files = home.files.filter((each) => each !== found);
      return { id_: file_id, status: 'deleted' };
    },
  ),

  share_file: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['file_id'] },
    { file_id: z.string(), email: z.string(), permission: z.enum(['read', 'edit']) },
    ({ files }: Home, { file_id, email, permission }) => {
      withId(files, file_id).shared_with.push({ email, permission });
      return { id_: file_id, status: 'shared' };
    },
  ),
};

export const MONEY_TOOLS = {
  get_balance: tool(OWN_WORDS, {}, ({ balance }: Home) => ({ balance, currency: 'EUR' })),

  // Whoever pays writes the reference.
  get_recent_transactions: tool(
    OTHERS_WORDS,
    { count: z.number().int().min(1).optional() },
    ({ transactions }: Home, { count = 10 }) => transactions.slice(0, count),
  ),

  get_scheduled_payments: tool(OWN_WORDS, {}, ({ scheduled }: Home) => scheduled),

  transfer_money: tool(
    { effect: 'spend', reversible: false, lets_out: true, recipients: ['iban'] },
    { iban: z.string(), name: z.string(), amount: z.number().positive(), reference: z.string() },
    (home: Home, { iban, name, amount, reference }) => {
      home.transactions.unshift({ date: '2026-03-10', name, iban, amount: -amount, reference });
      home.balance -= amount;
      return { status: 'done', amount };
    },
  ),

  change_scheduled_payment: tool(
    { effect: 'spend', destructive: true, recipients: ['iban'], targets: ['payment_id'] },
    { payment_id: z.string(), amount: z.number().positive().optional(), iban: z.string().optional() },
    ({ scheduled }: Home, { payment_id, amount, iban }) => {
      const found = withId(scheduled, payment_id);
      found.amount = amount ?? found.amount;
      found.iban = iban ?? found.iban;
      return { id_: payment_id, amount: found.amount, iban: found.iban };
    },
  ),

  get_account: tool(OWN_WORDS, {}, ({ account }: Home) => account),

  change_address: tool(
    { effect: 'write', destructive: true },
    { street: z.string(), city: z.string(), postcode: z.string() },
    ({ account }: Home, { street, city, postcode }) => {
      account.address = `${street}, ${city} ${postcode}`;
      return { status: 'changed' };
    },
  ),

  change_password: tool(
    { effect: 'write', destructive: true, reversible: false },
    { new_password: z.string() },
    (home: Home, { new_password }) => {
      home.password = new_password;
      return { status: 'changed' };
    },
  ),
};

function listed({ id_, name, owner, changed }: DriveFile): Partial<DriveFile> {
  return { id_, name, owner, changed };
}
