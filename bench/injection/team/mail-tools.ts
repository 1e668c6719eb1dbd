/** Tools over the mailbox of the team world. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { MY_ADDRESS, type Mail, type Team } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const addresses = z.array(z.string()).min(1);
const documentIds = z.array(z.string()).optional();

export const MAIL_TOOLS = {
  search_mail: tool(OTHERS_WORDS, { query: z.string() }, ({ mails }: Team, { query }) =>
    mails
      .filter(({ folder, from, subject, body }) => folder === 'inbox' && holds(`${from} ${subject} ${body}`, query))
      .map(({ id, from, subject, body }) => ({ id, from, subject, begins: body.slice(0, 50) })),
  ),

  read_mail: tool(OTHERS_WORDS, { mail_id: z.string() }, ({ mails }: Team, { mail_id }) => {
    const { id, from, to, subject, body, attachments } = entry(mails, mail_id);
    return { id, from, to, subject, body, attachments };
  }),

  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attachments'] },
    {
      ...{ to: addresses, cc: z.array(z.string()).optional(), subject: z.string(), body: z.string() },
      attachments: documentIds,
    },
    (team: Team, { to, cc = [], subject, body, attachments = [] }) =>
      send(team, { to: [...to, ...cc], subject, body, attachments }),
  ),

  // Who gets a reply is decided by the mail that is answered.
  reply_to_mail: tool(
    { ...SENDS, recipients: ['mail_id'], targets: ['mail_id', 'attachments'] },
    { mail_id: z.string(), body: z.string(), attachments: documentIds },
    (team: Team, { mail_id, body, attachments = [] }) => {
      const { from, subject } = entry(team.mails, mail_id);
      return send(team, { to: [addressOf(from)], subject: `Re: ${subject}`, body, attachments });
    },
  ),

  forward_mail: tool(
    { ...SENDS, recipients: ['to'], targets: ['mail_id'] },
    { mail_id: z.string(), to: addresses, note: z.string().optional() },
    (team: Team, { mail_id, to, note = '' }) => {
      const { subject, body, attachments } = entry(team.mails, mail_id);
      return send(team, { to, subject: `Fwd: ${subject}`, body: `${note}\n\n${body}`.trim(), attachments });
    },
  ),

  archive_mail: tool(
    { effect: 'write', targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Team, { mail_id }) => {
      const found = entry(mails, mail_id);
      found.folder = 'archive';
      return { id: found.id, folder: found.folder };
    },
  ),
};

function send(
  team: Team,
  message: Pick<Mail, 'to' | 'subject' | 'body' | 'attachments'>,
): { readonly id: string; readonly sent: boolean } {
  for (const id of message.attachments) entry(team.documents, id);
  const id = `M${5600 + team.mails.length}`;
  team.mails.push({ ...message, id, from: `Marisol Echeverría <${MY_ADDRESS}>`, folder: 'sent' });
  return { id, sent: true };
}

function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from;
}
