/** Gives an entry a new name without ever replacing an existing one, and makes directories durable. */
import { constants } from 'node:fs';
import { link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';

import type { DirectoryHandle } from './handles.ts';
import { toProcPath, pin, isSameInode, conflictError, errno } from './handles.ts';

export interface EntryLocation {
  readonly directory: DirectoryHandle;
  readonly name: string;
  readonly shown: string;
}

const NO_LINKS = new Set(['EPERM', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Fails with EEXIST if the new name exists, even if it appeared a moment ago. */
export async function linkNew(
  from: EntryLocation,
  to: EntryLocation,
  type: 'file' | 'symlink' | 'directory',
): Promise<void> {
  const [source, target] = [toProcPath(from.directory, from.name), toProcPath(to.directory, to.name)];
  if (type === 'directory') return placeDirectory(source, target);
  try {
    // Unlike rename, link refuses a name that is taken.
    await link(source, target);
  } catch (thrown) {
    if (!NO_LINKS.has(errno(thrown) ?? '')) throw thrown;
    // Without hard links, the name is claimed first and then replaced by the real entry.
    const claim = await open(target, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    await claim.close();
    return rename(source, target);
  }
  await unlink(source);
}

/**
 * Directories cannot be hard-linked, so this checks and then renames. A race in between is harmless: rename refuses a file,
 * a link or a directory with content as its target. An empty directory has no content to lose.
 */
async function placeDirectory(source: string, target: string): Promise<void> {
  const taken = await lstat(target).then(
    () => true,
    (thrown: unknown) => {
      if (errno(thrown) === 'ENOENT') return false;
      throw thrown;
    },
  );
  if (taken) throw Object.assign(new Error('taken'), { code: 'EEXIST', syscall: 'rename' });
  await rename(source, target);
}

/** Removes a file, a link or an empty directory that only this connector uses. */
export async function discard(directory: DirectoryHandle, name: string): Promise<void> {
  await using pinned = await pin(directory, name);
  if (pinned === undefined) return;
  await (pinned.type === 'directory' ? rmdir : unlink)(toProcPath(directory, name));
}

/** Makes names durable. Two handles on the same directory are synced once. */
export async function syncDirectories(...directories: readonly DirectoryHandle[]): Promise<void> {
  const [first, second] = directories;
  await first?.sync();
  if (first === undefined || second === undefined) return;
  const [one, other] = [await first.stat({ bigint: true }), await second.stat({ bigint: true })];
  if (!isSameInode(one, other)) await second.sync();
}

/** Turns a taken name into a conflict, for a caller that has seen the name free. */
export async function withConflictIfTaken(shown: string, placing: Promise<void>): Promise<void> {
  try {
    await placing;
  } catch (thrown) {
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'].includes(errno(thrown) ?? '')) {
      throw conflictError(shown, 'was created during the call, and nothing was replaced');
    }
    throw thrown;
  }
}
