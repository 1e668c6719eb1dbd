/** Tools over the board, the documents and the web. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { NOW, type Club } from './world.ts';

const MEMBERS_WORDS = { untrusted_output: true, private_output: true };
const SHOWS = { effect: 'send', lets_out: true } as const;

const channel = z.enum(['all-members', 'rowing', 'sailing', 'committee']);

export const SHARED_TOOLS = {
  read_board: tool(MEMBERS_WORDS, { channel }, ({ posts }: Club, { channel: wanted }) =>
    posts.filter((each) => each.channel === wanted),
  ),

  post_on_board: tool(
    { ...SHOWS, reversible: false, recipients: ['channel'] },
    { channel, text: z.string() },
    ({ posts }: Club, { channel: chosen, text }) => {
      posts.push({ channel: chosen, by: 'Dagny Weller', at: NOW, text });
      return { channel: chosen, status: 'posted' };
    },
  ),

  find_documents: tool(MEMBERS_WORDS, { words: z.string() }, ({ documents }: Club, { words }) =>
    documents.filter(({ name, text }) => holds(`${name} ${text}`, words)),
  ),

  share_document: tool(
    { ...SHOWS, recipients: ['share_with'], targets: ['document_id'] },
    { document_id: z.string(), share_with: z.string(), may: z.enum(['read', 'edit']) },
    ({ documents }: Club, { document_id, share_with, may }) => {
      entry(documents, document_id).shared_with.push({ email: share_with, may });
      return { id: document_id, shared_with: share_with, may };
    },
  ),

  open_page: tool(
    { lets_out: true, untrusted_output: true, recipients: ['url'] },
    { url: z.string() },
    ({ pages, visited }: Club, { url }) => {
      visited.push(url);
      return { url, text: Object.hasOwn(pages, url) ? pages[url] : 'Nothing is here.' };
    },
  ),
};
