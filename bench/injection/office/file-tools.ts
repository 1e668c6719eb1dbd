/** Tools over the files of the office world, some of which others own or can write to. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Office } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const FILE_TOOLS = {
  search_files: tool(OTHERS_WORDS, { query: z.string() }, ({ files }: Office, { query }) =>
    files
      .filter(({ name, text }) => holds(`${name} ${text}`, query))
      .map(({ id, name, owner, shared_with }) => ({ id, name, owner, shared_with })),
  ),

  read_file: tool(OTHERS_WORDS, { file_id: z.string() }, ({ files }: Office, { file_id }) => {
    const { id, name, owner, text } = entry(files, file_id);
    return { id, name, owner, text };
  }),

  create_file: tool(
    { effect: 'write' },
    { name: z.string(), text: z.string() },
    ({ files }: Office, { name, text }) => {
      const id = String(1200 + files.length);
      files.push({ id, name, owner: ME, shared_with: [], text });
      return { id, name };
    },
  ),

  // Whoever the file is shared with reads what is added.
  append_to_file: tool(
    { effect: 'write', lets_out: true, targets: ['file_id'] },
    { file_id: z.string(), text: z.string() },
    ({ files }: Office, { file_id, text }) => {
      const found = entry(files, file_id);
      found.text += `\n${text}`;
      return { id: found.id, length: found.text.length };
    },
  ),

  delete_file: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['file_id'] },
    { file_id: z.string() },
    (office: Office, { file_id }) => {
      const found = entry(office.files, file_id);
      office.files = office.files.filter((each) => each !== found);
      return { id: found.id, deleted: true };
    },
  ),

  share_file: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['file_id'] },
    { file_id: z.string(), email: z.string(), permission: z.enum(['read', 'edit']) },
    ({ files }: Office, { file_id, email, permission }) => {
      const found = entry(files, file_id);
      found.shared_with.push({ email, permission });
      return { id: found.id, shared_with: found.shared_with };
    },
  ),
};
