/** Only its owner reads the data folder, with any umask and also where another program made the folder. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));
/** A shell sets the umask, because it is one of the process. */
const shell = (umask: string): string[] => ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, program];

let base: string;
let data: string;
let workspace: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'permissions-'));
  [data, workspace] = [join(base, 'data'), join(base, 'work')];
  mkdirSync(workspace);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const run = async (umask: string, ...words: string[]): Promise<string> =>
  (await promisify(execFile)('/bin/sh', [...shell(umask), ...words, '--data', data], { cwd: base })).stdout;

/** Everything below the data folder that others may read, write or enter. */
function openToOthers(path = data): string[] {
  const { mode } = lstatSync(path);
  const isFolder = lstatSync(path).isDirectory();
  const own = (mode & 0o077) === 0 ? [] : [`${relative(data, path) || '.'} ${(mode & 0o7777).toString(8)}`];
  return [...own, ...(isFolder ? readdirSync(path).flatMap((name) => openToOthers(join(path, name))) : [])];
}

async function withServer(umask: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = spawn('/bin/sh', [...shell(umask), 'start', '--data', data, '--workspace', workspace, '--port', '0'], {
    cwd: base,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString('utf8');
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', () => reject(new Error(said)));
    });
    await use(url);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

async function work(url: string, token: string): Promise<void> {
  const call = async (tool: string, args: object): Promise<{ state: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ tool, args, preset: 'workspace' });
    return (await fetch(`${url}/api/calls`, { method: 'POST', headers, body })).json() as Promise<{ state: string }>;
  };
  expect(await call('write_file', { path: 'a.txt', content: 'x'.repeat(200_000) })).toMatchObject({ state: 'ok' });
  expect(await call('read_file', { path: 'a.txt' })).toMatchObject({ state: 'ok' });
  expect((await call('write_file', { path: 'a.txt', content: 'other' })).state).toBe('pending');
  await call('run_code', { language: 'bash', code: 'echo hello' });
}

async function use(umask: string): Promise<string[]> {
  const { token } = JSON.parse(await run(umask, 'token', 'create', '--json')) as { token: string };
  let during: string[] = [];
  await withServer(umask, async (url) => {
    await work(url, token);
    await run(umask, 'backup', join(data, 'backup.tar.gz'));
    during = openToOthers();
  });
  await run(umask, 'settings', 'set', 'write_file', 'ask').catch(() => '');
  await run(umask, 'audit', 'checkpoint').catch(() => '');
  return [...during, ...openToOthers()];
}

test('with an open umask and a folder that others could read', async () => {
  mkdirSync(data);
  chmodSync(data, 0o755);
  expect(await use('000')).toEqual([]);
  expect(existsSync(join(data, 'deputize.db'))).toBe(true);
  // Files of the workspace are the person's own, and follow the umask.
  expect(lstatSync(join(workspace, 'a.txt')).mode & 0o777).toBe(0o666);
});

test('with the usual umask and a folder that does not exist', async () => {
  expect(await use('022')).toEqual([]);
});

test('with files that an earlier version wrote', async () => {
  mkdirSync(join(data, 'keys'), { recursive: true, mode: 0o755 });
  await run('000', 'token', 'create');
  writeFileSync(join(data, 'old.log'), 'x');
  mkdirSync(join(data, 'more'), { mode: 0o777 });
  writeFileSync(join(data, 'more', 'old.txt'), 'x');
  for (const path of ['.', 'keys', 'more']) chmodSync(join(data, path), 0o777);
  for (const path of ['deputize.db', 'old.log', 'more/old.txt']) chmodSync(join(data, path), 0o666);
  await run('000', 'token', 'list');
  expect(openToOthers()).toEqual([]);
});
