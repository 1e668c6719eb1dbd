/** Looks for mail in one's own accounts and in the mailboxes that one's departments share. */
import { z } from 'zod';

import { defineTool, DeputizeError } from '../../core/index.ts';

const DAY_MS = 86_400_000;
const day = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/, 'a date or time of ISO 8601');

export const searchEmails = defineTool({
  name: 'search_emails',
  title: 'Search mail',
  description:
    'Search your mail and your departments’ shared mailboxes, by words, sender, subject, folder and date. Answers the newest first, with the beginning of each, and how many there are in all.',
  input: z.strictObject({
    query: z
      .string()
      .max(1_000)
      .optional()
      .describe('Words that must all occur; "quoted words" form a phrase, word* is a beginning'),
    sender: z.string().max(320).optional().describe('The sender’s address, domain or name'),
    subject: z.string().max(1_000).optional().describe('Words that must all occur in the subject'),
    folder: z.enum(['inbox', 'sent', 'drafts']).optional().describe('Left out, every folder but junk and trash'),
    startDate: day.optional().describe('From this day or time on (ISO 8601; without a zone it is UTC)'),
    endDate: day.optional().describe('Up to this day or time, inclusive (ISO 8601; without a zone it is UTC)'),
    unreadOnly: z.boolean().optional().describe('Only unread mail'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    emails: z.array(
      z.strictObject({
        id: z.string(),
        subject: z.string(),
        from: z.strictObject({ email: z.string(), name: z.string() }),
        preview: z.string(),
        receivedAt: z.string(),
        unread: z.boolean(),
      }),
    ),
    total: z.int().describe('How many fit in all'),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['organizationMail'],
  run: async ({ startDate, endDate, ...asked }, { organizationMail }) => {
    const { found, total } = await organizationMail.search({
      ...asked,
      from: startDate === undefined ? undefined : instant(startDate, 'startDate'),
      before: endDate === undefined ? undefined : instant(endDate, 'endDate') + (isDay(endDate) ? DAY_MS : 1),
    });
    return {
      emails: found.map(({ id, subject, from, preview, receivedAt, isUnread }) => ({
        ...{ id, subject, from, preview, receivedAt: new Date(receivedAt).toISOString(), unread: isUnread },
      })),
      total,
    };
  },
});

const isDay = (text: string): boolean => text.length === 10;

function instant(text: string, key: string): number {
  const time = Date.parse(isDay(text) || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  if (!Number.isNaN(time)) return time;
  throw new DeputizeError('INVALID_ARGUMENTS', `${key} is not a date or time.`, { details: { key } });
}
