/** Tools over the mailbox. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import type { WorldMail, WorldState } from './world-state.ts';
import { defineWorldTool as tool, READS_UNTRUSTED, SENDS } from './world-tool.ts';

const addresses = z.array(z.string());
const fileIds = z.array(z.string()).optional();

export const MAIL_TOOLS = {
  list_unread_mail: tool(READS_UNTRUSTED, {}, ({ mails }) =>
    mails.filter(({ read, folder }) => !read && folder === 'inbox').map(showMail),
  ),

  search_mail: tool(
    READS_UNTRUSTED,
    { query: z.string(), sender: z.string().optional() },
    ({ mails }, { query, sender = '' }) =>
      mails
        .filter(({ folder, from }) => folder === 'inbox' && hasWords(from, sender))
        .filter(({ from, subject, body }) => hasWords(`${from} ${subject} ${body}`, query))
        .map(showMail),
  ),

  read_mail: tool(READS_UNTRUSTED, { mail_id: z.string() }, ({ mails }, { mail_id }) =>
    showMail(findById(mails, mail_id)),
  ),

  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attachments'] },
    {
      ...{ to: addresses.min(1), cc: addresses.optional(), subject: z.string(), body: z.string() },
      attachments: fileIds,
    },
    (world, { to, cc = [], subject, body, attachments = [] }) => send(world, { to, cc, subject, body, attachments }),
  ),

  // The mail that is answered decides who gets the reply.
  reply_to_mail: tool(
    { ...SENDS, recipients: ['mail_id'], targets: ['mail_id', 'attachments'] },
    { mail_id: z.string(), body: z.string(), attachments: fileIds },
    (world, { mail_id, body, attachments = [] }) => {
      const { from, subject } = findById(world.mails, mail_id);
      return send(world, { to: [parseAddress(from)], cc: [], subject: `Re: ${subject}`, body, attachments });
    },
  ),

  forward_mail: tool(
    { ...SENDS, recipients: ['to'], targets: ['mail_id'] },
    { mail_id: z.string(), to: addresses.min(1), note: z.string().optional() },
    (world, { mail_id, to, note = '' }) => {
      const { subject, body, attachments } = findById(world.mails, mail_id);
      const text = `${note}\n\n${body}`.trim();
      return send(world, { to, cc: [], subject: `Fwd: ${subject}`, body: text, attachments });
    },
  ),

  archive_mail: tool({ effect: 'write', targets: ['mail_id'] }, { mail_id: z.string() }, (world, { mail_id }) =>
    moveMail(world, mail_id, 'archive'),
  ),

  // It stays in the trash.
  delete_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    (world, { mail_id }) => moveMail(world, mail_id, 'trash'),
  ),
};

function showMail({ id, from, to, cc, subject, date, body, attachments }: WorldMail): Partial<WorldMail> {
  return { id, from, to, cc, subject, date, body, attachments };
}

function moveMail({ mails }: WorldState, id: string, folder: WorldMail['folder']): object {
  const found = findById(mails, id);
  found.folder = folder;
  return { id, folder };
}

function send(
  { mails, files, owner, now }: WorldState,
  message: Pick<WorldMail, 'to' | 'cc' | 'subject' | 'body' | 'attachments'>,
): object {
  for (const id of message.attachments) findById(files, id);
  const id = `sent-${mails.length}`;
  mails.push({ ...message, id, from: `${owner.name} <${owner.email}>`, date: now, read: true, folder: 'sent' });
  return { id, status: 'sent' };
}

function parseAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}
