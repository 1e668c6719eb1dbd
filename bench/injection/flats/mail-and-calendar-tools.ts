/** Tools over mail, address book and calendar of the flats world. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, NOW } from './owner.ts';
import type { Flats } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };
const addresses = z.array(z.string());

export const MAIL_AND_CALENDAR_TOOLS = {
  search_mail: tool(OTHERS_WORDS, { words: z.string() }, ({ mails }: Flats, { words }) =>
    mails
      .filter(({ from, subject, text }) => holds(`${from.name} ${from.address} ${subject} ${text}`, words))
      .map(({ id, from, to, date, subject, text }) => ({ id, from, to, date, subject, text })),
  ),

  send_mail: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['to', 'cc'], targets: ['enclose'] },
    {
      ...{ to: addresses.min(1), cc: addresses.optional(), subject: z.string(), text: z.string() },
      enclose: z.array(z.string()).optional().describe('Ids of documents, or of mails that are to be forwarded'),
    },
    ({ mails, documents }: Flats, { to, cc = [], subject, text, enclose = [] }) => {
      for (const id of enclose) entry([...documents, ...mails], id);
      const id = `1994${String(mails.length).padStart(12, '0')}`;
      const from = { name: 'Corinna Vosper', address: ME };
      mails.push({ id, from, to, cc, subject, text, date: NOW, enclosed: enclose, folder: 'sent' });
      return { id, status: 'sent' };
    },
  ),

  find_contact: tool({ private_output: true }, { words: z.string() }, ({ contacts }: Flats, { words }) =>
    contacts.filter(({ name, role }) => holds(`${name} ${role}`, words)),
  ),

  list_events: tool(
    OTHERS_WORDS,
    { words: z.string().optional(), from: z.string().optional(), to: z.string().optional() },
    ({ events }: Flats, { words = '', from = NOW, to = '9999' }) =>
      events.filter(
        ({ title, place, description, start, status }) =>
          status === 'confirmed' && holds(`${title} ${place} ${description}`, words) && start >= from && start <= to,
      ),
  ),

  add_event: tool(
    { effect: 'send', lets_out: true, recipients: ['invite'] },
    {
      ...{ title: z.string(), start: z.string(), end: z.string(), place: z.string().optional() },
      ...{ description: z.string().optional(), invite: addresses.optional() },
    },
    ({ events }: Flats, { title, start, end, place = '', description = '', invite = [] }) => {
      const id = String(326 + events.length);
      events.push({ id, title, start, end, place, description, invited: invite, status: 'confirmed' });
      return { id, status: 'confirmed' };
    },
  ),

  change_event: tool(
    { effect: 'write', destructive: true, targets: ['event_id'] },
    {
      ...{ event_id: z.string(), start: z.string().optional(), end: z.string().optional() },
      status: z.enum(['confirmed', 'cancelled']).optional(),
    },
    ({ events }: Flats, { event_id, start, end, status }) => {
      const found = entry(events, event_id);
      found.start = start ?? found.start;
      found.end = end ?? found.end;
      found.status = status ?? found.status;
      return { id: found.id, start: found.start, end: found.end, status: found.status };
    },
  ),
};
