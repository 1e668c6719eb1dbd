import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { BubblewrapSandbox } from './bubblewrap.ts';

const MB = 1024 * 1024;
const limits = {
  ...{ memoryBytes: 256 * MB, processes: 20, cpuSeconds: 10 },
  ...{ writtenBytes: 16 * MB, temporaryBytes: 8 * MB, outputBytes: 24_000, createdFiles: 100_000 },
};
const LEFT = [`deputize-${process.pid}-1`, `deputize-${process.pid}-2`] as const;
let base: string;
let group: string;
let sandbox: BubblewrapSandbox;

/** A place where this user may make control groups that count processes: of the older kind, or of the newer. */
function hierarchy(): string {
  const older = '/sys/fs/cgroup/pids';
  if (existsSync(join(older, 'cgroup.procs'))) return older;
  const newer = '/sys/fs/cgroup';
  const controls = join(newer, 'cgroup.subtree_control');
  if (existsSync(controls) && readFileSync(controls, 'utf8').includes('pids')) return newer;
  throw new Error('This test makes a real control group. Run it where /sys/fs/cgroup has the pids controller.');
}

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'cgroup-'));
  group = join(hierarchy(), `deputize-test-${process.pid}`);
  mkdirSync(group);
  // In cgroup version 2, a group passes its controllers on only if this file lists them.
  const controls = join(group, 'cgroup.subtree_control');
  if (existsSync(controls)) writeFileSync(controls, '+pids');
  // What a process of the same number has left that was killed, an hour ago and just now.
  for (const name of LEFT) mkdirSync(join(group, name));
  utimesSync(join(group, LEFT[0]), Date.now() / 1_000 - 3_600, Date.now() / 1_000 - 3_600);
  mkdirSync(join(base, 'work'));
  sandbox = new BubblewrapSandbox({
    workspace: join(base, 'work'),
    folder: join(base, 'own'),
    limits,
    cgroups: [group],
  });
});
afterAll(() => {
  sandbox.close();
  rmdirSync(join(group, LEFT[1]));
  rmdirSync(group);
  rmSync(base, { recursive: true, force: true });
});

const { signal } = new AbortController();
const bash = (code: string) => sandbox.run({ command: ['/bin/bash', '-c', code], timeoutMs: 20_000, signal });

test('the kernel holds the number of processes for the run altogether, also for root', async () => {
  const code = `
import os, time
started = 0
try:
  for _ in range(100):
    if os.fork() == 0: time.sleep(3); os._exit(0)
    started += 1
except OSError as e: print(started, e.errno)`;
  const { stdout, endedBy } = await sandbox.run({
    command: ['/usr/bin/python3', '-c', code],
    timeoutMs: 20_000,
    signal,
  });
  expect(endedBy).toBeUndefined();
  // The first process of the sandbox and Python itself count as well.
  expect(stdout).toBe('18 11\n');
});

test('a run has its group for itself, and nothing of it stays', async () => {
  await Promise.all([bash('sleep 0.2'), bash('sleep 0.2')]);
  await bash('setsid -f sleep 60');
  const groups = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // What was left long ago is gone; what could still be filled by its maker is not.
  expect(groups.map(({ name }) => name)).toEqual([LEFT[1]]);
});

test('a group that cannot be used lets nothing run', async () => {
  const other = new BubblewrapSandbox({
    workspace: join(base, 'work'),
    folder: join(base, 'own'),
    limits,
    cgroups: ['/nowhere'],
  });
  await expect(other.ready()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  other.close();
});
