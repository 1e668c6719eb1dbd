/** W3, R13: when a run has ended, by itself, by its time, by cancelling or by our own death, nothing of it lives on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner, nothingLeft, processesWith } from '../../support/worlds/code-runner.ts';

vi.setConfig({ testTimeout: 90_000 });
let runner: CodeRunner;
let runs = 0;
let mark = '';
beforeAll(async () => {
  runner = await CodeRunner.open();
});
afterAll(() => runner[Symbol.asyncDispose]());
afterEach(() => nothingLeft(mark));

/** Returns arguments that identify the processes of this run on the host. */
function marked(): string[] {
  runs += 1;
  mark = `run-${process.pid}-${runs}`;
  return [mark];
}

describe('by its time', () => {
  test.each([
    ['bash that sleeps', 'bash', 'echo begun; sleep 60'],
    ['bash that is busy', 'bash', 'echo begun; while :; do :; done'],
    [
      'bash that ignores every signal it can',
      'bash',
      'trap "" TERM INT HUP QUIT; echo begun; while :; do sleep 1; done',
    ],
    ['Python that sleeps', 'python', 'import time; print("begun"); time.sleep(60)'],
    [
      'Python that ignores every signal it can',
      'python',
      'import signal, time\nfor s in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}: signal.signal(s, signal.SIG_IGN)\nprint("begun")\nwhile True: time.sleep(1)',
    ],
    ['a daemon that left its session', 'bash', 'echo begun; setsid -f sleep 60; sleep 60'],
    [
      'a daemon that forked twice and keeps the output',
      'python',
      'import os, time\nprint("begun", flush=True)\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(60)\n  os._exit(0)\ntime.sleep(60)',
    ],
    ['a stopped process', 'bash', 'echo begun; kill -STOP $$; sleep 60'],
  ])('W3, R13: %s is ended, and its output is returned', async (_, language, code) => {
    const error = await runner.error(language, code, { args: marked(), timeout: 2.5 });
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      type: 'system_error',
      partialSideEffects: false,
      details: { limit: 'time', stdout: 'begun\n' },
    });
    expect(error.message).toContain('2.5 s');
  });
});

describe('by itself', () => {
  test('W3: a daemon does not outlive the program that started it', async () => {
    const code = 'setsid -f sleep 60; (trap "" TERM HUP; sleep 60) & disown; echo done';
    expect(await runner.bash(code, { args: marked() })).toMatchObject({ stdout: 'done\n', exitCode: 0 });
  });

  test('W3: a daemon that closed everything does not either', async () => {
    const code =
      'import os, time\nif os.fork() == 0:\n  os.setsid()\n  os.closerange(0, 100)\n  time.sleep(60)\nprint("done")';
    expect(await runner.python(code, { args: marked() })).toMatchObject({ stdout: 'done\n', exitCode: 0 });
  });

  test.each([
    ['exit 7', 7],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
    ['kill -SEGV $$', 139],
    ['exec /nonexistent', 127],
    ['exec /etc/passwd', 126],
    ['sleep 60 & sleep 60 & kill -9 -1; wait; exit 5', 5],
  ])('W3: "%s" is reported as %i', async (code, exitCode) => {
    expect(await runner.bash(code, { args: marked() })).toMatchObject({ exitCode });
  });

  test('W3: killing its parent, or the first process, harms nothing', async () => {
    const code = `
import os, signal
for target in (os.getppid(), 1):
  for s in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
    try: os.kill(target, s)
    except OSError as e: print(e.errno)
print("still here")`;
    const { stdout } = await runner.python(code, { args: marked() });
    expect(stdout).toContain('still here');
  });

  test('W3: no process outside can be signalled', async () => {
    const { stdout } = await runner.bash(`kill -0 ${process.pid} 2>&1; kill -9 ${process.pid} 2>&1; echo end`);
    expect(stdout).toContain('end');
    expect(process.pid).toBeGreaterThan(0);
  });
});

describe('by cancelling', () => {
  test.each(['bash', 'python'])('R13: %s is ended when its call is cancelled', async (language) => {
    const code = language === 'bash' ? 'trap "" TERM; setsid -f sleep 60; sleep 60' : 'import time; time.sleep(60)';
    const callId = `cancel-${language}-${process.pid}`;
    const running = runner.outcome(language, code, { args: marked(), callId, timeout: 30 });
    await expect.poll(() => processesWith(mark).length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await runner.cancel(callId)).toBe(true);
    expect(await running).toMatchObject({ state: 'failed', error: { code: 'CANCELLED', partialSideEffects: false } });
  });

  test('R13: the caller who goes away takes it along', async () => {
    const controller = new AbortController();
    const running = runner.outcome('bash', 'sleep 60', { args: marked(), signal: controller.signal });
    await expect.poll(() => processesWith(mark).length, { timeout: 20_000 }).toBeGreaterThan(0);
    controller.abort();
    expect(await running).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  });

  test('R13: at every moment of its beginning', async () => {
    for (let ms = 0; ms < 24; ms += 3) {
      const controller = new AbortController();
      const running = runner.outcome('bash', 'sleep 60', { args: marked(), signal: controller.signal });
      setTimeout(() => controller.abort(), ms);
      expect(await running).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
      await expect.poll(() => processesWith(mark), { timeout: 5_000 }).toEqual([]);
    }
  });
});

describe('by our own death', () => {
  test('W3: nothing lives on when the runtime is killed', async () => {
    const base = mkdtempSync(join(tmpdir(), 'killed-'));
    const [name] = marked();
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '..', '..', 'support', 'processes', 'sandbox-child.ts'),
        base,
        'setsid -f sleep 60; sleep 60',
        name ?? '',
      ],
      { stdio: 'inherit', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const inside = () => processesWith(mark).filter((pid) => pid !== child.pid);
    try {
      await expect.poll(() => inside().length, { timeout: 20_000 }).toBeGreaterThan(2);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect.poll(inside, { timeout: 10_000 }).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      rmSync(base, { recursive: true, force: true });
    }
  });

  test.runIf(process.getuid?.() === 0)(
    'W3: a plain user has the same sandbox, and the kernel counts its processes',
    async () => {
      const base = mkdtempSync(join(tmpdir(), 'plain-'));
      const code = `
for i in $(seq 60); do sleep 1 & done 2>/tmp/said
grep -q "Resource temporarily unavailable" /tmp/said && echo counted
id -u; touch mine && echo writes; cat /proc/1/environ`;
      const child = spawn(
        process.execPath,
        [
          join(import.meta.dirname, '..', '..', 'support', 'processes', 'sandbox-child.ts'),
          base,
          code,
          marked()[0] ?? '',
          '65534',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
      );
      let told = '';
      child.stdout.on('data', (data: Buffer) => (told += data.toString('utf8')));
      await once(child, 'close');
      rmSync(base, { recursive: true, force: true });
      expect(JSON.parse(told)).toMatchObject({ stdout: 'counted\n1000\nwrites\n' });
    },
  );
});
