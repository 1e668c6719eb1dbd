/** A program that prints one number: governed, recorded and confined, beside a bare start of Python and beside another sandbox. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SandboxManager } from '@anthropic-ai/sandbox-runtime';

import { assemble } from '../src/app/assemble/assemble.ts';
import { inTurns, table, type Rival } from './support/rounds.ts';

const ROUNDS = 60;
const CODE = 'print(1)';
const base = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-bench-'));
const [data, workspace] = [join(base, 'data'), join(base, 'work')];
mkdirSync(workspace);
const assembly = await assemble({ data, workspace, log: () => undefined });
const agent = await assembly.owner('agent', 'bench');
const run = promisify(execFile);

function check(printed: string): void {
  if (printed !== '1\n') throw new Error(`it printed ${JSON.stringify(printed)}`);
}

async function governed(): Promise<void> {
  const args = { language: 'python', code: CODE };
  const outcome = await assembly.runtime.call({ tool: 'run_code', args, preset: 'workspace' }, agent);
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
  check((outcome.value as { stdout: string }).stdout);
}

async function bare(): Promise<void> {
  check((await run('/usr/bin/python3', ['-c', CODE], { cwd: workspace })).stdout);
}

async function confinedOnly(): Promise<void> {
  const { signal } = new AbortController();
  const { opened, release } = await assembly.workspaces.openDefault();
  const ran = await opened.capabilities.sandbox.run({
    command: ['/usr/bin/python3', '-c', CODE],
    timeoutMs: 60_000,
    signal,
  });
  release();
  check(ran.stdout);
}

async function other(): Promise<void> {
  const wrapped = await SandboxManager.wrapWithSandbox(`/usr/bin/python3 -c '${CODE}'`);
  const child = spawn(wrapped, { shell: true, cwd: workspace, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  await new Promise((resolve) => child.once('close', resolve));
  SandboxManager.cleanupAfterCommand();
  check(printed);
}

const timed = (work: () => Promise<void>) => async (): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const needs = ['/usr/bin/socat', '/usr/bin/rg'].filter((path) => !existsSync(path));
const rivals: Rival[] = [
  { name: 'governed', round: timed(governed) },
  { name: 'bare', round: timed(bare) },
  { name: 'confined only', round: timed(confinedOnly) },
];
if (needs.length === 0) {
  process.chdir(workspace);
  await SandboxManager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [workspace], denyWrite: [] },
  });
  rivals.push({ name: 'other', round: timed(other) });
}

const figures = await inTurns(rivals, ROUNDS);
const of = (name: string): number => figures.get(name) ?? NaN;
const ms = (name: string): string => `${of(name).toFixed(1)} ms`;
const row = (measure: string, ours: string, theirs: string, goal: string) => ({
  measure,
  ours: ms(ours),
  theirs: ms(theirs),
  ratio: (of(ours) / of(theirs)).toFixed(2),
  goal,
});
table([
  row('run_code of print(1) against a bare start of Python', 'governed', 'bare', 'at most 1.6'),
  row('of that, the sandbox alone', 'confined only', 'bare', ''),
  ...(needs.length === 0 ? [row('run_code against sandbox-runtime', 'governed', 'other', 'below 1')] : []),
]);
if (needs.length > 0) process.stdout.write(`not measured: sandbox-runtime needs ${needs.join(' and ')}\n`);

await SandboxManager.reset();
await assembly.close();
rmSync(base, { recursive: true });
process.exit();
