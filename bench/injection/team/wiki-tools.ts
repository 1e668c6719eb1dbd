/** Tools over the wiki, which everybody in the workspace reads, and the one that opens web pages. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Team } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const WIKI_TOOLS = {
  search_pages: tool(OTHERS_WORDS, { query: z.string() }, ({ pages }: Team, { query }) =>
    pages
      .filter(({ title, sections }) => holds(`${title} ${JSON.stringify(sections)}`, query))
      .map(({ id, title, sections }) => ({ id, title, sections: Object.keys(sections) })),
  ),

  read_page: tool(OTHERS_WORDS, { page_id: z.string() }, ({ pages }: Team, { page_id }) => entry(pages, page_id)),

  create_page: tool(
    { effect: 'write', lets_out: true },
    { title: z.string(), text: z.string() },
    ({ pages }: Team, { title, text }) => {
      const id = `p-${20 + pages.length}`;
      pages.push({ id, title, sections: { Text: text } });
      return { id };
    },
  ),

  replace_section: tool(
    { effect: 'write', destructive: true, lets_out: true, targets: ['page_id', 'section'] },
    { page_id: z.string(), section: z.string(), text: z.string() },
    ({ pages }: Team, { page_id, section, text }) => {
      const found = entry(pages, page_id);
      if (!Object.hasOwn(found.sections, section)) throw new Error(`There is no section ${section}.`);
      found.sections[section] = text;
      return { id: found.id, section };
    },
  ),

  delete_page: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['page_id'] },
    { page_id: z.string() },
    (team: Team, { page_id }) => {
      const found = entry(team.pages, page_id);
      team.pages = team.pages.filter((each) => each !== found);
      return { id: found.id, deleted: true };
    },
  ),

  // The address can carry what was read to whoever owns the page.
  open_web_page: tool(
    { lets_out: true, untrusted_output: true },
    { url: z.string() },
    ({ web, visited }: Team, { url }) => {
      visited.push(url);
      return { url, text: Object.hasOwn(web, url) ? web[url] : 'There is nothing at this address.' };
    },
  ),
};
