/** Counts the lines that differ between two texts, without regard to their order. */
import type { LineCounts } from '../../ports/staged-changes.ts';

/** Larger files are not counted. */
export const COUNTED_BYTES = 64 * 1024;

/** Undefined for binary content. */
export function countLines(before: Buffer, after: Buffer): LineCounts | undefined {
  if (before.includes(0) || after.includes(0)) return undefined;
  const left = new Map<string, number>();
  for (const line of splitLines(before)) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of splitLines(after)) {
    const count = left.get(line) ?? 0;
    if (count === 0) added += 1;
    else left.set(line, count - 1);
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { added, removed };
}

function splitLines(text: Buffer): string[] {
  const lines = text.toString('utf8').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
