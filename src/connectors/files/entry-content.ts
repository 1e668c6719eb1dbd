/** Reads and writes a whole file. A new content gets a temporary name first, is made durable, and only then gets its name. */
import { constants } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { BeforeImage, FileInfo } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DirectoryHandle } from './handles.ts';
import {
  toProcPath,
  descend,
  openDirectory,
  pin,
  conflictError,
  errno,
  toFileMode,
  toModifiedTime,
} from './handles.ts';
import type { CaptureOptions } from './image.ts';
import { captureImage, computeFingerprint } from './image.ts';
import type { EntryLocation } from './place.ts';
import { discard, linkNew, syncDirectories, withConflictIfTaken } from './place.ts';
import { temporaryName } from './workspace-path.ts';

const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

/** The mode a written file gets: that of the file it replaces, without the bits that the kernel also drops on writing. */
export async function computeWrittenMode(place: EntryLocation, newFileMode: number): Promise<number> {
  await using existing = await pin(place.directory, place.name);
  if (existing === undefined) return newFileMode;
  if (existing.type === 'file') return toFileMode(existing.stats) & 0o1777;
  const what = existing.type === 'special' ? 'a FIFO, socket or device' : `a ${existing.type}`;
  throw new PortError('NOT_A_FILE', `"${place.shown}" is ${what} and cannot be overwritten.`, { path: place.shown });
}

interface FileWriteOptions extends CaptureOptions {
  readonly expected: string | undefined;
  readonly newFileMode: number;
}

export async function writeEntry(place: EntryLocation, bytes: Uint8Array, writing: FileWriteOptions): Promise<void> {
  const mode = await computeWrittenMode(place, writing.newFileMode);
  const temporary = { ...place, name: temporaryName('tmp') };
  try {
    await createFile(temporary, async (handle) => {
      await handle.writeFile(bytes);
      await keepOwner(place, handle);
      await handle.chmod(mode);
    });
    writing.signal?.throwIfAborted();
    const existing = await captureImage(place.directory, place.name, place.shown, writing);
    if (writing.expected !== undefined && computeFingerprint(existing) !== writing.expected)
      throw conflictError(place.shown);
    await commitFile(temporary, place, existing);
  } catch (thrown) {
    await discard(place.directory, temporary.name);
    throw thrown;
  }
}

/** Makes a new file and fills it, durable before it is closed. */
export async function createFile(place: EntryLocation, fill: (handle: FileHandle) => Promise<void>): Promise<void> {
  await using handle = await open(toProcPath(place.directory, place.name), NEW_FILE, 0o600);
  await fill(handle);
  await handle.sync();
}

/** Gives a finished temporary file its name, over nothing or over what was just looked at. */
export async function commitFile(temporary: EntryLocation, place: EntryLocation, existing: BeforeImage): Promise<void> {
  if (existing.kind === 'absent') {
    await withConflictIfTaken(place.shown, linkNew(temporary, place, 'file'));
  } else {
    await withConflictIfTaken(
      place.shown,
      rename(toProcPath(temporary.directory, temporary.name), toProcPath(place.directory, place.name)),
    );
  }
  await syncDirectories(place.directory);
}

// Only a process with the right to give files away can do it; for all others the owner is their own anyway.
async function keepOwner(place: EntryLocation, handle: FileHandle): Promise<void> {
  await using existing = await pin(place.directory, place.name);
  if (existing === undefined) return;
  try {
    await handle.chown(Number(existing.stats.uid), Number(existing.stats.gid));
  } catch (thrown) {
    if (errno(thrown) !== 'EPERM') throw thrown;
  }
}

/** The directory at the end of the names, making those that are missing. For the caller to close. */
export async function openOrCreateDirectory(root: DirectoryHandle, names: readonly string[]): Promise<DirectoryHandle> {
  let current = await descend(root, []);
  for (const [index, name] of names.entries()) {
    await using left = current;
    const shown = names.slice(0, index + 1).join('/');
    try {
      await mkdir(toProcPath(left, name));
      await left.sync();
    } catch (thrown) {
      if (errno(thrown) !== 'EEXIST') throw thrown;
    }
    current = await openDirectory(left, name, shown);
  }
  return current;
}

/** Reads one regular file whole, within a limit. */
export async function readEntry(
  { directory, name, shown }: EntryLocation,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<{ bytes: Uint8Array; info: FileInfo }> {
  await using pinned = await pin(directory, name);
  if (pinned === undefined) throw new PortError('FILE_NOT_FOUND', `"${shown}" does not exist.`, { path: shown });
  if (pinned.type !== 'file') {
    const what = {
      directory: 'is a directory',
      symlink: 'is a symbolic link, and links are never followed',
      special: 'is a FIFO, socket or device',
    }[pinned.type];
    throw new PortError('NOT_A_FILE', `"${shown}" ${what}.`, { path: shown });
  }
  const refuse = (size: number): never => {
    throw new PortError('TOO_LARGE', `"${shown}" is larger than ${maxBytes} bytes.`, { path: shown, size, maxBytes });
  };
  if (pinned.stats.size > BigInt(maxBytes)) refuse(Number(pinned.stats.size));

  await using handle = await pinned.openToRead();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(256 * 1024));
    if (bytesRead === 0) break;
    size += bytesRead;
    // It may have grown since it was measured.
    if (size > maxBytes) refuse(size);
    chunks.push(buffer.subarray(0, bytesRead));
  }
  const bytes = new Uint8Array(Buffer.concat(chunks, size));
  return { bytes, info: { type: 'file', size, modified: toModifiedTime(await handle.stat({ bigint: true })) } };
}
