/** Writes a mail down as it will be sent, byte by byte. Nothing is fetched or read for it: all it needs is given. */
import MailComposer from 'nodemailer/lib/mail-composer';

import type { ComposedMail } from '../../ports/mail-account.ts';

/** Who is only in `bcc` is told of nowhere: they stand in the envelope alone. */
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
