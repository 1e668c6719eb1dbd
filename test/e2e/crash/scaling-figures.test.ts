/** What docs/scaling.md says of many users is what the simulation says, from the costs that were measured. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());

test('O9: the figures in docs/scaling.md are those of the simulation', () => {
  const program = join(root, 'bench/simulate-scale.ts');
  const simulated = execFileSync(process.execPath, [program], { encoding: 'utf8' }).trim().split('\n').map(cells);
  const written = readFileSync(join(root, 'docs/scaling.md'), 'utf8').split('\n').map(cells);
  expect(simulated.length).toBeGreaterThan(5);
  for (const row of simulated) expect(written).toContainEqual(row);
});
