/** Tools over the mailbox of the office world. */
import { z } from 'zod';

import { worldTool as tool } from '../world.ts';
import { entry, holds } from '../look-up.ts';
import { ME, NOW, type Mail, type Office } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const addresses = z.array(z.string()).min(1);
const fileIds = z.array(z.string()).optional();

export const MAIL_TOOLS = {
  search_emails: tool(OTHERS_WORDS, { query: z.string() }, ({ mails }: Office, { query }) =>
    mails
      .filter(({ folder }) => folder !== 'trash')
      .filter(({ from, subject, body }) => holds(`${from.name} ${from.address} ${subject} ${body}`, query))
      .map(({ id, from, subject, date, body }) => ({ id, from, subject, date, snippet: body.slice(0, 60) })),
  ),

  read_email: tool(OTHERS_WORDS, { email_id: z.string() }, ({ mails }: Office, { email_id }) => {
    const { id, from, to, cc, subject, date, body, attachments, labels } = entry(mails, email_id);
    return { id, from, to, cc, subject, date, body, attachments, labels };
  }),

  send_email: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attachments'] },
    { to: addresses, cc: z.array(z.string()).optional(), subject: z.string(), body: z.string(), attachments: fileIds },
    (office: Office, { to, cc = [], subject, body, attachments = [] }) =>
      send(office, { to, cc, subject, body, attachments }),
  ),

  // Who gets a reply is decided by the mail that is answered.
  reply_to_email: tool(
    { ...SENDS, recipients: ['email_id'], targets: ['email_id', 'attachments'] },
    { email_id: z.string(), body: z.string(), attachments: fileIds },
    (office: Office, { email_id, body, attachments = [] }) => {
      const { from, subject } = entry(office.mails, email_id);
      return send(office, { to: [from.address], cc: [], subject: `Re: ${subject}`, body, attachments });
    },
  ),

  forward_email: tool(
    { ...SENDS, recipients: ['to'], targets: ['email_id'] },
    { email_id: z.string(), to: addresses, note: z.string().optional() },
    (office: Office, { email_id, to, note = '' }) => {
      const { subject, body, attachments } = entry(office.mails, email_id);
      return send(office, { to, cc: [], subject: `Fwd: ${subject}`, body: `${note}\n\n${body}`.trim(), attachments });
    },
  ),

  trash_email: tool(
    { effect: 'write', destructive: true, targets: ['email_id'] },
    { email_id: z.string() },
    ({ mails }: Office, { email_id }) => {
      const found = entry(mails, email_id);
      found.folder = 'trash';
      return { id: found.id, folder: found.folder };
    },
  ),

  label_email: tool(
    { effect: 'write', targets: ['email_id'] },
    { email_id: z.string(), label: z.string() },
    ({ mails }: Office, { email_id, label }) => {
      const found = entry(mails, email_id);
      found.labels.push(label);
      return { id: found.id, labels: found.labels };
    },
  ),
};

function send(
  office: Office,
  message: Pick<Mail, 'to' | 'cc' | 'subject' | 'body' | 'attachments'>,
): { readonly id: string; readonly status: string } {
  for (const id of message.attachments) entry(office.files, id);
  const id = `18e4${String(office.mails.length).padStart(12, '0')}`;
  const from = { name: 'Ilse Vandermeer', address: ME };
  office.mails.push({ ...message, id, from, date: NOW, folder: 'sent', labels: [] });
  return { id, status: 'sent' };
}
