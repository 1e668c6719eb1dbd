import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BubblewrapSandbox } from './bubblewrap.ts';
import { findRemedy, type KernelSwitches } from './sandbox-error.ts';

const MB = 1024 * 1024;
const limits = {
  ...{ memoryBytes: 256 * MB, processes: 40, cpuSeconds: 10 },
  ...{ writtenBytes: 16 * MB, temporaryBytes: 8 * MB, outputBytes: 24_000, createdFiles: 100_000 },
};
let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'explain-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const usual: KernelSwitches = {
  usernsClone: undefined,
  maxUserNamespaces: '96349',
  appArmor: undefined,
  isContainer: false,
};
const NO_NAMESPACE =
  'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.';

describe('the remedy', () => {
  test.each([
    [NO_NAMESPACE, { maxUserNamespaces: '0' }, 'sysctl -w user.max_user_namespaces'],
    [NO_NAMESPACE, { usernsClone: '0' }, 'sysctl -w kernel.unprivileged_userns_clone=1'],
    ['bwrap: setting up uid map: Permission denied', { appArmor: '1' }, 'apparmor'],
    ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', { appArmor: '1' }, 'apparmor'],
    [NO_NAMESPACE, { isContainer: true }, '--security-opt'],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", {}, 'systempaths=unconfined'],
    ['bwrap: Unknown option --disable-userns', {}, 'bubblewrap 0.8'],
    ['bwrap: something new', {}, 'bwrap --unshare-user'],
  ])('of "%s" with %j', (complaint, switches, remedy) => {
    expect(findRemedy(complaint, { ...usual, ...switches }).join(' ')).toContain(remedy);
  });
});

describe('a machine without a sandbox', () => {
  test('reports what to install, and runs nothing', async () => {
    const sandbox = new BubblewrapSandbox({
      workspace: base,
      folder: join(base, 'own'),
      limits,
      program: '/nonexistent/bwrap',
    });
    const refused = { code: 'NOT_AVAILABLE', message: expect.stringContaining('apt-get install bubblewrap') as string };
    await expect(sandbox.ready()).rejects.toMatchObject(refused);
    const { signal } = new AbortController();
    const run = sandbox.run({ command: ['/bin/touch', join(base, 'ran')], timeoutMs: 5_000, signal });
    await expect(run).rejects.toMatchObject(refused);
    sandbox.close();
  });

  test('that forbids namespaces reports which switch forbids it', async () => {
    // A sandbox that allows no further user namespaces is such a machine. Nothing of the real one is changed.
    const script = join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'processes', 'sandbox-child.ts');
    const child = spawn(
      '/usr/bin/bwrap',
      [
        ...['--unshare-user', '--disable-userns', '--bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
        // Temporary files may be in /dev/shm, which the new /dev hides.
        ...['--bind', base, base, '--'],
        ...[process.execPath, script, mkdtempSync(join(base, 'inner-')), 'echo ran', 'mark'],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (told += data.toString('utf8')));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).not.toBe(0);
    expect(told).toContain('NOT_AVAILABLE');
    expect(told).toContain('sysctl -w user.max_user_namespaces');
    expect(told).not.toContain('ran\\n');
  });
});
