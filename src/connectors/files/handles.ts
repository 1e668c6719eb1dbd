/**
 * Reaches every name through a handle on its directory: `/proc/self/fd/<handle>/<name>` starts at the open directory. So a
 * process that replaces a directory by a link cannot redirect an operation.
 */
import type { BigIntStats } from 'node:fs';
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { PortError } from '../../ports/port-error.ts';
import { errno } from './fault.ts';

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

export function toEntryType(stats: BigIntStats): PinnedEntry['type'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'special';
}

export function sameThing(one: BigIntStats, other: BigIntStats): boolean {
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
