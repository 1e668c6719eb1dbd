import { describe, expect, test } from 'vitest';

import { seccompFilter } from './seccomp.ts';
import { findCallNumber, type ProcessorArchitecture, type SystemCall } from './system-calls.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const [ALLOWED, KILLED] = ['allowed', 'killed'];

/** Runs a filter as the kernel does, so that the one for the other processor can be tried as well. */
function judge(filter: Buffer, audit: number, call: number, args: readonly bigint[] = []): string | number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call, 0);
  data.writeUInt32LE(audit, 4);
  args.forEach((arg, at) => data.writeBigUInt64LE(BigInt.asUintN(64, arg), 16 + at * 8));
  let loaded = 0;
  for (let at = 0; at < filter.length / 8;) {
    const [code, jt, jf] = [filter.readUInt16LE(at * 8), filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return told(value);
    if (code === 0x20) loaded = data.readUInt32LE(value);
    const holds =
      code === 0x15
        ? loaded === value
        : code === 0x35
          ? loaded >= value
          : code === 0x45
            ? (loaded & value) !== 0
            : undefined;
    at += 1 + (holds === undefined ? 0 : holds ? jt : jf);
  }
  throw new Error('the filter has no end');
}

function told(action: number): string | number {
  if (action === 0x7fff0000) return ALLOWED;
  return action === 0x80000000 ? KILLED : action & 0xffff;
}

describe.each(['x64', 'arm64'] as const)('on %s', (processor: ProcessorArchitecture) => {
  const filter = seccompFilter({ processor, unixSockets: false });
  const ask = (name: SystemCall, ...args: (number | bigint)[]) =>
    judge(filter, AUDIT[processor], findCallNumber(name, processor) ?? -1, args.map(BigInt));

  test('it is small enough for the kernel', () => {
    expect(filter.length / 8).toBeLessThan(4_096);
  });

  test('another processor’s convention ends the process', () => {
    const other = AUDIT[processor === 'x64' ? 'arm64' : 'x64'];
    expect(judge(filter, other, 0)).toBe(KILLED);
    expect(judge(filter, 0x40000003, 20)).toBe(KILLED);
  });

  test('what is unknown, and what belongs to x32, is not offered', () => {
    for (const call of [457, 1_000, 0x40000000, 0x40000000 + 59])
      expect(judge(filter, AUDIT[processor], call)).toBe(38);
  });

  test.each([
    'mount',
    'ptrace',
    'bpf',
    'unshare',
    'setns',
    'keyctl',
    'io_uring_setup',
    'kexec_load',
    'reboot',
  ] as const)('%s is refused', (name) => expect(ask(name)).toBe(1));

  test('clone makes processes and threads, and no namespace', () => {
    expect(ask('clone', 17)).toBe(ALLOWED);
    expect(ask('clone', 0x3d0f00)).toBe(ALLOWED);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(ask('clone', flag | 17)).toBe(1);
    }
    expect(ask('clone3')).toBe(38);
  });

  test('only sockets of the Internet can be made, and pairs', () => {
    expect([ask('socket', 2), ask('socket', 10), ask('socketpair', 1)]).toEqual([ALLOWED, ALLOWED, ALLOWED]);
    for (const family of [0, 1, 3, 16, 17, 31, 38, 40]) expect(ask('socket', family)).toBe(97);
    expect(ask('socketpair', 30)).toBe(97);
    expect([ask('socketpair', 1, 2), ask('socketpair', 1, 3), ask('socketpair', 1, 0o2000002)]).toEqual([97, 97, 97]);
    expect([ask('socketpair', 1, 1), ask('socketpair', 1, 5)]).toEqual([ALLOWED, ALLOWED]);
  });

  test('the relay’s filter has sockets with names beside them', () => {
    const open = seccompFilter({ processor, unixSockets: true });
    const socket = findCallNumber('socket', processor) ?? -1;
    expect(judge(open, AUDIT[processor], socket, [1n])).toBe(ALLOWED);
    expect(judge(open, AUDIT[processor], socket, [16n])).toBe(97);
  });

  test('a terminal cannot be typed into, whatever the upper half contains', () => {
    expect(ask('ioctl', 0, 0x5401)).toBe(ALLOWED);
    expect(ask('ioctl', 0, 0x5412)).toBe(1);
    expect(ask('ioctl', 0, 0xdead_0000_5412n)).toBe(1);
  });

  test('set-user-id bits are refused where they would be set, and only there', () => {
    expect(ask('fchmod', 0, 0o755)).toBe(ALLOWED);
    expect(ask('fchmod', 0, 0o4755)).toBe(1);
    expect(ask('fchmodat', 0, 0, 0o2755)).toBe(1);
    expect(ask('fchmodat2', 0, 0, 0o4755)).toBe(1);
    expect(ask('fchmodat', 0, 0, 0o1777)).toBe(ALLOWED);
    expect(ask('openat', 0, 0, 0o102, 0o644)).toBe(ALLOWED);
    expect(ask('openat', 0, 0, 0o102, 0o4755)).toBe(1);
    expect(ask('openat', 0, 0, 0o20200002, 0o4755)).toBe(1);
    // Without O_CREAT the mode is whatever was left in the register.
    expect(ask('openat', 0, 0, 0, 0o4755)).toBe(ALLOWED);
    expect(ask('mknodat', 0, 0, 0o104755)).toBe(1);
  });

  test('a personality can be asked for, and not be changed', () => {
    expect([ask('personality', 0xffffffff), ask('personality', 0)]).toEqual([ALLOWED, ALLOWED]);
    expect(ask('personality', 0x0040000)).toBe(1);
  });
});
