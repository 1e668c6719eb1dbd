/** Converts the parts of a preview to text, for clients that show only text. Nothing is left out. */
import type { MailPart, PreviewPart, RequestPart } from './call-preview.ts';
import { eventLines } from './event-lines.ts';

/** A part of a preview as a label and lines of text. */
interface SaidPart {
  readonly label: string;
  readonly lines: readonly string[];
}

/** Converts a part of a preview to text. Warnings come first. */
export function inWords(part: PreviewPart): readonly SaidPart[] {
  switch (part.kind) {
    case 'text':
      return [{ label: part.label, lines: [part.text] }];
    case 'list':
      return [{ label: part.label, lines: part.items }];
    case 'event':
      return [{ label: part.label, lines: eventLines(part) }];
    case 'diff':
      return [{ label: part.path, lines: [part.diff] }];
    case 'mail':
      return [...beware(part), ...mailInWords(part)];
    case 'request':
      return [...beware(part), ...requestInWords(part)];
  }
}

function mailInWords({ from, replyTo, to, cc, bcc, subject, text, html, attachments }: MailPart): SaidPart[] {
  return [
    { label: 'From', lines: [from] },
    { label: 'Answers go to', lines: [replyTo] },
    ...some('To', to),
    ...some('Copy to', cc),
    ...some('Blind copy to', bcc),
    { label: 'Subject', lines: [subject] },
    { label: html === null ? 'Text' : 'The HTML as text', lines: [text] },
    ...(html === null ? [] : [{ label: 'HTML', lines: [html] }]),
    ...some(
      'Attached',
      attachments.map(({ name, type, size }) => `${name} (${type}, ${size} bytes)`),
    ),
  ];
}

function requestInWords({ method, url, query, headers, body }: RequestPart): SaidPart[] {
  return [
    { label: 'Address', lines: [`${method} ${url}`] },
    ...some(
      'What the address carries',
      query.map(({ name, value }) => `${name} = ${value}`),
    ),
    ...some(
      'Headers',
      headers.map(({ name, value }) => `${name}: ${value}`),
    ),
    ...(body === null ? [] : [{ label: 'Body', lines: [body] }]),
  ];
}

const beware = ({ warnings }: { readonly warnings: readonly string[] }): SaidPart[] => some('Beware', warnings);

function some(label: string, lines: readonly string[]): SaidPart[] {
  return lines.length === 0 ? [] : [{ label, lines }];
}
