/** A raw mail as what is kept of it. Nothing that postal-mime cannot take is lost: its headers and its text are still read. */
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

import { findOriginal, type OriginalMail } from './forwards.ts';
import { htmlToText } from './html-text.ts';
import { manyLines, oneLine } from './one-line.ts';
import { splitHistory } from './quoted-history.ts';
import { findZoneOffset } from './spoken-date.ts';

export interface ParsedMail {
  readonly messageId: string;
  readonly sender: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** As the mail says; undefined when it says nothing that is a date. */
  readonly date: number | undefined;
  readonly body: string;
  readonly quoted: string;
  readonly original: OriginalMail | undefined;
  readonly attachments: readonly ParsedAttachment[];
  readonly problem: string | undefined;
}

interface ParsedAttachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const LIMITS = { maxNestingDepth: 100, maxHeadersSize: 1_000_000, forceRfc822Attachments: true } as const;
const NO_PARTS = 'Its parts could not be separated';
const STRUCTURE = /^(?:--\S{1,80}|(?:content-[\w-]{1,40}|mime-version):.{0,500})\r?\n/gim;
/** Where parts cannot be separated, one of them may be HTML. */
const HTML = /<(?:!doctype|html|head|body|div|p|span|table|font|br|a|style)\b[^<>]{0,2000}>/i;
const MAX_TEXT = 4_000_000;
const MAX_PARTS = 500;
const MAX_PEOPLE = 100;

export async function readMessage(raw: Uint8Array): Promise<ParsedMail> {
  let problem: string;
  try {
    const email = await PostalMime.parse(raw, LIMITS);
    const message = await understood(email, undefined);
    // HTML without visible text is an empty mail. Its source may hold hidden instructions.
    if (message.body !== '' || message.attachments.length > 0 || email.html !== undefined) return message;
    problem = NO_PARTS;
  } catch (error) {
    problem = `${NO_PARTS}: ${oneLine(error instanceof Error ? error.message : String(error), 200)}`;
  }
  const plain = await understood(await PostalMime.parse(withoutParts(raw), LIMITS), problem);
  return plain.body === '' ? { ...plain, problem: problem === NO_PARTS ? undefined : problem } : plain;
}

/** The mail as if it were plain text: its first headers, and all the rest as its body, but for the lines that part it. */
function withoutParts(raw: Uint8Array): Uint8Array {
  const text = new TextDecoder('utf-8').decode(raw.subarray(0, MAX_TEXT));
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const kept = /^(?:from|to|cc|subject|date|message-id|sender):/i;
  const headers = head
    .slice(0, 100_000)
    .split(/\r?\n(?![ \t])/)
    .filter((line) => kept.test(line));
  const body = rest.join('\n\n').replace(STRUCTURE, '');
  return new TextEncoder().encode(`${headers.join('\r\n')}\r\n\r\n${HTML.test(body) ? htmlToText(body) : body}`);
}

async function understood(email: Email, fault: string | undefined): Promise<ParsedMail> {
  const subject = oneLine(email.subject ?? '', 998);
  const zone = findZoneOffset(getHeader(email, 'date')) ?? 0;
  const attached = await attachedMail(email);
  const own = readText(email);
  const original = attached?.original ?? findOriginal(own, subject, zone);
  const text = [own, attached?.text ?? ''].filter((part) => part !== '').join('\n\n');
  // What was forwarded is what the mail is about, so none of it is history.
  const { body, quoted } = original ? { body: text.trim(), quoted: '' } : splitHistory(text);
  return {
    messageId: oneLine(email.messageId ?? '', 998),
    sender: people([email.from ?? email.sender])[0] ?? '',
    to: people(email.to ?? []),
    cc: people(email.cc ?? []),
    subject,
    date: readDate(email),
    body,
    quoted,
    original,
    attachments: email.attachments.slice(0, MAX_PARTS).map(toAttachment),
    problem:
      fault ??
      (email.attachments.length > MAX_PARTS
        ? `It has ${email.attachments.length} parts; the first ${MAX_PARTS} are listed.`
        : undefined),
  };
}

const getHeader = ({ headers }: Email, key: string): string =>
  headers.find((header) => header.key === key)?.value ?? '';

function readDate(email: Email): number | undefined {
  const parsed = Date.parse(email.date ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A mail that was forwarded as an attachment. One that came back undelivered is none. */
async function attachedMail(email: Email): Promise<{ original: OriginalMail; text: string } | undefined> {
  const part = email.attachments.find(({ mimeType }) => mimeType === 'message/rfc822');
  if (!part || /multipart\/report/i.test(getHeader(email, 'content-type'))) return undefined;
  try {
    const inner = await PostalMime.parse(toBytes(part), LIMITS);
    const sender = people([inner.from ?? inner.sender])[0];
    if (sender === undefined) return undefined;
    const subject = inner.subject === undefined ? undefined : oneLine(inner.subject, 998);
    return { original: { sender, subject, date: readDate(inner) }, text: readText(inner) };
  } catch {
    return undefined;
  }
}

/** The plain text, unless it only says that there is HTML to be read. */
function readText({ text = '', html }: Email): string {
  const plain = manyLines(text.slice(0, MAX_TEXT)).trim();
  if (html === undefined || plain.length > 400) return plain;
  const shown = manyLines(htmlToText(html));
  return plain === '' || shown.length > plain.length * 4 ? shown : plain;
}

function people(addresses: readonly (Address | undefined)[]): string[] {
  return addresses
    .flatMap((address) => (address?.group ? address.group : (address ?? [])))
    .map(({ name, address }) => {
      const [called, at] = [oneLine(name.replaceAll(/[<>"]/g, ' '), 200), oneLine(address, 320)];
      return called !== '' && at !== '' && called !== at ? `${called} <${at}>` : at || called;
    })
    .filter((person) => person !== '')
    .slice(0, MAX_PEOPLE);
}

function toAttachment(attachment: Attachment): ParsedAttachment {
  const { filename, mimeType, content } = attachment;
  return {
    name: oneLine(filename?.split(/[/\\]/).at(-1) ?? '', 255) || 'unnamed',
    type: oneLine(mimeType, 127) || 'application/octet-stream',
    bytes: toBytes({ content }),
  };
}

function toBytes({ content }: Pick<Attachment, 'content'>): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
