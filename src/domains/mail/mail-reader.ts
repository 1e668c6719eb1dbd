/** Reads raw mails. What strangers send may take long to read, so that a server does it in threads with limits. */
import PostalMime from 'postal-mime';

import type { ParsedMail } from './read-message.ts';

/** Reads one mail of a user. It never fails: a mail that cannot be read has a `problem`. */
export type MailReader = (userId: string, raw: Uint8Array) => Promise<ParsedMail>;

/** The headers of a mail are at its beginning. */
const MAX_HEADERS = 32_768;

/** Reads the headers alone, of a mail whose text takes too long or too much memory to read. */
export async function readHeadersOnly(raw: Uint8Array, problem: string): Promise<ParsedMail> {
  const text = new TextDecoder('latin1').decode(raw.subarray(0, MAX_HEADERS));
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const kept = head.split(/\r?\n(?![ \t])/).filter((line) => /^(?:from|subject|date|message-id):/i.test(line));
  const bytes = Uint8Array.from(`${kept.join('\r\n')}\r\n\r\n`, (character) => character.charCodeAt(0));
  const email = await PostalMime.parse(bytes);
  const date = Date.parse(email.date ?? '');
  return {
    messageId: email.messageId ?? '',
    sender: email.from?.address ?? '',
    ...{ to: [], cc: [], subject: (email.subject ?? '').slice(0, 998), body: '', quoted: '', attachments: [] },
    date: Number.isNaN(date) ? undefined : date,
    original: undefined,
    problem,
  };
}
