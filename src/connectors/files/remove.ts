/** Removes exactly what was checked: it is moved aside to a random name, checked there, and then destroyed. */
import { chmod, rename, rmdir, unlink } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DirectoryHandle } from './handles.ts';
import { toProcPath, listNames, openDirectory, pin, conflictError } from './handles.ts';
import type { CaptureOptions } from './image.ts';
import { captureImage, computeFingerprint, listPaths } from './image.ts';
import type { EntryLocation } from './place.ts';
import { linkNew, syncDirectories } from './place.ts';
import { isTemporary, temporaryName } from './workspace-path.ts';

interface FileRemoveOptions extends CaptureOptions {
  readonly recursive: boolean;
  readonly expected: string | undefined;
}

export async function removeEntry(place: EntryLocation, removing: FileRemoveOptions): Promise<string[]> {
  const { directory, name, shown } = place;
  await using existing = await pin(directory, name);
  if (existing === undefined) {
    if (removing.expected !== undefined) throw conflictError(shown);
    throw new PortError('FILE_NOT_FOUND', `"${shown}" does not exist.`, { path: shown });
  }
  if (existing.type === 'special') {
    throw new PortError('NOT_A_FILE', `"${shown}" is a FIFO, socket or device, which could not be put back.`, {
      path: shown,
    });
  }
  if (existing.type === 'directory' && !removing.recursive) await refuseContent(place);

  const held = { ...place, name: temporaryName('held') };
  await rename(toProcPath(directory, name), toProcPath(directory, held.name));
  let image: BeforeImage;
  try {
    image = await captureImage(directory, held.name, shown, removing);
    if (image.kind === 'absent') throw conflictError(shown);
    if (removing.expected !== undefined && computeFingerprint(image) !== removing.expected) throw conflictError(shown);
    if (image.kind === 'directory' && image.entries.length > 0 && !removing.recursive) throw notEmptyError(shown);
  } catch (thrown) {
    await putBack(held, place);
    throw thrown;
  }
  const gone = temporaryName('gone');
  await rename(toProcPath(directory, held.name), toProcPath(directory, gone));
  await syncDirectories(directory);
  await destroy(directory, gone);
  return listPaths(shown, image);
}

async function refuseContent({ directory, name, shown }: EntryLocation): Promise<void> {
  await using inside = await openDirectory(directory, name, shown);
  // Leftovers of a crash under temporary names are no content, and are removed with the directory.
  if ((await listNames(inside)).some((name) => !isTemporary(name.shown))) throw notEmptyError(shown);
}

function notEmptyError(path: string): PortError {
  return new PortError('DIRECTORY_NOT_EMPTY', `"${path}" is a directory with content; removing it needs "recursive".`, {
    path,
  });
}

async function putBack(held: EntryLocation, place: EntryLocation): Promise<void> {
  await using pinned = await pin(held.directory, held.name);
  if (pinned === undefined) return;
  try {
    await linkNew(held, place, pinned.type === 'directory' ? 'directory' : 'file');
  } catch {
    throw conflictError(
      place.shown,
      `was changed and its name was taken during the call; the earlier content is kept as "${held.name}"`,
    );
  }
}

/** Empties and removes a tree that has only a temporary name. Links are removed, never followed. */
export async function destroy(directory: DirectoryHandle, name: string): Promise<void> {
  await using pinned = await pin(directory, name);
  if (pinned === undefined) return;
  if (pinned.type !== 'directory') {
    await unlink(toProcPath(directory, name));
    return;
  }
  {
    await using inside = await openDirectory(directory, name, name);
    // Entries of a read-only directory cannot be removed. The handle refers to the directory itself, even after a rename.
    if ((pinned.stats.mode & 0o300n) !== 0o300n) await chmod(`/proc/self/fd/${inside.fd}`, 0o700);
    for (const entry of await listNames(inside)) {
      if (entry.text === undefined) {
        throw new PortError('INVALID_PATH', 'A name that is not UTF-8 on disk cannot be removed.');
      }
      await destroy(inside, entry.text);
    }
  }
  await rmdir(toProcPath(directory, name));
}
