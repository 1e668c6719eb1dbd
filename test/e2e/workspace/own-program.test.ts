/** A workspace may hold programs that Deputize itself runs. Code only reads them, and no file tool changes them. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { deputize } from '../../support/processes/cli.ts';

const SERVER = '// the script of a mounted server\n';
let base: string;
let work: string;
let flags: string[];
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'own-program-')));
  work = join(base, 'work');
  mkdirSync(join(work, 'servers', 'bin'), { recursive: true });
  writeFileSync(join(work, 'servers', 'notes.mjs'), SERVER);
  writeFileSync(join(work, 'servers', 'bin', 'clock'), SERVER, { mode: 0o755 });
  writeFileSync(join(work, 'servers', 'data.txt'), 'data\n');
  const config = {
    presets: ['workspace'],
    mcpServers: {
      notes: { command: 'node', args: ['--no-warnings', join(work, 'servers', 'notes.mjs'), work] },
      clock: { command: join(work, 'servers', 'bin', 'clock') },
    },
  };
  writeFileSync(join(base, 'deputize.yaml'), JSON.stringify(config));
  flags = ['--data', join(base, 'data'), '--workspace', work, '--config', join(base, 'deputize.yaml')];
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const call = (tool: string, args: object) =>
  deputize('call', tool, JSON.stringify(args), '--preset', 'workspace', ...flags);
const readScripts = (): string[] =>
  ['notes.mjs', 'bin/clock'].map((name) => readFileSync(join(work, 'servers', name), 'utf8'));

test.each([
  ['write_file', { path: 'servers/notes.mjs', content: 'planted' }],
  ['write_file', { path: 'servers/bin/clock', content: 'planted' }],
  ['delete_file', { path: 'servers/notes.mjs' }],
  ['delete_file', { path: 'servers', recursive: true }],
  ['move_file', { from: 'servers', to: 'elsewhere' }],
  ['move_file', { from: 'servers/data.txt', to: 'servers/notes.mjs', overwrite: true }],
])('%s with %j is refused', async (tool, args) => {
  const { code, stdout, stderr } = await call(tool, args);
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain('a program that Deputize itself runs');
  expect(readScripts()).toEqual([SERVER, SERVER]);
});

test.each([
  'echo planted > servers/notes.mjs',
  'rm -rf servers',
  'mv servers elsewhere; mkdir servers; echo planted > servers/notes.mjs',
  'echo planted > x; mv -f x servers/bin/clock',
])('code that runs "%s" changes none of them', async (code) => {
  expect((await call('run_code', { language: 'bash', code: `${code}; true` })).code).toBe(0);
  expect(readScripts()).toEqual([SERVER, SERVER]);
});

test('code reads them, and the file beside them is written', async () => {
  const { stdout } = await call('run_code', { language: 'bash', code: 'cat servers/notes.mjs' });
  expect(stdout).toContain('the script of a mounted server');
  expect((await call('write_file', { path: 'servers/new.txt', content: 'new\n' })).code).toBe(0);
  expect(readFileSync(join(work, 'servers', 'new.txt'), 'utf8')).toBe('new\n');
});
