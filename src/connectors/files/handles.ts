/**
 * Reaches every name through a handle on its directory: `/proc/self/fd/<handle>/<name>` starts at the open directory. So a
 * process that replaces a directory by a link cannot redirect an operation. System errors become errors of the port.
 */
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';

import { PortError } from '../../ports/port-error.ts';
import type { FileInfo } from '../../ports/scoped-files.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
// Node does not name it; the value is the same on every Linux architecture that Node runs on.
const O_PATH = 0o10000000;

export type DirectoryHandle = FileHandle;

export interface PinnedEntry extends AsyncDisposable {
  readonly stats: BigIntStats;
  readonly type: 'file' | 'directory' | 'symlink' | 'special';
  /** For a regular file only. */
  openToRead(): Promise<FileHandle>;
}

/** `name` must be one plain name: the callers' names come from `parsePath` or from `readdir`. */
export function toProcPath(directory: DirectoryHandle, name: string): string {
  return `/proc/self/fd/${directory.fd}/${name}`;
}

export async function openDirectory(parent: DirectoryHandle, name: string, shown: string): Promise<DirectoryHandle> {
  try {
    return await open(toProcPath(parent, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (thrown) {
    if (errno(thrown) !== 'ENOTDIR' && errno(thrown) !== 'ELOOP') throw thrown;
    const link = await lstat(toProcPath(parent, name)).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    throw link
      ? new PortError('INVALID_PATH', `"${shown}" is a symbolic link, and links are never followed.`, { path: shown })
      : new PortError('NOT_A_DIRECTORY', `"${shown}" is not a directory.`, { path: shown });
  }
}

/** A handle on a directory below the root, for the caller to close. */
export async function descend(root: DirectoryHandle, names: readonly string[]): Promise<DirectoryHandle> {
  const [first, ...rest] = names;
  if (first === undefined) return open(toProcPath(root, '.'), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  let current = await openDirectory(root, first, first);
  for (const [index, name] of rest.entries()) {
    await using left = current;
    current = await openDirectory(left, name, names.slice(0, index + 2).join('/'));
  }
  return current;
}

/**
 * Holds an entry without opening its content: O_PATH follows no link, does not block and wakes no device. Its stats and
 * what is read through it belong to the same entry, even if the name is reused in between.
 */
export async function pin(directory: DirectoryHandle, name: string): Promise<PinnedEntry | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(toProcPath(directory, name), O_PATH | O_NOFOLLOW);
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    const stats = await handle.stat({ bigint: true });
    return {
      stats,
      type: toEntryType(stats),
      openToRead() {
        if (!stats.isFile()) throw new PortError('NOT_A_FILE', 'Only regular files can be opened.');
        return open(`/proc/self/fd/${handle.fd}`, O_RDONLY | O_NONBLOCK);
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

function toEntryType(stats: BigIntStats): PinnedEntry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'special';
}

export function isSameInode(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

export interface EntryName {
  /** Undefined where the bytes on disk are not UTF-8: no path can contain such a name. */
  readonly text: string | undefined;
  readonly shown: string;
  /** A hint for planning the work. It may be outdated when it is used. */
  readonly leaf: boolean;
}

/** The names in a directory, sorted. */
export async function listNames(directory: DirectoryHandle): Promise<EntryName[]> {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const raw = await readdir(toProcPath(directory, '.'), { encoding: 'buffer', withFileTypes: true });
  const names = raw.map((entry) => {
    const leaf = entry.isFile() || entry.isSymbolicLink();
    try {
      const text = strict.decode(entry.name);
      return { text, shown: text, leaf };
    } catch {
      return { text: undefined, shown: entry.name.toString('utf8'), leaf };
    }
  });
  return names.sort((a, b) => (a.shown < b.shown ? -1 : a.shown > b.shown ? 1 : 0));
}

// Some file systems store times outside the range of a Date.
const MAX_TIME = 8_640_000_000_000_000n;

/** Undefined for FIFOs, sockets and devices: a workspace can neither read nor store them. */
export function fileInfo(stats: BigIntStats): FileInfo | undefined {
  const type = toEntryType(stats);
  if (type === 'special') return undefined;
  return { type, size: type === 'directory' ? 0 : Number(stats.size), modified: toModifiedTime(stats) };
}

export function toModifiedTime(stats: BigIntStats): string {
  const time = stats.mtimeMs > MAX_TIME ? MAX_TIME : stats.mtimeMs < -MAX_TIME ? -MAX_TIME : stats.mtimeMs;
  return new Date(Number(time)).toISOString();
}

export function toFileMode(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n);
}

/** The codes of the error table for errors of the operating system. */
const codes = new Map([
  ['ENOENT', ['FILE_NOT_FOUND', 'does not exist']],
  ['EACCES', ['PERMISSION_DENIED', 'may not be used by this process']],
  ['EPERM', ['PERMISSION_DENIED', 'may not be used by this process']],
  ['EROFS', ['PERMISSION_DENIED', 'is on a read-only file system']],
  ['ELOOP', ['INVALID_PATH', 'is or leads through a symbolic link, and links are never followed']],
  ['ENAMETOOLONG', ['INVALID_PATH', 'is too long for the file system']],
  ['ENOTDIR', ['NOT_A_DIRECTORY', 'is not a directory']],
  ['EISDIR', ['NOT_A_FILE', 'is a directory']],
  ['EEXIST', ['ALREADY_EXISTS', 'exists already']],
  ['ENOTEMPTY', ['DIRECTORY_NOT_EMPTY', 'is not empty']],
  ['ENOSPC', ['STORAGE_FULL', 'finds no room left on the disk']],
  ['EDQUOT', ['STORAGE_FULL', 'finds no room left in the disk quota']],
  ['EXDEV', ['EXECUTION_ERROR', 'is on another file system than its target']],
  ['EBUSY', ['EXECUTION_ERROR', 'is in use by the system']],
] as const);

export function errno(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' && 'syscall' in thrown ? code : undefined;
}

/** Runs one operation and turns system errors into PortErrors that name the path as the caller wrote it. */
export async function withPathErrors<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (thrown) {
    const code = errno(thrown);
    if (code === undefined) throw thrown;
    const [ours, what] = codes.get(code as 'ENOENT') ?? (['EXECUTION_ERROR', `could not be used (${code})`] as const);
    throw new PortError(ours, `"${path}" ${what}.`, { path }, thrown);
  }
}

export function conflictError(path: string, reason = 'has changed since it was looked at'): PortError {
  return new PortError('CONFLICT', `"${path}" ${reason}.`, { path });
}
