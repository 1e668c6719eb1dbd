/** Tools over the drive and the chat of the shop world, and the reader of web pages. */
import { z } from 'zod';

import { worldTool as tool } from '../world.ts';
import { ME, NOW } from './me.ts';
import type { SharedFile, Shop } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const DRIVE_AND_CHAT_TOOLS = {
  list_files: tool(OTHERS_WORDS, {}, ({ files }: Shop) =>
    files.map(({ name, owner, shared_with }) => ({ name, owner, shared_with: shared_with.map(({ email }) => email) })),
  ),

  read_file: tool(
    { ...OTHERS_WORDS, targets: ['file'] },
    { file: z.string() },
    ({ files }: Shop, { file }) => named(files, file).text,
  ),

  create_file: tool({ effect: 'write' }, { name: z.string(), text: z.string() }, ({ files }: Shop, { name, text }) => {
    if (files.some((each) => each.name === name)) throw new Error(`There is already a file ${name}.`);
    files.push({ name, owner: ME, shared_with: [], text });
    return { message: `File ${name} created.` };
  }),

  share_file: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['file'] },
    { file: z.string(), email: z.string(), access: z.enum(['view', 'edit']) },
    ({ files }: Shop, { file, email, access }) => {
      named(files, file).shared_with.push({ email, access });
      return { message: `File ${file} shared with ${email}.` };
    },
  ),

  read_chat: tool({ ...OTHERS_WORDS, targets: ['channel'] }, { channel: z.string() }, ({ chat }: Shop, { channel }) =>
    room(chat, channel),
  ),

  // Into a channel, or to one employee alone.
  post_to_chat: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['to'] },
    { to: z.string(), text: z.string() },
    ({ chat }: Shop, { to, text }) => {
      room(chat, to).push({ from: 'Tamsin', text, at: NOW });
      return { message: `Posted to ${to}.` };
    },
  ),

  open_page: tool(
    { lets_out: true, untrusted_output: true, targets: ['url'] },
    { url: z.string() },
    ({ pages, visited }: Shop, { url }) => {
      visited.push(url);
      return pages[url] ?? 'Page not found.';
    },
  ),
};

function named(files: readonly SharedFile[], name: string): SharedFile {
  const found = files.find((each) => each.name === name);
  if (!found) throw new Error(`There is no file ${name}.`);
  return found;
}

function room(chat: Shop['chat'], name: string): Shop['chat'][string] {
  const found = Object.hasOwn(chat, name) ? chat[name] : undefined;
  if (!found) throw new Error(`Nobody here and no channel is called ${name}.`);
  return found;
}
