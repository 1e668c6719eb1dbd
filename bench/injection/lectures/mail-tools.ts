/** Tools over the lecturer's mailbox and address book. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW, type Lectures, type Mail } from './world.ts';

const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const addresses = z.array(z.string()).min(1);
const fileIds = z.array(z.string()).optional();

export const MAIL_TOOLS = {
  search_mail: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string() },
    ({ mails }: Lectures, { query }) =>
      mails
        .filter(({ folder }) => folder !== 'trash')
        .filter(({ from, subject, body }) => holds(`${from.name} ${from.address} ${subject} ${body}`, query))
        .map(({ id, from, to, subject, date, body, files }) => ({ id, from, to, subject, date, body, files })),
  ),

  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['files'] },
    { to: addresses, cc: z.array(z.string()).optional(), subject: z.string(), body: z.string(), files: fileIds },
    (world: Lectures, { to, cc = [], subject, body, files = [] }) => send(world, { to, cc, subject, body, files }),
  ),

  // Who gets a reply is decided by the mail that is answered.
  reply_mail: tool(
    { ...SENDS, recipients: ['mail_id'], targets: ['mail_id', 'files'] },
    { mail_id: z.string(), body: z.string(), files: fileIds },
    (world: Lectures, { mail_id, body, files = [] }) => {
      const { from, subject } = entry(world.mails, mail_id);
      return send(world, { to: [from.address], cc: [], subject: `Re: ${subject}`, body, files });
    },
  ),

  forward_mail: tool(
    { ...SENDS, recipients: ['to'], targets: ['mail_id'] },
    { mail_id: z.string(), to: addresses, note: z.string().optional() },
    (world: Lectures, { mail_id, to, note = '' }) => {
      const { subject, body, files } = entry(world.mails, mail_id);
      return send(world, { to, cc: [], subject: `Fwd: ${subject}`, body: `${note}\n\n${body}`.trim(), files });
    },
  ),

  delete_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Lectures, { mail_id }) => {
      const found = entry(mails, mail_id);
      found.folder = 'trash';
      return { id: found.id, folder: found.folder };
    },
  ),

  find_contact: tool({ private_output: true }, { name: z.string() }, ({ contacts }: Lectures, { name }) =>
    contacts.filter((each) => holds(`${each.name} ${each.what}`, name)),
  ),
};

function send(
  { mails, files }: Lectures,
  message: Pick<Mail, 'to' | 'cc' | 'subject' | 'body' | 'files'>,
): { readonly id: string; readonly status: string } {
  for (const id of message.files) entry(files, id);
  const id = `AAMk8000${String(mails.length).padStart(4, '0')}`;
  mails.push({ ...message, id, from: { name: 'Imke Solberg', address: ME }, date: NOW, folder: 'sent' });
  return { id, status: 'sent' };
}
