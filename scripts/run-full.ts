/**
 * Runs the long forms of the tests, part by part, as far as the time goes. `DEPUTIZE_RUN_MINUTES` limits the whole run,
 * counted from `DEPUTIZE_RUN_STARTED` (seconds since 1970) or else from now. Without it, every part runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addCounts, describeCounts, readCounts } from './test-counts.ts';

interface FullPart {
  readonly name: string;
  readonly files: readonly string[];
  /** About what it takes on two quiet cores. */
  readonly minutes: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** What is short comes first. The product of all factors takes longer than most runs have. */
const PARTS: readonly FullPart[] = [
  { name: 'every mutant of the policy', files: ['test/policy'], minutes: 0.5 },
  { name: 'every command on a wrong configuration', files: ['test/e2e/cli/cli-commands.test.ts'], minutes: 1 },
  { name: 'every path of the corpora', files: ['src/toolsets/files/traversal.test.ts'], minutes: 1 },
  {
    name: 'an attacker with more passwords',
    files: ['src/connectors/identity/attempts.test.ts', 'test/e2e/http/sign-in-attack.test.ts'],
    minutes: 0.5,
  },
  {
    name: 'every attack of the injection worlds',
    files: ['test/e2e/governance/injection-suites.test.ts'],
    minutes: 1.5,
  },
  { name: 'every viewer of the matrix', files: ['test/e2e/governance/matrix'], minutes: 1.5 },
  { name: 'ten times as many generated values', files: ['test/properties'], minutes: 2 },
  { name: 'every trap in a Git repository', files: ['test/e2e/workspace/git-hostile.test.ts'], minutes: 1 },
  { name: 'every slow event', files: ['test/e2e/calendar/hostile-event-stalls.test.ts'], minutes: 1 },
  { name: 'more losses of power', files: ['test/e2e/crash/power-loss.test.ts'], minutes: 1 },
  { name: 'more kills', files: ['test/e2e/crash/kill', 'test/e2e/conversations/conversations-restart'], minutes: 3 },
  { name: 'every pair of the resource matrix', files: ['test/journeys/resource-matrix.test.ts'], minutes: 3 },
  { name: 'every mutant of the code', files: ['test/mutation'], minutes: 30 },
  {
    name: 'every row of the resource matrix',
    files: ['test/journeys/resource-matrix.test.ts'],
    minutes: 30,
    env: { DEPUTIZE_SOAK: '1' },
  },
];

const limit = Number(process.env['DEPUTIZE_RUN_MINUTES'] ?? Infinity);
const started = Number(process.env['DEPUTIZE_RUN_STARTED'] ?? Date.now() / 1000);
const own = mkdtempSync(join(tmpdir(), 'deputize-full-'));
const counts = process.env['DEPUTIZE_TEST_COUNTS'] ?? join(own, 'counts');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/** Whether every test of the part passed. A run that ends without counts, or by a signal, has failed. */
function runPart({ files, env }: FullPart): boolean {
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
    env: { ...process.env, DEPUTIZE_FULL: '1', DEPUTIZE_TEST_COUNTS: counts, ...env },
    stdio: 'inherit',
  });
  return status === 0;
}

const reports: string[] = [];
let uncounted = 0;
let isFailed = false;
for (const part of PARTS) {
  const before = (Date.now() / 1000 - started) / 60;
  if (before + part.minutes > limit) {
    reports.push(`did not fit   ${part.name} (about ${part.minutes} minutes)`);
    continue;
  }
  const runs = readCounts(counts).length;
  const isPassed = runPart(part);
  isFailed ||= !isPassed;
  const ownCounts = readCounts(counts).slice(runs);
  if (!isPassed && addCounts(ownCounts).failed === 0) uncounted += 1;
  const took = (Date.now() / 1000 - started) / 60 - before;
  reports.push(`${isPassed ? 'passed' : 'failed'}        ${part.name} (${took.toFixed(1)} minutes)`);
}
const total = addCounts([...readCounts(counts), { passed: 0, failed: uncounted, skipped: 0 }]);
rmSync(own, { recursive: true, force: true });
process.stdout.write(`\n${reports.join('\n')}\n\n${describeCounts(total)}\n`);
process.exitCode = isFailed ? 1 : 0;
