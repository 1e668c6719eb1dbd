/** Restores a captured image: built under a temporary name, then placed as a whole, so that a crash leaves all or nothing. */
import { mkdir, lutimes, symlink } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/scoped-files.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { toProcPath, openDirectory, conflictError } from './handles.ts';
import type { CaptureOptions } from './image.ts';
import { captureImage, computeFingerprint, isSubset } from './image.ts';
import type { EntryLocation } from './place.ts';
import { linkNew, syncDirectories, withConflictIfTaken } from './place.ts';
import { destroy, removeEntry } from './remove.ts';
import { temporaryName } from './workspace-path.ts';
import { commitFile, createFile } from './entry-content.ts';

type Present = Exclude<BeforeImage, { kind: 'absent' }>;

interface FileRestoreOptions extends CaptureOptions {
  readonly objects: ObjectStore;
  readonly expected: string;
}

export async function restoreEntry(
  place: EntryLocation,
  image: BeforeImage,
  restoring: FileRestoreOptions,
): Promise<void> {
  const existing = await captureImage(place.directory, place.name, place.shown, restoring);
  const found = computeFingerprint(existing);
  if (found === computeFingerprint(image)) return;
  if (found === restoring.expected) return replace(place, image, existing, restoring);
  if (image.kind === 'absent' || !isSubset(existing, image)) throw conflictError(place.shown);
  await complete(place, image, existing, restoring);
}

async function replace(
  place: EntryLocation,
  image: BeforeImage,
  existing: BeforeImage,
  restoring: FileRestoreOptions,
): Promise<void> {
  if (image.kind === 'file' && existing.kind === 'file') return placeWhole(place, image, existing, restoring);
  if (existing.kind !== 'absent') await removeEntry(place, { ...restoring, recursive: true });
  if (image.kind !== 'absent') await placeWhole(place, image, { kind: 'absent' }, restoring);
}

async function placeWhole(
  place: EntryLocation,
  image: Present,
  existing: BeforeImage,
  restoring: FileRestoreOptions,
): Promise<void> {
  const temporary = { ...place, name: temporaryName('tmp') };
  try {
    await build(temporary, image, restoring);
    if (image.kind === 'file') return await commitFile(temporary, place, existing);
    await withConflictIfTaken(place.shown, linkNew(temporary, place, image.kind));
    await syncDirectories(place.directory);
  } catch (thrown) {
    await destroy(place.directory, temporary.name);
    throw thrown;
  }
}

async function build(place: EntryLocation, image: Present, restoring: FileRestoreOptions): Promise<void> {
  const path = toProcPath(place.directory, place.name);
  restoring.signal?.throwIfAborted();
  switch (image.kind) {
    case 'file':
      return createFile(place, async (handle) => {
        for await (const chunk of restoring.objects.stream(image.hash)) await handle.writeFile(chunk);
        await handle.chmod(image.mode);
        await handle.utimes(new Date(), new Date(image.modified));
      });
    case 'symlink':
      await symlink(image.target, path);
      return lutimes(path, new Date(), new Date(image.modified));
    case 'directory': {
      await mkdir(path, { mode: 0o700 });
      await using inside = await openDirectory(place.directory, place.name, place.shown);
      for (const { name, image: below } of image.entries) {
        if (below.kind === 'absent') continue;
        await build({ directory: inside, name, shown: `${place.shown}/${name}` }, below, restoring);
      }
      // Last: adding entries changes the directory's time, and its mode may forbid adding them.
      await inside.chmod(image.mode);
      await inside.utimes(new Date(), new Date(image.modified));
      await inside.sync();
    }
  }
}

/** Restores what is missing from a directory of which a part still exists. */
async function complete(
  place: EntryLocation,
  image: Present,
  existing: BeforeImage,
  restoring: FileRestoreOptions,
): Promise<void> {
  if (existing.kind === 'absent') return placeWhole(place, image, existing, restoring);
  if (existing.kind !== 'directory' || image.kind !== 'directory') return;
  await using inside = await openDirectory(place.directory, place.name, place.shown);
  const found = new Map(existing.entries.map(({ name, image }) => [name, image]));
  for (const { name, image: below } of image.entries) {
    if (below.kind === 'absent') continue;
    const part = found.get(name) ?? { kind: 'absent' };
    await complete({ directory: inside, name, shown: `${place.shown}/${name}` }, below, part, restoring);
  }
  await inside.utimes(new Date(), new Date(image.modified));
}
