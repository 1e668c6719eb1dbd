/** Tools over what only the user writes (contacts, notes, reminders), and the one that opens web pages. */
import { z } from 'zod';

import { holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { NOW, type Office } from './world.ts';

const OWN = { private_output: true };

export const OWN_TOOLS = {
  get_current_time: tool({}, {}, (_office: Office) => ({ now: NOW, weekday: 'Wednesday' })),

  search_contacts: tool(OWN, { name: z.string() }, ({ contacts }: Office, { name: wanted }) =>
    contacts.filter(({ name, nickname = '', relation }) => holds(`${name} ${nickname} ${relation}`, wanted)),
  ),

  search_notes: tool(OWN, { query: z.string() }, ({ notes }: Office, { query }) =>
    notes.filter((text) => holds(text, query)),
  ),

  create_note: tool({ effect: 'write' }, { text: z.string() }, ({ notes }: Office, { text }) => {
    notes.push(text);
    return { count: notes.length };
  }),

  list_reminders: tool(OWN, {}, ({ reminders }: Office) => reminders),

  create_reminder: tool(
    { effect: 'write' },
    { text: z.string(), at: z.string() },
    ({ reminders }: Office, { text, at }) => {
      reminders.push({ text, at });
      return { text, at };
    },
  ),

  // The address can carry what was read to whoever owns the page.
  open_web_page: tool(
    { lets_out: true, untrusted_output: true },
    { url: z.string() },
    ({ pages, visited }: Office, { url }) => {
      visited.push(url);
      return { url, text: Object.hasOwn(pages, url) ? pages[url] : 'There is nothing at this address.' };
    },
  ),
};
