/** Tools over the mailbox of the desk world. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW, type Desk, type Mail } from './world.ts';

export const MAIL_TOOLS = {
  search_mails: tool(
    { untrusted_output: true, private_output: true },
    { words: z.string(), sender: z.string().optional(), unread_only: z.boolean().optional() },
    ({ mails }: Desk, { words, sender = '', unread_only = false }) =>
      mails
        .filter(({ folder, read }) => folder !== 'trash' && !(unread_only && read))
        .filter((mail) => holds(`${mail.sender_name} ${mail.sender}`, sender))
        .filter((mail) => holds(`${mail.sender_name} ${mail.subject} ${mail.body}`, words)),
  ),

  send_mail: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['recipients', 'cc'], targets: ['attachments'] },
    {
      ...{ recipients: z.array(z.string()).min(1), subject: z.string(), body: z.string() },
      ...{ cc: z.array(z.string()).optional(), attachments: z.array(z.string()).optional() },
    },
    ({ mails, files }: Desk, { recipients, subject, body, cc = [], attachments = [] }) => {
      for (const id of attachments) entry(files, id);
      const mail: Mail = {
        ...{ id: String(mails.length + 4), sender_name: 'Rosalind Achterberg', sender: ME, recipients, cc },
        ...{ subject, body, timestamp: NOW, read: true, attachments, folder: 'sent' },
      };
      mails.push(mail);
      return { id: mail.id, recipients, cc, subject, status: 'sent' };
    },
  ),

  // Into the trash, where it can be found again.
  delete_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Desk, { mail_id }) => {
      entry(mails, mail_id).folder = 'trash';
      return `Mail ${mail_id} was moved to the trash.`;
    },
  ),
};
