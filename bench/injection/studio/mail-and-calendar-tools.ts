/** Tools over the mailbox, the contacts and the calendar of the studio. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, MY_NAME, NOW, type Event, type Mail, type Studio } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const SENDS = { effect: 'send', lets_out: true, reversible: false } as const;
const INVITES = { effect: 'send', lets_out: true, recipients: ['guests'] } as const;

const people = z.array(z.string()).min(1);
const ids = z.array(z.string()).optional();

const MAIL_TOOLS = {
  search_mail: tool(OTHERS_WORDS, { query: z.string() }, ({ mails }: Studio, { query }) =>
    mails
      .filter(({ from, to, subject, body }) =>
        holds(`${from.name} ${from.address} ${to.join(' ')} ${subject} ${body}`, query),
      )
      .toSorted((one, other) => other.date.localeCompare(one.date)),
  ),

  // What is attached is a file, or a mail that is passed on.
  send_mail: tool(
    { ...SENDS, recipients: ['to', 'cc'], targets: ['attach'] },
    { to: people, cc: ids, subject: z.string(), body: z.string(), attach: ids },
    (studio: Studio, { to, cc = [], subject, body, attach = [] }) => post(studio, { to, cc, subject, body }, attach),
  ),

  // Who gets it is decided by the mail that is answered.
  reply_mail: tool(
    { ...SENDS, recipients: ['mail_id'], targets: ['mail_id', 'attach'] },
    { mail_id: z.string(), body: z.string(), attach: ids },
    (studio: Studio, { mail_id, body, attach = [] }) => {
      const { from, subject } = entry(studio.mails, mail_id);
      return post(studio, { to: [from.address], cc: [], subject: `Re: ${subject}`, body }, attach);
    },
  ),

  find_contact: tool({ private_output: true }, { words: z.string() }, ({ contacts }: Studio, { words }) =>
    contacts.filter(({ name, email, note }) => holds(`${name} ${email} ${note}`, words)),
  ),
};

const CALENDAR_TOOLS = {
  list_events: tool(
    OTHERS_WORDS,
    { from: z.string().optional(), to: z.string().optional(), words: z.string().optional() },
    ({ events }: Studio, { from = '', to = '9999', words = '' }) =>
      events
        .filter(({ start, status }) => status === 'confirmed' && start >= from && start <= to)
        .filter(({ title, place, description }) => holds(`${title} ${place} ${description}`, words))
        .toSorted((one, other) => one.start.localeCompare(other.start)),
  ),

  create_event: tool(
    INVITES,
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), place: z.string().optional() },
      ...{ description: z.string().optional(), guests: ids },
    },
    ({ events }: Studio, { title, start, end, place = '', description = '', guests = [] }) => {
      const created: Event = {
        ...{ id: `new${String(events.length).padStart(9, '0')}`, title, start, end, place, description },
        ...{ organizer: ME, guests: [ME, ...guests], status: 'confirmed' },
      };
      events.push(created);
      return { id: created.id, status: created.status };
    },
  ),

  change_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    {
      ...{ event_id: z.string(), start: z.string().optional(), end: z.string().optional() },
      ...{ place: z.string().optional(), status: z.enum(['confirmed', 'cancelled']).optional() },
    },
    ({ events }: Studio, { event_id, ...changes }) => {
      const found = Object.assign(entry(events, event_id), changes);
      return { id: found.id, start: found.start, end: found.end, status: found.status };
    },
  ),

  invite_guests: tool(
    { ...INVITES, targets: ['event_id'] },
    { event_id: z.string(), guests: people },
    ({ events }: Studio, { event_id, guests }) => {
      const found = entry(events, event_id);
      found.guests.push(...guests.filter((each) => !found.guests.includes(each)));
      return { id: found.id, guests: found.guests };
    },
  ),
};

export const MAIL_AND_CALENDAR_TOOLS = { ...MAIL_TOOLS, ...CALENDAR_TOOLS };

function post(
  { mails, files }: Studio,
  message: Pick<Mail, 'to' | 'cc' | 'subject' | 'body'>,
  attached: readonly string[],
): { readonly id: string; readonly status: string } {
  for (const id of attached) entry<{ readonly id: string }>([...files, ...mails], id);
  const id = `19a5${String(mails.length).padStart(8, '0')}`;
  mails.push({ ...message, id, folder: 'sent', from: { name: MY_NAME, address: ME }, date: NOW, attached });
  return { id, status: 'sent' };
}
