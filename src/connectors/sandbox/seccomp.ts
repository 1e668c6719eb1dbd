/** The system calls that code in the sandbox does not need, as a filter that bubblewrap loads. */
import { type ArgumentCondition, type SeccompArchitecture, type SeccompRule, seccompProgram } from './bpf.ts';
import { FIRST_UNKNOWN, findCallNumber, type ProcessorArchitecture, type SystemCall } from './system-calls.ts';

const EPERM = 1;
const ENOSYS = 38;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;

const machines: Record<ProcessorArchitecture, SeccompArchitecture> = {
  // System call numbers of x32 are far above, so they count as unknown too.
  x64: { audit: 0xc000003e, callsEnd: FIRST_UNKNOWN },
  arm64: { audit: 0xc00000b7, callsEnd: FIRST_UNKNOWN },
};

const refused: readonly SystemCall[] = [
  // Mounts and the operation of the machine.
  ...(['mount', 'umount2', 'pivot_root', 'chroot', 'mount_setattr', 'open_tree', 'move_mount', 'fsopen'] as const),
  ...(['fsconfig', 'fsmount', 'fspick', 'quotactl', 'quotactl_fd', 'swapon', 'swapoff', 'reboot', 'acct'] as const),
  ...(['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'create_module'] as const),
  ...(['get_kernel_syms', 'query_module', 'nfsservctl', 'syslog', 'vhangup', 'uselib', 'ustat', 'sysfs'] as const),
  ...(['_sysctl', 'lookup_dcookie', 'iopl', 'ioperm', 'modify_ldt', 'sethostname', 'setdomainname'] as const),
  ...(['settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex'] as const),
  // Further namespaces, which would give back the dropped privileges.
  ...(['unshare', 'setns'] as const),
  // Memory and handles of other processes.
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'process_mrelease'] as const),
  ...(['kcmp', 'pidfd_getfd', 'name_to_handle_at', 'open_by_handle_at'] as const),
  // Large parts of the kernel that ordinary programs do not need, and in which vulnerabilities are often found.
  ...(['bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const),
  ...(['add_key', 'request_key', 'keyctl', 'fanotify_init', 'fanotify_mark', 'vmsplice'] as const),
  ...(['mbind', 'set_mempolicy', 'set_mempolicy_home_node', 'migrate_pages', 'move_pages'] as const),
];

/** Programs take the error for an older kernel and use another call. */
const unknown: readonly SystemCall[] = [
  // Its flags are in memory, which a filter cannot read.
  'clone3',
  'openat2',
  // Memory that belongs to no process, so that no limit would count it.
  ...(['memfd_create', 'memfd_secret', 'shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semctl'] as const),
  ...(['semtimedop', 'msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open'] as const),
];

const NEW_NAMESPACES = 0x7e020000;
const SET_ID_BITS = 0o6000;
const CREATES = 0o100 | 0o20000000;
const [AF_UNIX, AF_INET, AF_INET6] = [1, 2, 10];
/** Set in the types of datagram (2) and raw (3) sockets, and not in those of streams (1) and packets (5). */
const DATAGRAM_BIT = 2;
const OWN_PERSONALITY = [0, 0xffffffff];
const TERMINAL_TRICKS = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */, 0x541d /* TIOCCONS */, 0x5423 /* TIOCSETD */];
// These reserve disk space that the count of written bytes does not include.
const RESERVES_ROOM = [0x40305828 /* RESVSP */, 0x4030582a /* RESVSP64 */, 0x40305839 /* ZERO_RANGE */];

interface Conditional {
  readonly calls: readonly SystemCall[];
  readonly errno: number;
  readonly when: readonly ArgumentCondition[];
}

function conditional(hasUnixSockets: boolean): readonly Conditional[] {
  const setId = (argument: number): ArgumentCondition => ({ argument, anyBit: SET_ID_BITS });
  const families = hasUnixSockets ? [AF_UNIX, AF_INET, AF_INET6] : [AF_INET, AF_INET6];
  return [
    { calls: ['clone'], errno: EPERM, when: [{ argument: 0, anyBit: NEW_NAMESPACES }] },
    { calls: ['personality'], errno: EPERM, when: [{ argument: 0, noneOf: OWN_PERSONALITY }] },
    { calls: ['ioctl'], errno: EPERM, when: [{ argument: 1, oneOf: [...TERMINAL_TRICKS, ...RESERVES_ROOM] }] },
    // A socket file in the workspace may belong to a program outside, so named sockets are refused.
    { calls: ['socket'], errno: EAFNOSUPPORT, when: [{ argument: 0, noneOf: families }] },
    { calls: ['socketpair'], errno: EAFNOSUPPORT, when: [{ argument: 0, noneOf: [AF_UNIX] }] },
    // A socket for datagrams sends to any name, also from a pair, and passes descriptors. The kernel makes one of a raw socket too.
    { calls: ['socketpair'], errno: EAFNOSUPPORT, when: [{ argument: 1, anyBit: DATAGRAM_BIT }] },
    { calls: ['fallocate'], errno: EOPNOTSUPP, when: [] },
    // A program with such a bit in the workspace would run as our user, for any user who starts it outside.
    { calls: ['chmod', 'fchmod', 'creat', 'mknod'], errno: EPERM, when: [setId(1)] },
    { calls: ['fchmodat', 'fchmodat2', 'mknodat'], errno: EPERM, when: [setId(2)] },
    { calls: ['open'], errno: EPERM, when: [{ argument: 1, anyBit: CREATES }, setId(2)] },
    { calls: ['openat'], errno: EPERM, when: [{ argument: 2, anyBit: CREATES }, setId(3)] },
  ];
}

interface FilterOptions {
  readonly processor: ProcessorArchitecture;
  /** Whether named sockets are allowed; only for the relay that connects a run to the proxy. */
  readonly unixSockets: boolean;
}

export function seccompFilter({ processor, unixSockets }: FilterOptions): Buffer {
  const rules: readonly Conditional[] = [
    { calls: refused, errno: EPERM, when: [] },
    { calls: unknown, errno: ENOSYS, when: [] },
    ...conditional(unixSockets),
  ];
  return seccompProgram(
    machines[processor],
    rules.flatMap(({ calls, errno, when }) =>
      calls.flatMap((name): SeccompRule[] => {
        const call = findCallNumber(name, processor);
        return call === null ? [] : [{ call, errno, when }];
      }),
    ),
  );
}
