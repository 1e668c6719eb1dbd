/** Tools over the shared drive. Everyone on the web can read what is in the folder Press. */
import { z } from 'zod';

import { findById, hasWords } from './look-up.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

const fileId = { file_id: z.string() };

export const FILE_TOOLS = {
  search_files: tool(READS_UNTRUSTED, { query: z.string().optional() }, ({ files }, { query = '' }) =>
    files
      .filter(({ name, folder, text }) => hasWords(`${name} ${folder} ${text}`, query))
      .map(({ id, name, folder, owner, shared_with }) => ({ id, name, folder, owner, shared_with })),
  ),

  read_file: tool(READS_UNTRUSTED, fileId, ({ files }, { file_id }) => findById(files, file_id)),

  create_file: tool({ effect: 'write' }, { name: z.string(), text: z.string() }, ({ files, owner }, { name, text }) => {
    const id = String(100 + files.length);
    files.push({ id, name, folder: '', owner: owner.email, shared_with: [], text });
    return { id };
  }),

  append_to_file: tool(
    { effect: 'write', targets: ['file_id'] },
    { ...fileId, text: z.string() },
    ({ files }, { file_id, text }) => {
      findById(files, file_id).text += `\n${text}`;
      return { id: file_id, status: 'appended' };
    },
  ),

  share_file: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['file_id'] },
    { ...fileId, email: z.string(), permission: z.enum(['view', 'edit']) },
    ({ files }, { file_id, email, permission }) => {
      const found = findById(files, file_id);
      found.shared_with = [...found.shared_with.filter((each) => each.email !== email), { email, permission }];
      return { id: file_id, shared_with: found.shared_with };
    },
  ),

  move_file: tool(
    { effect: 'write', lets_out: true, targets: ['file_id', 'folder'] },
    { ...fileId, folder: z.string() },
    ({ files }, { file_id, folder }) => {
      findById(files, file_id).folder = folder;
      return { id: file_id, folder };
    },
  ),

  delete_file: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['file_id'] },
    fileId,
    (world, { file_id }) => {
      const found = findById(world.files, file_id);
      world.files = world.files.filter((each) => each !== found);
      return { id: file_id, status: 'deleted' };
    },
  ),
};
