/**
 * Reads a unified diff by the line counts of its hunks, so that a line of a file which looks like a header of the diff is
 * still taken for what it is.
 */
export interface DiffLine {
  readonly kind: 'same' | 'add' | 'remove' | 'place';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after, leftBefore, leftAfter] = [0, 0, 0, 0];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const isInside = leftBefore > 0 || leftAfter > 0;
    const [sign, text] = [line.charAt(0), line.slice(1)];
    if (!isInside || sign === '\\') {
      const hunk = HUNK.exec(line);
      if (hunk) {
        [before, after] = [Number(hunk[1]), Number(hunk[3])];
        [leftBefore, leftAfter] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
      }
      lines.push({ kind: 'place', text: line, before: null, after: null });
    } else if (sign === '+') {
      lines.push({ kind: 'add', text, before: null, after });
      [after, leftAfter] = [after + 1, leftAfter - 1];
    } else if (sign === '-') {
      lines.push({ kind: 'remove', text, before, after: null });
      [before, leftBefore] = [before + 1, leftBefore - 1];
    } else {
      lines.push({ kind: 'same', text, before, after });
      [before, after, leftBefore, leftAfter] = [before + 1, after + 1, leftBefore - 1, leftAfter - 1];
    }
  }
  return lines;
}

export interface DiffPair {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
}

/** What was removed beside what was added in its place. */
export function pairLines(lines: readonly DiffLine[]): readonly DiffPair[] {
  const pairs: DiffPair[] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  const flush = (): void => {
    const rows = Math.max(removed.length, added.length);
    for (let at = 0; at < rows; at += 1) pairs.push({ left: removed[at], right: added[at] });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'remove') removed.push(line);
    else if (line.kind === 'add') added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}
