/** Finds the original sender, date and subject of a mail that a person forwarded by hand. */
import { parseHeaderBlock, isForwardMarker, isOriginalMarker, isFromLine, type HeaderBlock } from './header-block.ts';
import { FORWARD_SUBJECT } from './header-words.ts';
import { oneLine } from './one-line.ts';
import { parseSpokenDate } from './spoken-date.ts';

export interface OriginalMail {
  readonly sender: string;
  readonly subject: string | undefined;
  readonly date: number | undefined;
}

const MAX_LINES = 400;
const LONGEST_LINE = 1_000;

/** `zone` is the time zone of the forwarding mail. Mail programs write the date in the local time of their user. */
export function findOriginal(text: string, subject: string, zone: number): OriginalMail | undefined {
  const saysForward = FORWARD_SUBJECT.test(subject);
  const lines = text.split('\n', MAX_LINES);
  for (const [at, line] of lines.entries()) {
    if (line === '' || line.length > LONGEST_LINE) continue;
    // Outlook puts the same marker above replies. There the subject decides.
    const isMarked = isForwardMarker(line) || (saysForward && isOriginalMarker(line));
    const block = isMarked
      ? parseHeaderBlock(lines, at + 1)
      : saysForward && isFromLine(line) && parseHeaderBlock(lines, at, 3);
    if (block) return toOriginalMail(block, zone);
  }
  return undefined;
}

function toOriginalMail(block: HeaderBlock, zone: number): OriginalMail {
  const [from, date, subject] = [block.get('from'), block.get('date'), block.get('subject')];
  const monthFirst = from?.label === 'from';
  return {
    sender: formatSender(from?.value ?? ''),
    subject: subject && oneLine(subject.value, 998),
    date: date && parseSpokenDate(date.value, { zone, monthFirst }),
  };
}

/** Formats a sender as "Ann <ann@example.com>". Mail programs add "mailto:", use square brackets, or repeat the address. */
function formatSender(text: string): string {
  const address = /(?!')[^\s<>[\]()",;:]+@[^\s<>[\]()"',;:]+/.exec(text)?.[0];
  if (address === undefined) return oneLine(text.replaceAll(/^["']|["']$/g, ''), 320);
  const name = oneLine(text.slice(0, text.indexOf(address)).replaceAll(/mailto:|["<>[\]()]/g, ' '), 200).replace(
    /^'|'$/g,
    '',
  );
  return name === '' || name === address ? address : `${name} <${address}>`;
}
