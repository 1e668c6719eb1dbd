/** Runs that touch 1,000 files: staged, captured and applied, beside the same runs on the folder itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDiskFiles } from '../src/connectors/files/disk.ts';
import { openDiskObjects } from '../src/connectors/objects/disk.ts';
import { openSandbox } from '../src/connectors/sandbox/open-sandbox.ts';
import { inTurns, table, type Rival } from './support/rounds.ts';

const ROUNDS = 5;
const MB = 1024 * 1024;
const base = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-bench-'));
const workspace = join(base, 'work');
mkdirSync(workspace);
const source = 'def double(value):\n    return 2 * value\n\n'.repeat(40);
for (let at = 0; at < 1_000; at += 1) writeFileSync(join(workspace, `module_${at}.py`), source);

const limits = {
  ...{ memoryBytes: 1_024 * MB, processes: 64, cpuSeconds: 60, writtenBytes: 512 * MB },
  ...{ temporaryBytes: 64 * MB, outputBytes: 100_000, createdFiles: 100_000 },
};
const sandbox = openSandbox({ workspace, folder: join(base, 'own'), limits });
const objects = await openDiskObjects(join(base, 'objects'));
const files = await openDiskFiles({ root: workspace, objects });
const { signal } = new AbortController();
await sandbox.ready();

const EACH =
  'import ast, glob, os, time\nfor name in sorted(glob.glob("module_*.py")):\n    text = open(name).read()\n';
const REWRITE = 'open(name, "w").write(text.split("#")[0] + f"# {time.time()}\\n")\n';
const workloads = {
  'reads 1,000 files': EACH,
  'parses 1,000 files and rewrites them': `${EACH}    ast.parse(text)\n    ${REWRITE}`,
  'only rewrites 1,000 files': `${EACH}    ${REWRITE}`,
};

const run = (code: string) => ({ command: ['/usr/bin/python3', '-c', code] as const, timeoutMs: 60_000, signal });

const timed = (work: () => Promise<void>) => async (): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

async function staged(code: string): Promise<void> {
  const { tree } = await sandbox.runStaged(run(code));
  if (tree === undefined) throw new Error('the run was ended');
  const step = await files.stagedChanges.capture(tree, signal);
  if (step.changes.length > 0) await files.stagedChanges.apply(step, tree);
  await tree.close();
}

const rivals = Object.entries(workloads).flatMap(([name, code]): Rival[] => [
  { name: `${name}: staged`, round: timed(() => staged(code)) },
  { name: `${name}: direct`, round: timed(async () => void (await sandbox.run(run(code)))) },
]);
const figures = await inTurns(rivals, ROUNDS);
const of = (name: string): number => figures.get(name) ?? NaN;
table(
  Object.keys(workloads).map((name) => ({
    measure: `a run that ${name}`,
    ours: `${of(`${name}: staged`).toFixed(1)} ms`,
    theirs: `${of(`${name}: direct`).toFixed(1)} ms`,
    ratio: (of(`${name}: staged`) / of(`${name}: direct`)).toFixed(2),
    goal: 'at most 1.15',
  })),
);
await files.close();
await sandbox.close();
rmSync(base, { recursive: true });
