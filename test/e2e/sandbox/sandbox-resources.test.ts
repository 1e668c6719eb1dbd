/** W3: code that wants all of the machine gets its share, and the answer says which limit it met. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner, nothingLeft } from '../../support/worlds/code-runner.ts';

const MARK = `bomb-${process.pid}`;
let runner: CodeRunner;
beforeAll(async () => {
  runner = await CodeRunner.open();
});
afterAll(() => runner[Symbol.asyncDispose]());
afterEach(() => nothingLeft(MARK));

// Long, because the machine may be busy; what ends a run is its limit.
vi.setConfig({ testTimeout: 90_000 });
const bomb = { args: [MARK], timeout: 40 };

/** Either the kernel refused a process, or the run was ended for it; never did it get more than its share. */
async function expectContained(language: string, code: string): Promise<void> {
  const outcome = await runner.outcome(language, code, bomb);
  if (outcome.state === 'ok') {
    expect((outcome.value as { stdout: string }).stdout).toContain('refused');
    return;
  }
  if (!('error' in outcome)) throw new Error(JSON.stringify(outcome));
  expect(outcome.error).toMatchObject({ partialSideEffects: false, details: { limit: 'processes' } });
  expect(outcome.error.code).toBe('LIMIT_REACHED');
}

describe('processes', () => {
  test('W3: a fork bomb of bash ends', async () => {
    const error = await runner.error('bash', 'bomb() { bomb | bomb & }; bomb; sleep 3', { ...bomb, timeout: 3 });
    expect(['LIMIT_REACHED', 'TIMEOUT']).toContain(error.code);
    expect(error.partialSideEffects).toBe(false);
  });

  test('W3: the kernel refuses the first process over the limit, for any user', async () => {
    const code = `
import os, time
started = 0
try:
  while started < 500:
    if os.fork() == 0: time.sleep(30); os._exit(0)
    started += 1
except OSError as e: print(e.errno, flush=True)
print(started <= 40, flush=True)`;
    const { stdout } = await runner.python(code, bomb);
    expect(stdout).toBe('11\nTrue\n');
  });

  test('W3: a fork bomb of Python is contained', async () => {
    await expectContained(
      'python',
      'import os, time\ntry:\n  while True:\n    if os.fork() == 0: time.sleep(30); os._exit(0)\nexcept OSError: print("refused", flush=True)',
    );
  });

  test('W3: many threads are contained', async () => {
    await expectContained(
      'python',
      'import threading, time, os\ntry:\n  for _ in range(5000): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()\n  time.sleep(30)\nexcept RuntimeError: print("refused", flush=True)\nos._exit(0)',
    );
  });

  test('W3: as many processes as are allowed do run', async () => {
    const { stdout } = await runner.bash('for i in $(seq 20); do sleep 0.1 & done; wait; echo done');
    expect(stdout).toBe('done\n');
  });
});

describe('memory', () => {
  test('W3: one process that asks for too much gets a MemoryError', async () => {
    const { exitCode, stderr } = await runner.python('data = bytearray(400 * 1024 * 1024)\nprint(len(data))', bomb);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('MemoryError');
  });

  test('W3: one that grows step by step gets a MemoryError', async () => {
    const { exitCode, stderr } = await runner.python('all = []\nwhile True: all.append(bytearray(1024 * 1024))', bomb);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('MemoryError');
  });

  test('W3: many processes together are ended', async () => {
    const code = `
import os, time
for _ in range(8):
  if os.fork() == 0:
    data = bytearray(os.urandom(1024 * 1024)) * 60
    time.sleep(30)
    os._exit(0)
time.sleep(30)`;
    expect(await runner.error('python', code, bomb)).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'memory' },
      partialSideEffects: false,
    });
  });

  test('W3: shared memory, which no process owns alone, counts as well', async () => {
    const code = `
import mmap, time
m = mmap.mmap(-1, 400 * 1024 * 1024)
for at in range(0, len(m), 4096): m[at] = 1
time.sleep(30)`;
    expect(await runner.error('python', code, bomb)).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'memory' },
    });
  });

  test('W3: processes that share what they were forked with are not counted twice', async () => {
    const code = `
import os, time
data = bytearray(40 * 1024 * 1024)
for at in range(0, len(data), 4096): data[at] = 1
for _ in range(8):
  if os.fork() == 0:
    time.sleep(1)
    os._exit(0)
for _ in range(8): os.wait()
print("fine")`;
    expect(await runner.python(code, bomb)).toMatchObject({ stdout: 'fine\n', exitCode: 0 });
  });

  test('W3: memory without an owner cannot be had', async () => {
    const code = `
import os
try: os.memfd_create("x")
except OSError as e: print(e.errno)`;
    expect((await runner.python(code)).stdout).toBe('38\n');
  });
});

describe('disk', () => {
  const inWorkspace = () =>
    readdirSync(runner.workspace, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, name) => sum + statSync(join(runner.workspace, name)).blocks * 512,
      0,
    );
  const clean = () => runner.bash('rm -rf /workspace/*');

  test.each([
    ['Python', 'python', 'f = open("big", "wb")\nwhile True: f.write(bytes(1024 * 1024)); f.flush()', /File too large/],
    ['a program that does not look', 'bash', 'dd if=/dev/zero of=big bs=1M count=64; exit 7', /File|exceeded|^$/],
  ])('W3: a file of %s cannot grow past the limit', async (_, language, code, complaint) => {
    const outcome = await runner.outcome(language, code, bomb);
    // Either the kernel refuses the next byte, or the watch sees the limit first.
    const size = statSync(join(runner.workspace, 'big'), { throwIfNoEntry: false })?.size;
    if (outcome.state === 'ok') {
      expect((outcome.value as { stderr: string }).stderr).toMatch(complaint);
      expect(size).toBeLessThanOrEqual(16 * 1024 * 1024);
    } else {
      expect(outcome).toMatchObject({ error: { code: 'LIMIT_REACHED', details: { limit: 'disk' } } });
      expect(size).toBeUndefined();
    }
    await clean();
  });

  test('W3: many files together are ended', async () => {
    const code = `
import itertools, time
for n in itertools.count():
  open(f"f{n}", "wb").write(bytes(1024 * 1024))
  time.sleep(0.01)`;
    expect(await runner.error('python', code, bomb)).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'disk' },
      partialSideEffects: false,
    });
    expect(inWorkspace()).toBeLessThan(128 * 1024 * 1024);
    await clean();
  });

  test('W3: many processes that write a little each are ended', async () => {
    const code = 'for i in $(seq 200); do head -c 1M /dev/zero > "p$i"; sleep 0.02; done; sleep 2';
    expect(await runner.error('bash', code, bomb)).toMatchObject({ code: 'LIMIT_REACHED', details: { limit: 'disk' } });
    await clean();
  });

  test('W3: room cannot be reserved without writing', async () => {
    const code = `
import os, ctypes
f = os.open("reserved", os.O_CREAT | os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
print(libc.fallocate(f, 0, ctypes.c_long(0), ctypes.c_long(1 << 20)), ctypes.get_errno())`;
    expect((await runner.python(code)).stdout).toBe('-1 95\n');
    await clean();
  });

  test('W3: a sparse file of a terabyte cannot be made', async () => {
    const { exitCode, stderr } = await runner.bash('truncate -s 1T sparse', bomb);
    expect(exitCode).not.toBe(0);
    expect(stderr + exitCode).toMatch(/File too large|153/);
    await clean();
  });

  test.each(['/tmp', '/dev/shm'])('W3: %s is full at its limit', async (place) => {
    const code = `for i in 1 2 3 4; do head -c 4M /dev/zero > ${place}/f$i || echo refused; done; du -sm ${place} | cut -f1`;
    const { stdout, stderr } = await runner.bash(code, bomb);
    expect(stderr).toContain('No space left on device');
    expect(Number(stdout.trim().split('\n').at(-1))).toBeLessThanOrEqual(9);
  });

  test.each(['/', '/dev', '/code', '/etc', '/usr', '/proc'])('W3: nothing can be written to %s', async (place) => {
    const { exitCode, stderr } = await runner.bash(`echo x > ${place}/mine`);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/Read-only file system|Permission denied|Directory nonexistent|No such file/);
  });

  test('W3: a directory in memory does not take entries without end', async () => {
    const code = `
import os
for n in range(1000000): os.close(os.open(f"/tmp/{n}", os.O_CREAT))`;
    expect(await runner.error('python', code, bomb)).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'disk' },
    });
  });
});

describe('output', () => {
  const text = (language: string, code: string) => runner.error(language, code, bomb);

  test('W3: a long output keeps its beginning and its end, and says what is missing', async () => {
    const { stdout } = await runner.python('for n in range(100000): print(n)', bomb);
    expect(stdout.startsWith('0\n1\n2\n')).toBe(true);
    expect(stdout.endsWith('99998\n99999\n')).toBe(true);
    expect(stdout).toMatch(/\[… \d+ bytes left out here …\]/);
    expect(stdout.length).toBeLessThan(25_000);
  });

  test.each([
    ['stdout', 'yes'],
    ['stderr', 'yes >&2'],
    ['binary', 'cat /dev/urandom'],
    ['one line', 'cat /dev/zero'],
  ])('W3: a flood of %s is ended', async (_, code) => {
    const error = await text('bash', code);
    expect(error).toMatchObject({ code: 'LIMIT_REACHED', details: { limit: 'output' } });
    expect(JSON.stringify(error.details).length).toBeLessThan(60_000);
  });

  test('W3: bytes that are no text are shown as such', async () => {
    const { stdout } = await runner.python('import sys; sys.stdout.buffer.write(b"a\\xff\\x00\\xfeb")');
    expect(stdout).toBe('a\ufffd\0\ufffdb');
  });
});

describe('processor and files', () => {
  test('W3: processor time has an end', async () => {
    await using small = await CodeRunner.open('sandbox: { cpuSeconds: 1 }\n');
    const { exitCode } = await small.python('while True: pass', { args: [MARK] });
    // SIGXCPU, or SIGKILL where soft and hard limit are the same.
    expect([152, 137]).toContain(exitCode);
  });

  test('W3: open files have an end', async () => {
    const code = `
import os
opened = 0
try:
  while True: os.open("/dev/null", os.O_RDONLY); opened += 1
except OSError as e: print(opened < 512, e.errno)`;
    expect((await runner.python(code)).stdout).toBe('True 24\n');
  });

  test('W3: nothing leaves a memory image behind', async () => {
    const { exitCode } = await runner.bash('cd /workspace; kill -SEGV $$', bomb);
    expect(exitCode).toBe(139);
    expect(readdirSync(runner.workspace)).toEqual([]);
  });
});
