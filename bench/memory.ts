/** How much memory the real server holds when idle, and after ten thousand calls. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { table, throughput } from './support/rounds.ts';

const CALLS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'deputize-memory-'));
const program = resolve(import.meta.dirname, '../bin/deputize.mjs');
const data = ['--data', join(folder, 'data')];

function run(args: readonly string[]) {
  return spawn(process.execPath, [program, ...args, ...data, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine<T>(child: ReturnType<typeof run>): Promise<T> {
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as T;
}

const server = run(['start', '--port', '0']);
const { url } = await firstLine<{ url: string }>(server);
const { token } = await firstLine<{ token: string }>(run(['token', 'create']));
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const body = JSON.stringify({ tool: 'list_directory', args: { path: '.' }, preset: 'workspace' });

const megabytes = (): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
};
const call = async (): Promise<void> => {
  const response = await fetch(`${url}/api/calls`, { method: 'POST', headers, body });
  const { state } = (await response.json()) as { state: string };
  if (state !== 'ok') throw new Error(`a call ended ${state}`);
};
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 3_000));

await settle();
const idle = megabytes();
await throughput(call, CALLS, 16);
await settle();
const after = megabytes();
table([
  { measure: 'idle server, resident', figure: `${idle.toFixed(0)} MB`, goal: 'at most 150 MB' },
  {
    measure: `after ${CALLS.toLocaleString('en')} calls`,
    figure: `${after.toFixed(0)} MB (${((after / idle - 1) * 100).toFixed(0)}% more)`,
    goal: 'no growth beyond 20%',
  },
]);
server.kill();
await once(server, 'exit');
rmSync(folder, { recursive: true });
