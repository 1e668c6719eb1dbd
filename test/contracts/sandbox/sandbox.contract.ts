/** What every sandbox does with a command, on each system. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openSandbox, type OpenSandbox } from '../../../src/connectors/sandbox/open-sandbox.ts';
import type { SandboxLimits, SandboxRun } from '../../../src/ports/command-sandbox.ts';

const MB = 1024 * 1024;
const limits: SandboxLimits = {
  memoryBytes: 256 * MB,
  processes: 40,
  cpuSeconds: 10,
  writtenBytes: 16 * MB,
  temporaryBytes: 8 * MB,
  outputBytes: 24_000,
  createdFiles: 100_000,
};

export function sandboxContract(name: string): void {
  describe(`the sandbox of ${name}`, () => {
    let base: string;
    let workspace: string;
    let sandbox: OpenSandbox;
    beforeAll(() => {
      base = mkdtempSync(join(tmpdir(), 'sandbox-'));
      workspace = join(base, 'work');
      mkdirSync(join(workspace, 'folder'), { recursive: true });
      sandbox = openSandbox({ workspace, folder: join(base, 'own'), limits });
    });
    afterAll(async () => {
      await sandbox.close();
      rmSync(base, { recursive: true, force: true });
    });

    const { signal } = new AbortController();
    const run = (command: SandboxRun['command'], more: Partial<SandboxRun> = {}) =>
      sandbox.run({ command, timeoutMs: 60_000, signal, ...more });
    const sh = (script: string, more: Partial<SandboxRun> = {}) => run(['/bin/sh', '-c', script], more);

    test('is ready', async () => {
      await sandbox.ready();
      expect(sandbox.locate('sh')).toMatch(/\/sh$/);
      expect(sandbox.locate('no-such-program')).toBeUndefined();
    });

    test('answers both streams, the exit code and the time', async () => {
      const result = await sh('echo out; echo err >&2; exit 3');
      expect(result).toEqual({
        ...{ stdout: 'out\n', stderr: 'err\n', exitCode: 3, omitted: { stdout: 0, stderr: 0 } },
        durationMs: expect.any(Number) as number,
      });
    });

    test('hands words over as they are', async () => {
      const words = ['a b', '', '$HOME', "'", '-x', '*', 'ü\n'];
      expect((await run(['/usr/bin/printf', '<%s>', ...words])).stdout).toBe(words.map((word) => `<${word}>`).join(''));
    });

    test('brings input, also a lot of it, and does not mind when nobody reads it', async () => {
      expect((await sh('cat', { stdin: 'hello' })).stdout).toBe('hello');
      expect((await sh('wc -c', { stdin: 'x'.repeat(3_000_000) })).stdout.trim()).toBe('3000000');
      expect(await sh('true', { stdin: 'x'.repeat(3_000_000) })).toMatchObject({ exitCode: 0 });
    });

    test('gives files that can be read and not be changed', async () => {
      const files = { 'main.sh': 'echo "from the file $1"' };
      expect((await run(['/bin/sh', '/code/main.sh', 'x'], { files })).stdout).toBe('from the file x\n');
      expect((await sh('echo y > "$1"', { files })).exitCode).not.toBe(0);
    });

    test('works in the workspace, or in a folder of it', async () => {
      await sh('echo here > there.txt', { cwd: 'folder' });
      expect(readFileSync(join(workspace, 'folder', 'there.txt'), 'utf8')).toBe('here\n');
      await expect(sh('true', { cwd: '../..' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
    });

    test('lets the workspace be read and not be changed where that was asked for', async () => {
      writeFileSync(join(workspace, 'kept.txt'), 'kept');
      const script =
        'cat kept.txt; echo x > kept.txt; rm kept.txt; mkdir made; echo y > folder/made; echo z > "$TMPDIR/z" && cat "$TMPDIR/z"';
      expect((await sh(script, { readOnly: true })).stdout).toBe('keptz\n');
      expect(readFileSync(join(workspace, 'kept.txt'), 'utf8')).toBe('kept');
      expect(['made', 'folder/made'].filter((name) => existsSync(join(workspace, name)))).toEqual([]);
      expect((await sh('echo x > kept.txt')).exitCode).toBe(0);
    });

    test('sets variables', async () => {
      expect((await sh('echo "$A"', { env: { A: `it's` } })).stdout).toBe(`it's\n`);
      await expect(sh('true', { env: { 'A-B': 'x' } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    });

    test('tells output as it comes', async () => {
      const told: string[] = [];
      await sh('echo one; echo two >&2', { onOutput: (stream, text) => void told.push(`${stream}: ${text}`) });
      expect(told.toSorted()).toEqual(['stderr: two\n', 'stdout: one\n']);
    });

    test('a listener that fails ends the run, and is told', async () => {
      const onOutput = () => {
        throw new Error('the listener failed');
      };
      await expect(sh('echo one; sleep 60; touch late', { onOutput })).rejects.toThrow('the listener failed');
      expect(existsSync(join(workspace, 'late'))).toBe(false);
    });

    test('takes other limits for one run', async () => {
      const { stdout } = await sh('echo 0123456789; echo 0123456789', { limits: { outputBytes: 8 } });
      expect(stdout).toMatch(/^0123\n\[… \d+ bytes left out here …\]\n789\n$/);
    });

    test('ends a run at its time, and tells what it said', async () => {
      expect(await sh('echo begun; sleep 60', { timeoutMs: 1_500 })).toMatchObject({
        endedBy: 'time',
        stdout: 'begun\n',
      });
    });

    test('fails with the reason of its signal', async () => {
      const controller = new AbortController();
      const running = sh('sleep 60', { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('the reason')), 100);
      await expect(running).rejects.toThrow('the reason');
      await expect(sh('true', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    });

    test('runs several at once', async () => {
      const results = await Promise.all(Array.from({ length: 12 }, (_, at) => sh(`echo ${at}`)));
      expect(results.map(({ stdout }) => stdout.trim())).toEqual(Array.from({ length: 12 }, (_, at) => String(at)));
    });

    test('leaves no handle open', async () => {
      await sh('true');
      const before = readdirSync('/dev/fd').length;
      for (let round = 0; round < 40; round += 1) await sh('true');
      // Pipes are made some at a time, so that a few more may be waiting now.
      expect(readdirSync('/dev/fd').length).toBeLessThanOrEqual(before + 16);
    });

    test('a workspace that is gone is told', async () => {
      const gone = join(base, 'gone');
      mkdirSync(gone);
      const other = openSandbox({ workspace: gone, folder: join(base, 'own-2'), limits });
      await other.ready();
      rmSync(gone, { recursive: true });
      const running = other.run({ command: ['/bin/true'], timeoutMs: 9_000, signal });
      await expect(running).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
      writeFileSync(join(base, 'still-works'), '');
      await other.close();
    });
  });
}
