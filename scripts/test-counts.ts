/** How many tests of one run or of several passed, failed and were skipped. */
import { existsSync, readFileSync } from 'node:fs';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const describeCounts = ({ passed, failed, skipped }: TestCounts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The counts of every run that added a line to the file. */
export function readCounts(file: string): TestCounts[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TestCounts);
}

export const addCounts = (all: readonly TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
});
