/** Splits a Markdown text into sections: each heading with the text below it, up to the next heading. */
export interface KnowledgeSection {
  /** Empty for the text before the first heading. */
  readonly heading: string;
  /** The headings above it, from the top, and its own. */
  readonly trail: readonly string[];
  readonly level: number;
  /** As in links: `getting-started`, and `getting-started-1` for the second of that name. */
  readonly anchor: string;
  readonly text: string;
}

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export function splitSections(markdown: string): KnowledgeSection[] {
  const sections: KnowledgeSection[] = [];
  const used = new Map<string, number>();
  let open: { heading: string; level: number; lines: string[] } = { heading: '', level: 0, lines: [] };
  const above: string[] = [];
  let fence: string | undefined;
  const close = (): void => {
    const text = open.lines.join('\n').trim();
    if (open.heading === '' && text === '') return;
    above.length = Math.max(0, open.level - 1);
    if (open.level > 0) above[open.level - 1] = open.heading;
    sections.push({
      ...{ heading: open.heading, level: open.level, text },
      trail: above.filter((name) => name !== undefined && name !== ''),
      anchor: createAnchor(open.heading, used),
    });
  };
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || (mark.startsWith(fence[0] ?? '') && mark.length >= fence.length)))
      fence = fence === undefined ? mark : undefined;
    const [, marks, heading] = fence === undefined ? (HEADING.exec(line) ?? []) : [];
    if (marks === undefined || heading === undefined) open.lines.push(line);
    else {
      close();
      open = { heading, level: marks.length, lines: [] };
    }
  }
  close();
  return sections;
}

function createAnchor(heading: string, used: Map<string, number>): string {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
  const times = used.get(plain) ?? 0;
  used.set(plain, times + 1);
  return times === 0 ? plain : `${plain}-${times}`;
}
