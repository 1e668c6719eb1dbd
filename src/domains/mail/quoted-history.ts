/** Separates the text of a mail from the earlier mails that it quotes. A mail with replies between quoted lines is not split. */
import { parseHeaderBlock, isOriginalMarker, isFromLine } from './header-block.ts';

/** How the line before a quotation ends, in the languages of common mail programs. */
const SAID =
  /(?:wrote|writes|schrieb|schreibt|écrit|escribió|escribio|scritto|scrisse|escreveu|schreef|skrev|skreiv|kirjoitti|napisał|napisała|napisał\(a\)|napsal|napsal\(a\)|napísal|írta|scris|написал|написала|писал|писал\(а\)|пише|написав|yazdı|έγραψε|写道|寫道|작성|のメッセージ|のメール|כתב|كتب|viết|menulis)[^\n:：]{0,20}[:：]\s*$/iu;
const LONGEST_LINE = 1_000;

export const saysWhoWrote = (line: string): boolean => line.length <= LONGEST_LINE && SAID.test(line);

export function splitHistory(text: string): { body: string; quoted: string } {
  const lines = text.split('\n');
  const [from, to] = findHistory(lines);
  const body = [...lines.slice(0, from), ...lines.slice(to)].join('\n').trim();
  // A mail without new text is not split.
  if (body === '') return { body: text.trim(), quoted: '' };
  return { body, quoted: lines.slice(from, to).join('\n').trim() };
}

/** Returns the first line of the history and the line after it. Both are the end if there is no history. */
function findHistory(lines: readonly string[]): [from: number, to: number] {
  const end = lines.length;
  for (const [at, line] of lines.entries()) {
    if (line === '' || line.length > LONGEST_LINE) continue;
    if (isOriginalMarker(line) && parseHeaderBlock(lines, at + 1)) return [at, end];
    // Outlook puts a header block above the quoted mail, without any other marker.
    if (isFromLine(line) && parseHeaderBlock(lines, at, 3)) return [isRule(lines[at - 1]) ? at - 1 : at, end];
  }
  const first = lines.findIndex((line) => line.startsWith('>'));
  if (first < 0) return [end, end];
  let last = first;
  while (last < end && (lines[last]?.startsWith('>') || isBlank(lines[last]))) last += 1;
  const from = findAttributionLine(lines, first) ?? first;
  const rest = lines.slice(last);
  const isBetween = lines.slice(0, from).some((line) => !isBlank(line)) && rest.some((line) => !isBlank(line));
  // One block of quotes, above or below the reply, is history. Otherwise the replies are between the quotes.
  if (rest.some((line) => line.startsWith('>')) || (isBetween && !isSignature(rest))) return [end, end];
  return [from, last];
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

const isRule = (line: string | undefined): boolean => /^\s*[_-]{10,}\s*$/.test(line ?? '');

const isSignature = (lines: readonly string[]): boolean =>
  /^(?:-- ?|_{5,}.*|-{5,}.*)$/.test(lines.find((line) => line.trim() !== '') ?? '');

/** Finds the line that names the author of the quotation. Mail programs break it over up to three lines. */
function findAttributionLine(lines: readonly string[], quote: number): number | undefined {
  let end = quote;
  while (end > 0 && isBlank(lines[end - 1])) end -= 1;
  const last = lines[end - 1];
  if (last === undefined || !saysWhoWrote(last)) return undefined;
  for (let at = end - 1; at >= Math.max(0, end - 3); at -= 1) if (at === 0 || isBlank(lines[at - 1])) return at;
  return end - 1;
}
