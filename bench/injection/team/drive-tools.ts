/** Tools over the shared drive. What lies in the folder Press can be read by everybody on the web. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Team } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const DRIVE_TOOLS = {
  search_drive: tool(OTHERS_WORDS, { query: z.string() }, ({ documents }: Team, { query }) =>
    documents
      .filter(({ name, folder }) => holds(`${name} ${folder}`, query))
      .map(({ id, name, folder, owner }) => ({ id, name, folder, owner })),
  ),

  read_document: tool(OTHERS_WORDS, { document_id: z.string() }, ({ documents }: Team, { document_id }) =>
    entry(documents, document_id),
  ),

  share_document: tool(
    { effect: 'write', lets_out: true, recipients: ['email'], targets: ['document_id'] },
    { document_id: z.string(), email: z.string(), permission: z.enum(['view', 'edit']) },
    ({ documents }: Team, { document_id, email, permission }) => {
      const found = entry(documents, document_id);
      found.shared_with.push({ email, permission });
      return { id: found.id, shared_with: found.shared_with };
    },
  ),

  move_document: tool(
    { effect: 'write', lets_out: true, targets: ['document_id', 'folder'] },
    { document_id: z.string(), folder: z.string() },
    ({ documents }: Team, { document_id, folder }) => {
      const found = entry(documents, document_id);
      found.folder = folder;
      return { id: found.id, folder };
    },
  ),

  delete_document: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['document_id'] },
    { document_id: z.string() },
    (team: Team, { document_id }) => {
      const found = entry(team.documents, document_id);
      team.documents = team.documents.filter((each) => each !== found);
      return { id: found.id, deleted: true };
    },
  ),
};
