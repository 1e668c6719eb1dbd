/** Writes a mail as the bytes that are sent. Nothing is fetched or read for it: the caller gives all content. */
import MailComposer from 'nodemailer/lib/mail-composer';

import type { ComposedMail } from '../../ports/mail-account.ts';

/** Recipients in `bcc` are only in the envelope, never in the mail itself. */
export async function composeMail(mail: ComposedMail): Promise<Uint8Array> {
  const { from, to, cc, subject, text, html, messageId, date, attachments, invitation } = mail;
  const composer = new MailComposer({
    ...{ from, to: [...to], cc: [...cc], subject, text, messageId, date: new Date(date) },
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ name, type, content }) => ({
      ...{
        filename: name,
        contentType: type,
        content: Buffer.from(content),
        contentDisposition: 'attachment' as const,
      },
    })),
    ...(invitation ? { icalEvent: { method: invitation.method, content: invitation.data } } : {}),
    ...{ disableFileAccess: true, disableUrlAccess: true, newline: '\r\n' },
  });
  return composer.compile().build();
}
