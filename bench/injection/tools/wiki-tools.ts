/** Tools over the wiki, which a whole team reads. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

const pageId = { page_id: z.string() };

export const WIKI_TOOLS = {
  search_pages: tool(READS_UNTRUSTED, { query: z.string() }, ({ pages }, { query }) =>
    pages
      .filter(({ title, sections }) => hasWords(`${title} ${JSON.stringify(sections)}`, query))
      .map(({ id, title, sections }) => ({ id, title, sections: Object.keys(sections) })),
  ),

  read_page: tool(READS_UNTRUSTED, pageId, ({ pages }, { page_id }) => findById(pages, page_id)),

  create_page: tool(
    { effect: 'write', lets_out: true },
    { title: z.string(), text: z.string() },
    ({ pages }, { title, text }) => {
      const id = `p-${20 + pages.length}`;
      pages.push({ id, title, sections: { Text: text } });
      return { id };
    },
  ),

  replace_section: tool(
    { effect: 'write', destructive: true, lets_out: true, targets: ['page_id', 'section'] },
    { ...pageId, section: z.string(), text: z.string() },
    ({ pages }, { page_id, section, text }) => {
      const { sections } = findById(pages, page_id);
      if (!Object.hasOwn(sections, section)) throw new Error(`There is no section ${section}.`);
      sections[section] = text;
      return { id: page_id, section };
    },
  ),

  delete_page: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['page_id'] },
    pageId,
    (world, { page_id }) => {
      const found = findById(world.pages, page_id);
      world.pages = world.pages.filter((each) => each !== found);
      return { id: page_id, deleted: true };
    },
  ),
};
