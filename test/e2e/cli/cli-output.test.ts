/** What commands print where nothing reads it, and of every tool. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = join(import.meta.dirname, '../../../bin/deputize.mjs');
let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'cli-output-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

test.each([
  ['doctor'],
  ['tools', 'list', '--preset', 'workspace'],
  ['call', 'list_directory', '{"path":"."}', '--preset', 'workspace'],
  ['audit', 'tail'],
  ['--help'],
])('ends quietly where its output is closed: %s', async (...argv) => {
  const flags = argv[0] === '--help' ? [] : ['--data', join(base, 'data')];
  const child = spawn(process.execPath, [program, ...argv, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let err = '';
  child.stderr.on('data', (data: Buffer) => (err += data.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  // A call names its workspace there.
  expect(err).toMatch(argv[0] === 'call' ? /^Workspace: [^\n]+\n$/ : /^$/);
  // Doctor reports by its code what is missing on the machine.
  expect([0, 1]).toContain(code);
});

test('a server goes on where its output is closed', async () => {
  const flags = ['--port', '0', '--json', '--data', join(base, 'server')];
  const child = spawn(process.execPath, [program, 'start', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.destroy();
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const signIn = () => deputize(['sign-in', '--data', join(base, 'server')]);
  await vi.waitFor(async () => expect((await signIn()).code).toBe(0), { timeout: 60_000 });
  // Longer than a command goes on that nothing reads.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { json } = await signIn();
  const response = await fetch(String(json['signInUrl']), { redirect: 'manual' });
  expect(response.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('tools show prints every tool of every preset', async () => {
  for (const name of ['shell.run', 'read_result', 'clipboard.read']) {
    const { code, json, err } = await deputize([
      'tools',
      'show',
      name,
      '--preset',
      'desktop',
      '--data',
      join(base, 'show'),
    ]);
    expect(err).toBe('');
    expect([name, code]).toEqual([name, 0]);
    expect(json).toMatchObject({ name, documentation: expect.stringContaining('#') as unknown });
  }
});
