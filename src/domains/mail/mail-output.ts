/** The output format of a mail: the requested fields first, and further fields only if they have a value. */
import { z } from 'zod';

import type { MailSummary } from '../../ports/forwarded-mailbox.ts';

export const foundOutput = z.strictObject({
  id: z.string(),
  sender: z.string(),
  subject: z.string(),
  date: z.string(),
  summary: z.string(),
  summaryBy: z
    .enum(['extract', 'model'])
    .describe('"extract": the mail’s own first sentences; "model": written by a model'),
  unread: z.boolean(),
  attachments: z.int().optional().describe('How many'),
  isForward: z.boolean().optional(),
  originalSender: z.string().optional(),
  originalSubject: z.string().optional(),
  originalDate: z.string().optional(),
  problem: z.string().optional().describe('Why only a part of the mail could be understood'),
  note: z.string().optional(),
});

const TWIN = 'Another mail has the same message id and other content. One of them may be forged.';
const CONFIRMATION =
  'A provider asks whether mail may be forwarded here. Only the person may answer it: tell them to look at "deputize mail notices".';

export function toOutput(mail: MailSummary): z.input<typeof foundOutput> {
  const { id, sender, subject, date, summary, summaryBy, isUnread, attachments, original, problem } = mail;
  const notes = [...(mail.isConfirmation ? [CONFIRMATION] : []), ...(mail.hasTwin ? [TWIN] : [])];
  return {
    ...{ id, sender, subject, date, summary, summaryBy, unread: isUnread },
    ...(attachments > 0 ? { attachments } : {}),
    ...(original ? { isForward: true, originalSender: original.sender } : {}),
    ...(original?.subject === undefined ? {} : { originalSubject: original.subject }),
    ...(original?.date === undefined ? {} : { originalDate: original.date }),
    ...(problem === undefined ? {} : { problem }),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  };
}
