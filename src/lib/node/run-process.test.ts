import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ProcessStartError, runProcess, type ProcessOptions } from './run-process.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'run-process-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const PATIENCE_MS = 20_000;
const run = (script: string, options: Partial<ProcessOptions> = {}) =>
  runProcess('/bin/sh', ['-c', script], { env: { PATH: '/usr/bin:/bin' }, maxBytes: 1_000, signal, ...options });

test('returns what the program printed, and its code', async () => {
  const ended = await run('cat; echo bad >&2; exit 3', { input: 'good' });
  expect(ended).toMatchObject({ code: 3, stderr: 'bad\n', isTooLong: false });
  expect(ended.stdout.toString()).toBe('good');
});

test('kills a program that prints too much, and keeps the beginning', async () => {
  const ended = await run('while :; do echo 0123456789; done');
  expect(ended).toMatchObject({ code: null, isTooLong: true });
  expect(ended.stdout).toHaveLength(1_000);
});

test('keeps the end of standard error', async () => {
  const { stderr } = await run('echo begin >&2; echo end >&2', { maxStderr: 4 });
  expect(stderr).toBe('end\n');
});

test('writes the output to a file instead', async () => {
  const outFile = join(folder, 'out');
  expect(await run('echo text', { outFile, maxBytes: 1 })).toMatchObject({ code: 0, isTooLong: false });
  expect(readFileSync(outFile, 'utf8')).toBe('text\n');
});

/** Starts a process in the background, and writes its id to the file. */
const background = (file: string): string => `sleep 60 & echo $! > ${file}.new; mv ${file}.new ${file}`;
const readPid = async (file: string): Promise<number> => {
  await expect.poll(() => existsSync(file), { timeout: PATIENCE_MS }).toBe(true);
  return Number(readFileSync(file, 'utf8'));
};

test('fails with the reason of an abort, even if a process that it started holds the pipes open', async () => {
  const stop = new AbortController();
  const file = join(folder, 'abort');
  const running = run(`${background(file)}; wait`, { signal: stop.signal }).catch((error: unknown) => error);
  const pid = await readPid(file);
  stop.abort(new Error('stopped'));
  expect(await running).toMatchObject({ message: 'stopped' });
  expect(isGone(pid)).toBe(false);
  process.kill(pid);
  await expect(run('true', { signal: stop.signal })).rejects.toThrow('stopped');
});

test('ends a group with everything that it started', async () => {
  const stop = new AbortController();
  const file = join(folder, 'group');
  const running = run(`${background(file)}; wait`, { signal: stop.signal, isGroup: true }).catch(
    (error: unknown) => error,
  );
  const pid = await readPid(file);
  stop.abort(new Error('stopped'));
  expect(await running).toMatchObject({ message: 'stopped' });
  await expect.poll(() => isGone(pid), { timeout: PATIENCE_MS }).toBe(true);
});

test('does not wait for a program that stays in the background', async () => {
  const file = join(folder, 'behind');
  expect(await run(background(file), { staysBehind: true })).toMatchObject({ code: 0 });
  const pid = await readPid(file);
  expect(isGone(pid)).toBe(false);
  process.kill(pid);
});

/** A process that has ended and is only not collected yet counts as gone. */
function isGone(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return true;
  }
}

test('fails with a ProcessStartError if the program does not exist', async () => {
  await expect(runProcess('/nowhere/program', [], { env: {}, maxBytes: 1, signal })).rejects.toThrow(ProcessStartError);
});
