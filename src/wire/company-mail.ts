/** The shapes in which people of a company read their mail and follow what they send. */
import { z } from 'zod';

export const companyMail = z.object({
  id: z.string(),
  subject: z.string(),
  from: z.object({ name: z.string(), email: z.string() }),
  receivedAt: z.string(),
  body: z.string(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
  problem: z.string().nullable().describe('Why something of it is missing.'),
});

export const outgoingMail = z.object({
  id: z.string(),
  callId: z.string(),
  state: z
    .enum(['scheduled', 'sending', 'sent', 'failed', 'unknown', 'cancelled'])
    .describe('What is scheduled can be undone; `unknown` may have been delivered.'),
  subject: z.string(),
  from: z.string(),
  recipients: z.array(z.string()),
  at: z.string().describe('When it goes, or when it came to its end.'),
  answer: z.string().nullable(),
});

export type CompanyMailMessage = z.output<typeof companyMail>;
export type OutgoingMailMessage = z.output<typeof outgoingMail>;
