/** Reads the little Markdown that documentation of tools and answers of models are written in, line by line. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

const FENCE = /^\s*```(\w*)/;
const HEADING = /^#{1,6}\s+(.*)$/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s+(.*)$/;
const NUMBERED = /^\s*\d/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^[\s|:-]+$/;

export function readMarkdown(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (fence) {
      const end = endOfCode(lines, at + 1);
      blocks.push({ kind: 'code', language: fence[1] ?? '', text: lines.slice(at + 1, end).join('\n') });
      at = end + 1;
    } else if (heading) {
      blocks.push({ kind: 'heading', text: heading[1] ?? '' });
      at += 1;
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? '') && ROW.test(lines[at + 1] ?? '')) {
      const end = lines.findIndex((other, index) => index > at && !ROW.test(other));
      const last = end === -1 ? lines.length : end;
      const [head = [], ...rows] = [line, ...lines.slice(at + 2, last)].map(cellsOf);
      blocks.push({ kind: 'table', head, rows });
      at = last;
    } else if (ITEM.test(line)) {
      const isNumbered = NUMBERED.test(line);
      const items: string[] = [];
      for (; at < lines.length && isText(lines[at]); at += 1) {
        const item = ITEM.exec(lines[at] ?? '');
        if (item) items.push(item[1] ?? '');
        else items.push(`${items.pop() ?? ''} ${(lines[at] ?? '').trim()}`);
      }
      blocks.push({ kind: 'list', isNumbered, items });
    } else if (line.trim() === '') at += 1;
    else {
      const from = at;
      do at += 1;
      while (at < lines.length && isText(lines[at]) && !ITEM.test(lines[at] ?? '') && !ROW.test(lines[at] ?? ''));
      blocks.push({ kind: 'paragraph', text: lines.slice(from, at).join(' ') });
    }
  }
  return blocks;
}

function cellsOf(line: string): string[] {
  return (ROW.exec(line)?.[1] ?? '').split('|').map((cell) => cell.trim());
}

function endOfCode(lines: readonly string[], from: number): number {
  const found = lines.findIndex((line, at) => at >= from && FENCE.test(line));
  return found === -1 ? lines.length : found;
}

/** A line that goes on with the paragraph or the item before it. */
function isText(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== '' && !FENCE.test(line) && !HEADING.test(line);
}
