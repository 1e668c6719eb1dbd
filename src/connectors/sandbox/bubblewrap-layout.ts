/** What a run sees of the machine, as bubblewrap's arguments: a read-only system and the workspace. */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type { SandboxLimits, SandboxRun } from '../../ports/command-sandbox.ts';
import { certificates, listSharedEtc, ownEtc, USER_ID } from './own-system.ts';

/** The folder of a run's files. */
export const CODE = '/code';
const WORKSPACE = '/workspace';
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

export const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Entries of /proc that reveal the kernel's state, memory and keys. */
const MASKED = ['acpi', 'kcore', 'keys', 'latency_stats', 'sched_debug', 'scsi', 'slabinfo', 'timer_list'];

const ISOLATION = [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup'],
  ...['--uid', String(USER_ID), '--gid', String(USER_ID), '--hostname', 'sandbox'],
  ...['--disable-userns', '--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--clearenv'],
];

/** The descriptors that bubblewrap reads from. */
interface BubblewrapDescriptors {
  /** The layout is passed in a file: a command line can be read inside, with the host's paths. */
  readonly layout: number;
  readonly filter: number;
  /** The first of the files in `ownEtc`. */
  readonly firstEtc: number;
  readonly files: readonly string[];
  readonly firstFile: number;
  /** The command waits until this descriptor is readable. */
  readonly gate: number;
}

interface ProxyMount {
  /** The proxy's socket on the host, and its path inside. */
  readonly socket: string;
  readonly at: string;
}

const STATUS = 3;

export function buildArguments(
  { command, cwd = '' }: Pick<SandboxRun, 'command' | 'cwd'>,
  descriptors: BubblewrapDescriptors,
  passage: ProxyMount | undefined,
  readOnly: { readonly from: string; readonly paths: readonly string[] },
): string[] {
  const { layout, filter, firstEtc, files, firstFile, gate } = descriptors;
  if (command.some((word) => word.includes('\0'))) {
    throw new PortError('INVALID_ARGUMENTS', 'An argument cannot hold a NUL character.');
  }
  return [
    ...['--args', String(layout)],
    ...Object.keys(ownEtc).flatMap((name, at) => ['--perms', '0444', '--file', String(firstEtc + at), `/etc/${name}`]),
    ...files.flatMap((name, at) => ['--perms', '0444', '--file', String(firstFile + at), toCodePath(name)]),
    ...readOnly.paths.flatMap((name) => ['--ro-bind', `${readOnly.from}/${name}`, `${WORKSPACE}/${name}`]),
    ...(passage ? ['--ro-bind', passage.socket, passage.at, ...certificates().flatMap(asIs)] : []),
    ...['--remount-ro', '/', '--chdir', resolveFolder(cwd)],
    ...['--json-status-fd', String(STATUS), '--seccomp', String(filter)],
    ...['--block-fd', String(gate)],
    ...['--', ...command],
  ];
}

function toCodePath(name: string): string {
  if (!FILE_NAME.test(name)) throw new PortError('INVALID_ARGUMENTS', `"${name}" is not a plain file name.`);
  return `${CODE}/${name}`;
}

function resolveFolder(path: string): string {
  const folder = posix.join(WORKSPACE, path);
  if (`${folder}/`.startsWith(`${WORKSPACE}/`)) return folder;
  throw new PortError('INVALID_PATH', `"${path}" leads outside the workspace.`, { path });
}

/**
 * The part that is the same for every run of its kind. A relative `workspace` starts at the folder in which bubblewrap
 * starts.
 */
export function layoutArguments(workspace: string, { temporaryBytes }: SandboxLimits, readOnly: boolean): string[] {
  const room = ['--size', String(temporaryBytes)];
  return [
    ...ISOLATION,
    ...SYSTEM.flatMap(system),
    ...['--perms', '0755', '--dir', '/etc', ...listSharedEtc().flatMap(asIs)],
    // For root, the kernel's switches in /proc would be writable, even without capabilities.
    ...['--proc', '/proc', ...MASKED.flatMap((name) => mask(`/proc/${name}`)), '--remount-ro', '/proc'],
    // Without a size, these would take half of the machine's memory.
    ...['--dev', '/dev', ...room, '--perms', '1777', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...[...room, '--perms', '1777', '--tmpfs', '/tmp'],
    ...[readOnly ? '--ro-bind' : '--bind', workspace, WORKSPACE],
  ];
}

export const asIs = (path: string): string[] => ['--ro-bind', path, path];

export function system(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : asIs(path);
}

/** Masks only what this user could read: each mask makes every run a little slower. */
function mask(path: string): string[] {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return [];
  }
  if (!statSync(path).isDirectory()) return ['--ro-bind', '/dev/null', path];
  return ['--size', '4096', '--tmpfs', path, '--remount-ro', path];
}
