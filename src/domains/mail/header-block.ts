/** Finds the header block of a forwarded or quoted mail: "From: … Date: … Subject: …" in many languages. */
import { forwardMarkers, headings, originalMarkers, type HeaderField } from './header-words.ts';

export type HeaderBlock = ReadonlyMap<HeaderField, { readonly label: string; readonly value: string }>;

const LABELLED = /^([\p{L}\p{M}][\p{L}\p{M}\p{N} '’-]{0,30}?)\s*[:：]\s*(.*)$/u;
const LONGEST_LINE = 2_000;
const MAX_BLANKS = 2;
const MAX_LINES = 40;

/** Removes quote marks at the beginning of a line, and asterisks for bold type. */
function bare(line: string): string {
  return line
    .replace(/^(?:\s*[>|])+\s*/, '')
    .replace(/^\s*\*([^*]{1,40}?)\s*([:：]?)\s*\*\s*([:：]?)\s*/, '$1$2$3 ')
    .trim();
}

/** Every marker is between dashes or ends with a colon. This quick check excludes most lines. */
const MAY_BE_MARKER = /^[\s>|]*[-_=*]{2}|[:：]\s*$/;

const marker = (line: string): string =>
  line.length > 120 || !MAY_BE_MARKER.test(line)
    ? ''
    : bare(line)
        .replace(/^[-_=*\s]+|[-_=*:：\s]+$/g, '')
        .toLowerCase();

export function isForwardMarker(line: string): boolean {
  const words = marker(line);
  return words !== '' && (forwardMarkers.has(words) || words.startsWith('forwarded message from '));
}

export const isOriginalMarker = (line: string): boolean => /[-_=]{2}/.test(line) && originalMarkers.has(marker(line));

/** Whether a header block may start at this line. This quick check excludes most lines. */
export function isFromLine(line: string): boolean {
  const colon = line.search(/[:：]/);
  if (colon < 0 || colon > 48) return false;
  return headings.get((LABELLED.exec(bare(line))?.[1] ?? '').toLowerCase()) === 'from';
}

/** Parses the block at this line or after blank lines. Returns undefined unless it has a sender and at least `atLeast` fields. */
export function parseHeaderBlock(lines: readonly string[], start: number, atLeast = 2): HeaderBlock | undefined {
  const found = new Map<HeaderField, { label: string; value: string }>();
  let [blanks, open] = [0, undefined as HeaderField | undefined];
  for (let at = start; at < Math.min(lines.length, start + MAX_LINES); at += 1) {
    const line = (lines[at] ?? '').length > LONGEST_LINE ? '' : bare(lines[at] ?? '');
    if (line === '') {
      if ((blanks += 1) > MAX_BLANKS) break;
      continue;
    }
    const [, label = '', value = ''] = LABELLED.exec(line) ?? [];
    const heading = headings.get(label.toLowerCase());
    const last = open === undefined ? undefined : found.get(open);
    if (heading !== undefined) {
      // A repeated heading starts the next mail.
      if (heading !== 'other' && found.has(heading)) break;
      found.set(heading, { label: label.toLowerCase(), value });
    } else if (last && (last.value === '' || (blanks === 0 && open !== 'other'))) {
      last.value = `${last.value} ${line}`.trim();
      if (last.value.length > LONGEST_LINE) break;
    } else break;
    if (heading !== undefined) open = heading;
    blanks = 0;
  }
  const presentFields = (['from', 'date', 'subject', 'to'] as const).filter(
    (heading) => (found.get(heading)?.value ?? '') !== '',
  );
  return presentFields.includes('from') && presentFields.length >= atLeast ? found : undefined;
}
