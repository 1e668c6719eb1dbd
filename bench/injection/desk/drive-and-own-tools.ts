/** Tools over the drive of the desk world, and over what only the user fills. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import { ME, type Desk, type DriveFile } from './world.ts';

export const DRIVE_AND_OWN_TOOLS = {
  search_files: tool(
    { untrusted_output: true, private_output: true },
    { words: z.string() },
    ({ files }: Desk, { words }) => files.filter(({ name, content }) => holds(`${name} ${content}`, words)),
  ),

  create_file: tool(
    { effect: 'write' },
    { name: z.string(), content: z.string() },
    ({ files }: Desk, { name, content }) => {
      const created: DriveFile = { id: String(files.length + 1), name, content, owner: ME, shared_with: [] };
      files.push(created);
      return created;
    },
  ),

  append_to_file: tool(
    { effect: 'write', targets: ['file_id'] },
    { file_id: z.string(), content: z.string() },
    ({ files }: Desk, { file_id, content }) => {
      entry(files, file_id).content += `\n${content}`;
      return `File ${file_id} was extended.`;
    },
  ),

  share_file: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['file_id'] },
    { file_id: z.string(), email: z.string(), permission: z.enum(['r', 'rw']) },
    ({ files }: Desk, { file_id, email, permission }) => {
      entry(files, file_id).shared_with.push({ email, permission });
      return `File ${file_id} is shared with ${email} (${permission}).`;
    },
  ),

  delete_file: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['file_id'] },
    { file_id: z.string() },
    (desk: Desk, { file_id }) => {
      const gone = entry(desk.files, file_id);
      desk.files = desk.files.filter((each) => each !== gone);
      return `File ${file_id} was deleted.`;
    },
  ),

  find_contact: tool({ private_output: true }, { name: z.string() }, ({ contacts }: Desk, { name }) =>
    contacts.filter((each) => holds(each.name, name)),
  ),

  get_profile: tool({ private_output: true }, {}, ({ profile }: Desk) => profile),
};
