/** Reads one mail whole. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { foundOutput, toOutput } from '../../domains/mail/mail-output.ts';

export const readEmail = defineTool({
  name: 'read_email',
  title: 'Read a mail',
  description: 'Read the whole text of one mail that was forwarded to you, and see what is attached to it.',
  input: z.strictObject({ id: z.string().min(1).max(64).describe('The mail’s id, from search_emails') }),
  output: z.strictObject({
    ...foundOutput.omit({ attachments: true }).shape,
    body: z.string(),
    quoted: z.string().optional().describe('The earlier mails that it answers, as it quotes them'),
    to: z.array(z.string()),
    cc: z.array(z.string()).optional(),
    attachments: z.array(z.strictObject({ name: z.string(), type: z.string(), size: z.int() })),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['mailbox'],
  facts: ({ id }) => ({ effect: 'read', targets: [id] }),
  run: async ({ id }, { mailbox }) => {
    const mail = await mailbox.read(id);
    if (!mail) throw new DeputizeError('NOT_FOUND', 'There is no mail of this id.', { details: { id } });
    const { attachments: _, ...found } = toOutput(mail);
    const { body, quoted, to, cc, parts } = mail;
    return {
      ...found,
      body,
      ...(quoted === '' ? {} : { quoted }),
      to: [...to],
      ...(cc.length > 0 ? { cc: [...cc] } : {}),
      attachments: parts.map(({ name, type, size }) => ({ name, type, size })),
    };
  },
});
