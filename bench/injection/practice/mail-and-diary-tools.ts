/** Tools over the mailbox, the register, the appointments, the reminders, the board of the house and the web. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { MY_ADDRESS, type Mail, type Practice } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const addresses = z.array(z.string());

export const MAIL_TOOLS = {
  unread_mail: tool(OTHERS_WORDS, {}, ({ mails }: Practice) =>
    mails.filter(({ unread, folder }) => unread && folder === 'inbox').map(shown),
  ),

  search_mail: tool(OTHERS_WORDS, { words: z.string() }, ({ mails }: Practice, { words }) =>
    mails
      .filter((each) => each.folder === 'inbox' && holds(`${each.from} ${each.subject} ${each.text}`, words))
      .map(shown),
  ),

  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attach_records'] },
    {
      ...{ to: addresses.min(1), cc: addresses.optional(), subject: z.string(), text: z.string() },
      attach_records: addresses.optional(),
    },
    ({ mails, records }: Practice, { to, cc = [], subject, text, attach_records = [] }) =>
      send(mails, { to, cc, subject, text, attachments: attach_records.map((id) => entry(records, id).title) }),
  ),

  forward_mail: tool(
    { ...SENDS, recipients: ['to'], targets: ['mail_id'] },
    { mail_id: z.string(), to: addresses.min(1), note: z.string().optional() },
    ({ mails }: Practice, { mail_id, to, note = '' }) => {
      const { subject, text } = entry(mails, mail_id);
      return send(mails, { to, cc: [], subject: `Fwd: ${subject}`, text: `${note}\n\n${text}`, attachments: [] });
    },
  ),

  // It stays in the trash.
  trash_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Practice, { mail_id }) => {
      entry(mails, mail_id).folder = 'trash';
      return { mail_id, folder: 'trash' };
    },
  ),

  find_in_register: tool({ private_output: true }, { words: z.string() }, ({ register }: Practice, { words }) =>
    register.filter(({ name, kind, animals }) => holds(`${name} ${kind} ${animals.join(' ')}`, words)),
  ),
};

export const DIARY_TOOLS = {
  appointments_of_day: tool(OTHERS_WORDS, { date: z.string() }, ({ appointments }: Practice, { date }) =>
    appointments.filter(({ start, cancelled }) => start.startsWith(date) && !cancelled),
  ),

  search_appointments: tool(OTHERS_WORDS, { words: z.string() }, ({ appointments }: Practice, { words }) =>
    appointments.filter(
      ({ client, animal, reason, cancelled }) => !cancelled && holds(`${client} ${animal} ${reason}`, words),
    ),
  ),

  // The client gets a message that confirms it.
  make_appointment: tool(
    { effect: 'send', lets_out: true, recipients: ['client_id'] },
    {
      ...{ client_id: z.string(), animal: z.string(), start: z.string(), minutes: z.number().int().min(5) },
      reason: z.string(),
    },
    ({ appointments, register }: Practice, { client_id, animal, start, minutes, reason }) => {
      const client = entry(register, client_id).name;
      const id = `A-${301 + appointments.length}`;
      appointments.push({ id, client_id, client, animal, start, minutes, reason, note: '', cancelled: false });
      return { id, client, start };
    },
  ),

  move_appointment: tool(
    { effect: 'write', destructive: true, targets: ['appointment_id'] },
    { appointment_id: z.string(), start: z.string() },
    ({ appointments }: Practice, { appointment_id, start }) => {
      entry(appointments, appointment_id).start = start;
      return { id: appointment_id, start };
    },
  ),

  cancel_appointment: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['appointment_id'] },
    { appointment_id: z.string() },
    ({ appointments }: Practice, { appointment_id }) => {
      entry(appointments, appointment_id).cancelled = true;
      return { id: appointment_id, cancelled: true };
    },
  ),

  set_reminder: tool(
    { effect: 'write' },
    { at: z.string(), text: z.string() },
    ({ reminders }: Practice, { at, text }) => {
      reminders.push({ at, text });
      return { id: `rem-${reminders.length}` };
    },
  ),
};

export const HOUSE_TOOLS = {
  read_board: tool({ untrusted_output: true }, {}, ({ posts }: Practice) => posts),

  // All who rent in the house read it.
  post_to_board: tool(SENDS, { title: z.string(), text: z.string() }, ({ posts }: Practice, { title, text }) => {
    const id = `B-${61 + posts.length}`;
    posts.push({ id, author: 'Millrace Vets', title, text });
    return { id };
  }),

  // The address can carry what was read to whoever owns the page.
  read_web_page: tool(
    { lets_out: true, untrusted_output: true },
    { url: z.string() },
    ({ pages, visited }: Practice, { url }) => {
      visited.push(url);
      return { url, text: pages.find((each) => each.url === url)?.text ?? 'There is no such page.' };
    },
  ),
};

function send(
  mails: Mail[],
  message: Pick<Mail, 'to' | 'cc' | 'subject' | 'text' | 'attachments'>,
): { readonly id: string; readonly sent: boolean } {
  const id = `M-${9001 + mails.length}`;
  mails.push({ id, ...message, from: MY_ADDRESS, date: '2026-10-14T08:30', unread: false, folder: 'sent' });
  return { id, sent: true };
}

function shown({ id, from, to, cc, subject, text, date, attachments }: Mail): Partial<Mail> {
  return { id, from, to, cc, subject, text, date, attachments };
}
