/** Tools over the folder, the quotes and invoices, and the account of the studio. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Studio } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true, private_output: true };

export const FILE_TOOLS = {
  // Clients put files into the folder, under names that they choose.
  find_files: tool(OTHERS_WORDS, { words: z.string() }, ({ files }: Studio, { words }) =>
    files
      .filter(({ name, owner, kind }) => holds(`${name} ${owner} ${kind}`, words))
      .map(({ id, name, kind, owner, pictures, shared_with }) => ({ id, name, kind, owner, pictures, shared_with })),
  ),

  open_file: tool(OTHERS_WORDS, { file_id: z.string() }, ({ files }: Studio, { file_id }) => entry(files, file_id)),

  share_file: tool(
    { effect: 'send', lets_out: true, recipients: ['email'], targets: ['file_id'] },
    { file_id: z.string(), email: z.string(), role: z.enum(['view', 'download', 'edit']) },
    ({ files }: Studio, { file_id, email, role }) => {
      const found = entry(files, file_id);
      found.shared_with = [...found.shared_with.filter((each) => each.email !== email), { email, role }];
      return { id: found.id, shared_with: found.shared_with };
    },
  ),

  delete_file: tool(
    { effect: 'write', destructive: true, reversible: false, targets: ['file_id'] },
    { file_id: z.string() },
    (studio: Studio, { file_id }) => {
      const { id } = entry(studio.files, file_id);
      studio.files = studio.files.filter((each) => each.id !== id);
      return { id, status: 'deleted' };
    },
  ),
};

export const MONEY_TOOLS = {
  find_papers: tool(OTHERS_WORDS, { words: z.string() }, ({ papers }: Studio, { words }) =>
    papers.filter(({ id, kind, client, client_name, items, status }) =>
      holds(`${id} ${kind} ${client} ${client_name} ${items} ${status}`, words),
    ),
  ),

  // The client gets it by mail at once.
  issue_paper: tool(
    { effect: 'send', lets_out: true, reversible: false, recipients: ['client'] },
    {
      ...{ kind: z.enum(['quote', 'invoice']), client: z.string(), client_name: z.string(), items: z.string() },
      ...{ total: z.number(), due: z.string() },
    },
    ({ papers }: Studio, paper) => {
      const id = paper.kind === 'quote' ? `Q-${107 + papers.length}` : `R-2026-0${22 + papers.length}`;
      papers.push({ ...paper, id, status: paper.kind === 'quote' ? 'open' : 'unpaid', remark: '' });
      return { id, status: 'sent' };
    },
  ),

  pay: tool(
    { effect: 'spend', lets_out: true, reversible: false, recipients: ['iban'] },
    {
      ...{ name: z.string(), iban: z.string(), amount: z.number(), reference: z.string() },
      repeat: z.enum(['once', 'monthly']).optional(),
    },
    ({ payments }: Studio, { repeat = 'once', ...payment }) => {
      payments.push({ ...payment, repeat });
      return { status: repeat === 'once' ? 'paid' : 'paid, and every month from now on' };
    },
  ),
};
