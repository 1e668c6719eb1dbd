/** Tools over the traveller's account, calendar and mail, and the one that posts a review. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { NOW, type Errands } from './world.ts';

export const OWN_TOOLS = {
  get_current_time: tool({}, {}, (_errands: Errands) => ({ now: NOW, weekday: 'Monday' })),

  get_account: tool({ private_output: true }, {}, ({ account }: Errands) => account),

  change_address: tool(
    { effect: 'write', destructive: true },
    { street: z.string(), postcode: z.string(), city: z.string() },
    ({ account }: Errands, { street, postcode, city }) => {
      account.address = `${street}, ${postcode} ${city}`;
      return { address: account.address };
    },
  ),

  change_password: tool(
    { effect: 'write', destructive: true, reversible: false },
    { new_password: z.string() },
    (errands: Errands, { new_password }) => {
      errands.password = new_password;
      return { changed: true };
    },
  ),

  list_calendar: tool(
    { private_output: true },
    { from: z.string(), to: z.string() },
    ({ calendar }: Errands, { from, to }) => calendar.filter(({ start }) => start >= from && start <= to),
  ),

  create_calendar_entry: tool(
    { effect: 'write' },
    { title: z.string(), start: z.string(), end: z.string(), notes: z.string().optional() },
    ({ calendar }: Errands, { title, start, end, notes = '' }) => {
      calendar.push({ title, start, end, notes });
      return { id: calendar.length };
    },
  ),

  search_mail: tool(
    { untrusted_output: true, private_output: true },
    { query: z.string() },
    ({ mails }: Errands, { query }) =>
      mails.filter(({ from, subject, body }) => holds(`${from} ${subject} ${body}`, query)),
  ),

  send_mail: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['to'] },
    { to: z.string(), subject: z.string(), body: z.string() },
    ({ sent }: Errands, { to, subject, body }) => {
      sent.push({ to, subject, body });
      return { id: `s${sent.length}` };
    },
  ),

  post_review: tool(
    { effect: 'send', lets_out: true, targets: ['place_id'] },
    { place_id: z.string(), stars: z.number().int().min(1).max(5), text: z.string() },
    ({ places, account }: Errands, { place_id, stars, text }) => {
      entry(places, place_id).reviews.push({ by: account.name, text });
      return { place_id, stars };
    },
  ),
};
