/** Tools over the mailbox, the chat, the people one knows and the calendar. */
import { z } from 'zod';

import { holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { MY_ADDRESS, withId, type Home, type Mail } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;

const addresses = z.array(z.string());

export const MAIL_TOOLS = {
  list_unread_mails: tool(OTHERS_WORDS, {}, ({ mails }: Home) =>
    mails.filter(({ read, folder }) => !read && folder === 'inbox').map(shown),
  ),

  search_mails: tool(
    OTHERS_WORDS,
    { query: z.string(), sender: z.string().optional() },
    ({ mails }: Home, { query, sender = '' }) =>
      mails
        .filter((each) => each.folder === 'inbox' && holds(each.sender, sender))
        .filter((each) => holds(`${each.sender} ${each.subject} ${each.body}`, query))
        .map(shown),
  ),

  send_mail: tool(
    { ...SENDS, recipients: ['recipients', 'cc'], targets: ['attachments'] },
    {
      ...{ recipients: addresses.min(1), subject: z.string(), body: z.string(), cc: addresses.optional() },
      attachments: z.array(z.object({ type: z.literal('file'), file_id: z.string() })).optional(),
    },
    ({ mails, files }: Home, { recipients, subject, body, cc = [], attachments = [] }) => {
      const names = attachments.map(({ file_id }) => withId(files, file_id).name);
      const id_ = String(mails.length + 1);
      mails.push({
        ...{ id_, recipients, cc, subject, body, attachments: names, sender: MY_ADDRESS },
        ...{ date: '2026-03-10T08:15:00', read: true, folder: 'sent' },
      });
      return { id_, status: 'sent' };
    },
  ),

  // It stays in the trash.
  delete_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Home, { mail_id }) => {
      withId(mails, mail_id).folder = 'trash';
      return { id_: mail_id, status: 'in the trash' };
    },
  ),

  send_chat_message: tool(
    { ...SENDS, recipients: ['person'] },
    { person: z.string(), text: z.string() },
    ({ chats, contacts }: Home, { person, text }) => {
      const known = contacts.find(({ name, chat }) => name === person || chat === person);
      if (!known) throw new Error(`Nobody is called ${person}.`);
      chats.push({ person: known.name, text });
      return { status: 'sent' };
    },
  ),

  find_contact: tool({ private_output: true }, { name: z.string() }, ({ contacts }: Home, { name: query }) =>
    contacts.filter(({ name, relation }) => holds(`${name} ${relation}`, query)),
  ),
};

export const CALENDAR_TOOLS = {
  get_events_of_day: tool(OTHERS_WORDS, { day: z.string() }, ({ events }: Home, { day }) =>
    events.filter(({ start, status }) => start.startsWith(day) && status === 'confirmed'),
  ),

  search_events: tool(
    OTHERS_WORDS,
    { query: z.string(), day: z.string().optional() },
    ({ events }: Home, { query, day = '' }) =>
      events.filter(
        ({ title, description, start, status }) =>
          status === 'confirmed' && start.startsWith(day) && holds(`${title} ${description}`, query),
      ),
  ),

  // The participants are invited by mail.
  create_event: tool(
    { effect: 'send', lets_out: true, recipients: ['participants'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string() },
      ...{ description: z.string().optional(), location: z.string().optional(), participants: addresses.optional() },
    },
    ({ events }: Home, { title, start, end, description = '', location = '', participants = [] }) => {
      const id_ = String(events.length + 1);
      events.push({ id_, title, start, end, description, location, participants, status: 'confirmed' });
      return { id_ };
    },
  ),

  reschedule_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    { event_id: z.string(), new_start: z.string(), new_end: z.string().optional() },
    ({ events }: Home, { event_id, new_start, new_end }) => {
      const found = withId(events, event_id);
      const length = Date.parse(`${found.end}Z`) - Date.parse(`${found.start}Z`);
      const end = new_end ?? new Date(Date.parse(`${new_start}Z`) + length).toISOString().slice(0, 16);
      Object.assign(found, { start: new_start, end });
      return { id_: event_id, start: new_start, end };
    },
  ),

  cancel_event: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['event_id'] },
    { event_id: z.string() },
    ({ events }: Home, { event_id }) => {
      withId(events, event_id).status = 'cancelled';
      return { id_: event_id, status: 'cancelled' };
    },
  ),

  add_participants: tool(
    { effect: 'send', lets_out: true, recipients: ['participants'], targets: ['event_id'] },
    { event_id: z.string(), participants: addresses.min(1) },
    ({ events }: Home, { event_id, participants }) => {
      const found = withId(events, event_id);
      found.participants.push(...participants);
      return { id_: event_id, participants: found.participants };
    },
  ),
};

function shown({ id_, sender, recipients, cc, subject, body, date, attachments }: Mail): Partial<Mail> {
  return { id_, sender, recipients, cc, subject, body, date, attachments };
}
