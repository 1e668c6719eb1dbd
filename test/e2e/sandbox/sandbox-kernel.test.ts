/** W3: what code asks of the kernel beyond ordinary work is refused, whatever it asks with. */
import { chmodSync, copyFileSync, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  findCallNumber,
  type ProcessorArchitecture,
  type SystemCall,
} from '../../../src/connectors/sandbox/system-calls.ts';
import { CodeRunner } from '../../support/worlds/code-runner.ts';

vi.setConfig({ testTimeout: 90_000 });
let runner: CodeRunner;
beforeAll(async () => {
  runner = await CodeRunner.open();
});
afterAll(() => runner[Symbol.asyncDispose]());

const LIBC = `
import ctypes, errno, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
  ctypes.set_errno(0)
  answer = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else ctypes.c_char_p(a) for a in args])
  return "done" if answer >= 0 else errno.errorcode[ctypes.get_errno()]
`;

/** What each call would have answered, with arguments that the kernel would take seriously. */
const CALLS: readonly [SystemCall, x64: number, args: string][] = [
  ['mount', 165, 'b"none", b"/tmp", b"tmpfs", 0, 0'],
  ['umount2', 166, 'b"/tmp", 2'],
  ['pivot_root', 155, 'b"/tmp", b"/tmp"'],
  ['chroot', 161, 'b"/tmp"'],
  ['open_tree', 428, '-100, b"/", 1'],
  ['move_mount', 429, '-100, b"/tmp", -100, b"/workspace", 0'],
  ['fsopen', 430, 'b"tmpfs", 0'],
  ['mount_setattr', 442, '-100, b"/", 0, 0, 0'],
  ['unshare', 272, '0x10000000'],
  ['setns', 308, '0, 0'],
  ['ptrace', 101, '0, 0, 0, 0'],
  ['process_vm_readv', 310, 'os.getpid(), 0, 0, 0, 0, 0'],
  ['process_vm_writev', 311, 'os.getpid(), 0, 0, 0, 0, 0'],
  ['kcmp', 312, 'os.getpid(), os.getpid(), 0, 0, 0'],
  ['pidfd_getfd', 438, '0, 0, 0'],
  ['bpf', 321, '0, 0, 0'],
  ['perf_event_open', 298, '0, 0, -1, -1, 0'],
  ['add_key', 248, 'b"user", b"x", b"y", 1, -2'],
  ['request_key', 249, 'b"user", b"x", 0, -2'],
  ['keyctl', 250, '0, -2, 1'],
  ['io_uring_setup', 425, '8, 0'],
  ['userfaultfd', 323, '1'],
  ['personality', 135, '0x0040000'],
  ['open_by_handle_at', 304, '0, 0, 0'],
  ['name_to_handle_at', 303, '-100, b"/", 0, 0, 0'],
  ['init_module', 175, '0, 0, b""'],
  ['finit_module', 313, '0, b"", 0'],
  ['kexec_load', 246, '0, 0, 0, 0'],
  ['reboot', 169, '0, 0, 0, 0'],
  ['swapon', 167, 'b"/tmp", 0'],
  ['sethostname', 170, 'b"owned", 5'],
  ['settimeofday', 164, '0, 0'],
  ['clock_settime', 227, '0, 0'],
  ['adjtimex', 159, '0'],
  ['syslog', 103, '3, 0, 0'],
  ['acct', 163, '0'],
  ['quotactl', 179, '0, 0, 0, 0'],
  ['fanotify_init', 300, '0, 0'],
  ['memfd_secret', 447, '0'],
  ['shmget', 29, '0, 4096, 0x3b6'],
  ['msgget', 68, '0, 0x3b6'],
  ['semget', 64, '0, 1, 0x3b6'],
  ['mq_open', 240, 'b"x", 66, 0x1b6, 0'],
  ['clone3', 435, '0, 0'],
  ['openat2', 437, '-100, b"/", 0, 0'],
  ['move_pages', 279, '0, 0, 0, 0, 0, 0'],
  ['vmsplice', 278, '0, 0, 0, 0'],
];
const here = process.arch as ProcessorArchitecture;
const number = (name: SystemCall, x64: number) => (here === 'x64' ? x64 : (findCallNumber(name, here) ?? 0));

describe('system calls', () => {
  test.each(CALLS)('W3: %s is refused', async (name, x64, args) => {
    const { stdout } = await runner.python(`${LIBC}print(call(${number(name, x64)}, ${args}))`);
    expect(['EPERM\n', 'ENOSYS\n']).toContain(stdout);
  });

  test('W3: the table knows the numbers of this processor', () => {
    for (const [name, x64] of CALLS) expect(findCallNumber(name, 'x64'), name).toBe(x64);
  });

  test('W3: a namespace cannot be made by clone either', async () => {
    const clone = number('clone', 56);
    const { stdout } = await runner.python(
      `${LIBC}for flag in (0x10000000, 0x20000000, 0x40000000, 0x00020000, 0x02000000, 0x04000000, 0x08000000):\n  print(call(${clone}, flag | 17, 0, 0, 0, 0))`,
    );
    expect(stdout).toBe('EPERM\n'.repeat(7));
  });

  test('W3: an ordinary fork and an ordinary thread are not', async () => {
    const code =
      'import os, threading\nt = threading.Thread(target=print, args=("thread",)); t.start(); t.join()\nif os.fork() == 0: print("child"); os._exit(0)\nos.wait()';
    expect((await runner.python(code)).stdout).toBe('thread\nchild\n');
  });

  test('W3: a call that the filter does not know yet is not offered', async () => {
    const { stdout } = await runner.python(`${LIBC}for n in (457, 462, 469, 600): print(call(n, 0, 0, 0, 0, 0))`);
    expect(stdout).toBe('ENOSYS\n'.repeat(4));
  });

  test.runIf(here === 'x64')('W3: the x32 convention does not lead around the filter', async () => {
    const { stdout } = await runner.python(`${LIBC}print(call(0x40000000 + 165, b"none", b"/tmp", b"tmpfs", 0, 0))`);
    expect(stdout).toBe('ENOSYS\n');
  });

  test.runIf(here === 'x64')('W3: the convention of 32-bit programs ends the process', async () => {
    const code = `
import ctypes, mmap
m = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
m.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))  # getpid by int 0x80
print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))())`;
    expect(await runner.python(code)).toMatchObject({ stdout: '', exitCode: 128 + 31 });
  });

  test('W3: a filter that code installs can make it stricter, and not looser', async () => {
    const code = `${LIBC}
class F(ctypes.Structure): _fields_ = [("c", ctypes.c_ushort), ("t", ctypes.c_ubyte), ("f", ctypes.c_ubyte), ("k", ctypes.c_uint)]
class P(ctypes.Structure): _fields_ = [("n", ctypes.c_ushort), ("f", ctypes.POINTER(F))]
allow = (F * 1)(F(6, 0, 0, 0x7fff0000))
print(libc.prctl(22, 2, ctypes.byref(P(1, allow)), 0, 0), call(${number('unshare', 272)}, 0x10000000))`;
    expect((await runner.python(code)).stdout).toBe('0 EPERM\n');
  });
});

describe('terminals', () => {
  test.each([
    ['TIOCSTI', 0x5412],
    ['TIOCLINUX', 0x541c],
    ['TIOCSTI with other upper bits', 0x1_0000_5412],
  ])('W3: %s is refused', async (_, request) => {
    const code = `${LIBC}import pty\na, b = pty.openpty()\nprint(call(${number('ioctl', 16)}, b, ${request}, b"x"))`;
    expect((await runner.python(code)).stdout).toBe('EPERM\n');
  });

  test('W3: there is no terminal of ours to talk to', async () => {
    const { stdout, stderr } = await runner.bash('echo x > /dev/tty; ls /dev/pts');
    expect(stderr).toContain('No such device or address');
    expect(stdout).toBe('ptmx\n');
  });
});

describe('privileges', () => {
  test('W3: no capability is left, and none can be gained', async () => {
    const { stdout } = await runner.bash('grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status | tr "\\t" " "');
    expect(stdout).toMatch(/CapPrm: 0+\nCapEff: 0+\nCapBnd: 0+\nCapAmb: 0+\nNoNewPrivs: 1\nSeccomp: 2\n$/);
  });

  test.each([
    ['chmod', 'os.chmod("set", 0o4755)'],
    ['set-group-id', 'os.chmod("set", 0o2755)'],
    ['fchmod', 'os.fchmod(os.open("set", os.O_RDWR), 0o4755)'],
    ['open', 'os.open("new", os.O_CREAT | os.O_RDWR, 0o4755)'],
    ['mknod', 'os.mknod("new", 0o104755)'],
  ])('W3: no program with a set-user-id bit can be left for others, by %s', async (_, attempt) => {
    const code = `import os, shutil\nshutil.copy("/usr/bin/id", "set")\ntry: ${attempt}\nexcept OSError as e: print(e.errno)`;
    expect((await runner.python(code)).stdout).toBe('1\n');
    for (const name of ['set', 'new'].filter((each) => existsSync(join(runner.workspace, each)))) {
      expect(statSync(join(runner.workspace, name)).mode & 0o6000).toBe(0);
    }
  });

  test('W3: such a program that the host put there gains nothing', async () => {
    copyFileSync('/usr/bin/id', join(runner.workspace, 'host-set'));
    chmodSync(join(runner.workspace, 'host-set'), 0o6755);
    const { stdout } = await runner.bash('./host-set; grep CapEff /proc/self/status');
    expect(stdout).toContain('uid=1000(user) gid=1000(user)');
    expect(stdout).not.toContain('euid');
  });

  test.each(['sudo -n id', 'su -c id', 'newgrp root', 'chsh -s /bin/sh root'])(
    'W3: %s brings no power',
    async (command) => {
      const { stdout, exitCode } = await runner.bash(`${command} 2>&1; exit $?`);
      expect(stdout).not.toContain('uid=0');
      expect(exitCode).not.toBe(0);
    },
  );

  test.each([
    ['a disk', 'b 8 0'],
    ['memory', 'c 1 1'],
    ['the console', 'c 5 1'],
  ])('W3: a device node for %s cannot be made', async (_, device) => {
    const { exitCode, stderr } = await runner.bash(`mknod dev-node ${device}`);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('Operation not permitted');
    expect(lstatSync(join(runner.workspace, 'dev-node'), { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('/proc and /sys', () => {
  test.each([
    '/proc/sys/kernel/core_pattern',
    '/proc/sys/kernel/modprobe',
    '/proc/sys/vm/overcommit_memory',
    '/proc/sys/kernel/hostname',
    '/proc/sys/net/ipv4/ip_forward',
    '/proc/sysrq-trigger',
    '/proc/self/oom_score_adj',
    '/proc/self/uid_map',
    '/proc/1/oom_score_adj',
  ])('W3: %s cannot be written', async (path) => {
    const before = read(path);
    const { exitCode, stderr } = await runner.bash(`cat ${path} > /tmp/was 2>/dev/null; echo 1 > ${path}`);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/Read-only file system|Permission denied|No such file|Operation not permitted/);
    if (path.startsWith('/proc/sys')) expect(read(path)).toBe(before);
  });

  test('W3: a program cannot change itself or others through /proc', async () => {
    const code = `
import os
for path in ("/proc/self/mem", "/proc/1/mem", f"/proc/{os.getppid()}/mem"):
  try: open(path, "r+b"); print("opened")
  except OSError as e: print(e.errno in (1, 2, 13, 30))`;
    expect((await runner.python(code)).stdout).toBe('True\nTrue\nTrue\n');
  });

  test.each(['keys', 'kmsg', 'kcore', 'timer_list', 'slabinfo', 'kpageflags'])(
    'W3: /proc/%s reveals nothing',
    async (name) => {
      const { stdout } = await runner.bash(`timeout 2 head -c 100 /proc/${name} 2>/dev/null`);
      expect(stdout).toBe('');
    },
  );

  test('W3: the kernel’s addresses are hidden', async () => {
    const { stdout } = await runner.bash('head -c 16 /proc/kallsyms 2>/dev/null');
    expect(stdout).toMatch(/^0*$/);
  });

  test('W3: only its own processes can be seen', async () => {
    const { stdout } = await runner.bash('ls /proc | grep -E "^[0-9]+$" | wc -l');
    expect(Number(stdout)).toBeLessThan(10);
  });

  test('W3: there is no /sys, and the machine keeps its name', async () => {
    const before = hostname();
    const { stdout } = await runner.bash('ls /sys 2>&1; hostname owned 2>&1; cat /proc/sys/kernel/hostname');
    expect(stdout).toContain("cannot access '/sys'");
    expect(stdout.trim().endsWith('sandbox')).toBe(true);
    expect(hostname()).toBe(before);
  });

  test('W3: the clock cannot be set', async () => {
    const { exitCode } = await runner.bash('date -s "2001-01-01 00:00:00"');
    expect(exitCode).not.toBe(0);
    expect(new Date().getFullYear()).toBeGreaterThan(2020);
  });
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
