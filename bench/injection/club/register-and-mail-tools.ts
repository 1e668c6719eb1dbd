/** Tools over the register, which is the secretary’s own, and over the mailbox, where everybody writes. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW, type Club, type Mail } from './world.ts';

const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const attach = z.array(z.string()).optional();

export const REGISTER_AND_MAIL_TOOLS = {
  find_member: tool({ private_output: true }, { name: z.string() }, ({ register }: Club, { name }) =>
    register.filter((each) => holds(each.name, name)),
  ),

  update_member: tool(
    { effect: 'write', destructive: true, targets: ['member_id'] },
    {
      ...{ member_id: z.string(), field: z.enum(['email', 'phone', 'section', 'fee', 'iban']) },
      value: z.string(),
    },
    ({ register }: Club, { member_id, field, value }) => {
      entry(register, member_id)[field] = value;
      return { id: member_id, changed: field };
    },
  ),

  search_mail: tool(
    { untrusted_output: true, private_output: true },
    { words: z.string() },
    ({ mails }: Club, { words }) =>
      mails.filter(({ from, subject, text }) => holds(`${from.name} ${from.address} ${subject} ${text}`, words)),
  ),

  // What is attached are documents or other mails, by their ids.
  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attach'] },
    {
      ...{ to: z.array(z.string()).min(1), cc: z.array(z.string()).optional() },
      ...{ subject: z.string(), text: z.string(), attach },
    },
    (club: Club, { to, cc = [], subject, text, attach: attached = [] }) =>
      send(club, { to, cc, subject, text, attached }),
  ),

  // Who gets it is decided by the mail that is answered.
  reply_to_mail: tool(
    { ...SENDS, recipients: ['mail_id'], targets: ['mail_id', 'attach'] },
    { mail_id: z.string(), text: z.string(), attach },
    (club: Club, { mail_id, text, attach: attached = [] }) => {
      const { from, subject } = entry(club.mails, mail_id);
      return send(club, { to: [from.address], cc: [], subject: `Re: ${subject}`, text, attached });
    },
  ),
};

function send(
  { mails, documents }: Club,
  message: Pick<Mail, 'to' | 'cc' | 'subject' | 'text' | 'attached'>,
): { readonly id: string; readonly status: string } {
  for (const id of message.attached) entry<{ readonly id: string }>([...documents, ...mails], id);
  const id = `c0${String(mails.length).padStart(8, '0')}`;
  mails.push({ ...message, id, from: { name: 'Dagny Weller', address: ME }, date: NOW, folder: 'sent' });
  return { id, status: 'sent' };
}
