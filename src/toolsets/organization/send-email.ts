/** Sends a mail from an account that the person may use. For a while it can be called back; then it is handed over, once. */
import { z } from 'zod';

import { defineTool, hostOfAddress, warnOfNames, type PreviewPart } from '../../core/index.ts';
import type { MailDraft } from '../../ports/organization-mail.ts';
import { htmlToText } from '../../domains/mail/html-text.ts';

const addresses = z.array(z.email().max(320)).max(50);
const undoRecord = z.strictObject({ callId: z.string() });

const input = z.strictObject({
  to: addresses.min(1).describe('Recipients'),
  cc: addresses.optional().describe('Who gets a copy that everybody sees'),
  bcc: addresses.optional().describe('Recipients of a blind copy'),
  subject: z
    .string()
    .max(900)
    .regex(/^\P{Cc}*$/u, 'one line, without control characters'),
  body: z.string().max(500_000).describe('Plain text or HTML'),
  accountId: z.string().max(100).optional().describe('The account to send from; left out, the person’s own'),
  attachments: z
    .array(z.strictObject({ fileId: z.string().max(100) }))
    .max(20)
    .optional(),
});

export const sendEmail = defineTool({
  name: 'send_email',
  title: 'Send a mail',
  description:
    'Send a mail from the person’s own account or a shared mailbox of their departments. Needs approval unless the person granted it. It leaves after a short time in which it can be undone.',
  input,
  output: z.strictObject({
    id: z.uuid(),
    status: z
      .enum(['sent', 'pending_confirmation'])
      .describe('"pending_confirmation": it can still be undone and leaves by itself at `sentAt`; "sent": it has left'),
    sentAt: z.iso.datetime().describe('When it left, or will'),
    requiresConfirmation: z.boolean(),
  }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  timeoutMs: 120_000,
  labels: { sendsOut: true },
  needs: ['organizationMail'],

  facts: async (args, { organizationMail, signal }) => {
    const { accountId, from, undoSeconds } = await organizationMail.prepare(toDraft(args), signal);
    const { to, cc = [], bcc = [] } = args;
    const resources = [{ id: `mail-account:${accountId}`, label: from }];
    return {
      ...{ effect: 'send', recipients: [...to, ...cc, ...bcc], targets: [from], resources },
      reversible: undoSeconds > 0,
    };
  },

  // Every byte that leaves is shown: a shortened body could hide a line.
  preview: async (args, { organizationMail, signal }) => {
    const { from, isHtml, attachments, state, undoSeconds } = await organizationMail.prepare(toDraft(args), signal);
    const { to, cc = [], bcc = [], subject, body } = args;
    const all = [...to, ...cc, ...bcc];
    const warnings = warnOfNames(all.map(hostOfAddress), [from, ...all].map(hostOfAddress));
    const mail: PreviewPart = {
      ...{ kind: 'mail', from, replyTo: from, to, cc, bcc, subject, attachments, warnings },
      ...(isHtml ? { text: htmlToText(body), html: body } : { text: body, html: null }),
    };
    const items = [`${undoSeconds} seconds after approval; until then it can be undone`];
    const when: PreviewPart[] = undoSeconds > 0 ? [{ kind: 'list', label: 'When', items }] : [];
    return { title: `Send a mail to ${all.join(', ')}`, parts: [mail, ...when], state };
  },

  run: async (args, { organizationMail, callId, expected, signal, keepUndo }) => {
    await keepUndo({ callId });
    const { id, isSent, at } = await organizationMail.schedule(toDraft(args), callId, expected, signal);
    const status = isSent ? ('sent' as const) : ('pending_confirmation' as const);
    return { id, status, sentAt: new Date(at).toISOString(), requiresConfirmation: false };
  },

  undo: (record, { organizationMail }) => organizationMail.callBack(undoRecord.parse(record).callId),
});

function toDraft({
  to,
  cc = [],
  bcc = [],
  subject,
  body,
  accountId,
  attachments = [],
}: z.output<typeof input>): MailDraft {
  return { to, cc, bcc, subject, body, accountId, fileIds: attachments.map(({ fileId }) => fileId) };
}
