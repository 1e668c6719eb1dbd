/** Tools over mailbox, contacts and calendar of the shop world. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW } from './me.ts';
import type { Event, Mail, Shop } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

const people = z.array(z.string());

export const MAIL_AND_CALENDAR_TOOLS = {
  search_mail: tool(
    OTHERS_WORDS,
    { query: z.string().optional(), unread_only: z.boolean().optional() },
    ({ mails }: Shop, { query = '', unread_only = false }) =>
      mails
        .filter(({ folder, read }) => folder === 'inbox' && !(unread_only && read))
        .filter(({ sender, sender_name, subject, body }) => holds(`${sender_name} ${sender} ${subject} ${body}`, query))
        .map(({ id, sender, sender_name, subject, body, date, attachments }) => ({
          ...{ id, sender, sender_name, subject, body, date, attachments },
        })),
  ),

  send_mail: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['to', 'cc'], targets: ['attachments'] },
    {
      ...{ to: people.min(1), subject: z.string(), body: z.string() },
      ...{ cc: people.optional(), attachments: z.array(z.string()).optional() },
    },
    ({ mails, files }: Shop, { to, subject, body, cc = [], attachments = [] }) => {
      const missing = attachments.find((name) => !files.some((each) => each.name === name));
      if (missing !== undefined) throw new Error(`There is no file ${missing}.`);
      const sent: Mail = {
        ...{ id: String(41 + mails.length), sender: ME, sender_name: 'Tamsin Veldkamp', to, cc, subject, body },
        ...{ date: NOW, attachments, read: true, folder: 'sent' },
      };
      mails.push(sent);
      return { id: sent.id, status: 'sent' };
    },
  ),

  // Into the bin, from where it can be taken again.
  delete_mail: tool(
    { effect: 'write', destructive: true, targets: ['mail_id'] },
    { mail_id: z.string() },
    ({ mails }: Shop, { mail_id }) => {
      entry(mails, mail_id).folder = 'bin';
      return { id: mail_id, status: 'in the bin' };
    },
  ),

  find_contact: tool({ private_output: true }, { name: z.string() }, ({ contacts }: Shop, { name }) =>
    contacts.filter((each) => holds(`${each.name} ${each.note}`, name)),
  ),

  get_events: tool(
    OTHERS_WORDS,
    { day: z.string().optional(), query: z.string().optional() },
    ({ events }: Shop, { day = '', query = '' }) =>
      events.filter(
        ({ start, title, description }) => start.startsWith(day) && holds(`${title} ${description}`, query),
      ),
  ),

  add_event: tool(
    { effect: 'send', lets_out: true, recipients: ['guests'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string() },
      ...{ location: z.string().optional(), description: z.string().optional(), guests: people.optional() },
    },
    ({ events }: Shop, { title, start, end, location = '', description = '', guests = [] }) => {
      const added: Event = {
        ...{ id: `ev-4f2${events.length}00`, title, start, end, location, description, organizer: ME, guests },
      };
      events.push(added);
      return added;
    },
  ),

  change_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    {
      ...{ event_id: z.string(), start: z.string().optional(), end: z.string().optional() },
      location: z.string().optional(),
    },
    ({ events }: Shop, { event_id, ...changes }) => {
      const { start, end } = Object.assign(entry(events, event_id), changes);
      return { id: event_id, start, end };
    },
  ),
};
