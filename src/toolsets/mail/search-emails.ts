/** Looks for mail by words, sender and date. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { foundOutput, toOutput } from '../../domains/mail/mail-output.ts';

const day = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/, 'a date or time of ISO 8601');

export const searchEmails = defineTool({
  name: 'search_emails',
  title: 'Search mail',
  description:
    'Search the mail that was forwarded to you, by keywords in subject and summary, by sender and by date. Answers sender, subject, date and summary; read_email brings the whole mail.',
  input: z.strictObject({
    query: z
      .string()
      .max(1_000)
      .optional()
      .describe('Words that must all occur in subject or summary; "quoted words" form a phrase, word* is a beginning'),
    sender: z
      .string()
      .max(320)
      .optional()
      .describe('The sender’s address, domain or name; also of the mail that was forwarded'),
    subject: z.string().max(1_000).optional().describe('Words that must all occur in the subject'),
    folder: z.enum(['inbox', 'sent', 'drafts']).optional().describe('Forwarded mail is all in the inbox'),
    startDate: day.optional().describe('From this day or time on (ISO 8601)'),
    endDate: day.optional().describe('Up to this day or time, inclusive (ISO 8601)'),
    unreadOnly: z.boolean().optional().describe('Only mail that was not read with read_email yet'),
    limit: z.int().min(1).max(100).default(20),
    order: z.enum(['newest', 'relevance']).default('newest'),
  }),
  output: z.strictObject({ emails: z.array(foundOutput), hasMore: z.boolean() }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['mailbox'],
  run: async ({ folder, ...asked }, { mailbox }) => {
    if (folder !== undefined && folder !== 'inbox') return { emails: [], hasMore: false };
    const { found, hasMore } = await mailbox.search(asked);
    return { emails: found.map(toOutput), hasMore };
  },
});
