/** Moves an entry to another name. Without `overwrite`, an existing target cannot be lost, not even in a race. */
import { rename, unlink } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { toProcPath, pin, isSameInode, conflictError } from './handles.ts';
import type { CaptureOptions } from './image.ts';
import { captureImage, computeFingerprint } from './image.ts';
import type { EntryLocation } from './place.ts';
import { linkNew, syncDirectories, withConflictIfTaken } from './place.ts';

interface FileMoveOptions extends CaptureOptions {
  readonly overwrite: boolean;
  readonly expected: { readonly from: string; readonly to: string } | undefined;
}

export async function moveEntry(from: EntryLocation, to: EntryLocation, moving: FileMoveOptions): Promise<void> {
  await using source = await pin(from.directory, from.name);
  if (source === undefined) {
    if (moving.expected !== undefined) throw conflictError(from.shown);
    throw new PortError('FILE_NOT_FOUND', `"${from.shown}" does not exist.`, { path: from.shown });
  }
  if (source.type === 'special') {
    throw new PortError('NOT_A_FILE', `"${from.shown}" is a FIFO, socket or device.`, { path: from.shown });
  }
  await using target = await pin(to.directory, to.name);
  refuseTaken(target?.type, source.type, to.shown, moving.overwrite);
  if (moving.expected !== undefined) {
    await check(from, moving.expected.from, moving);
    await check(to, moving.expected.to, moving);
  }

  if (target === undefined) {
    await withConflictIfTaken(to.shown, linkNew(from, to, source.type));
  } else {
    await withConflictIfTaken(
      to.shown,
      rename(toProcPath(from.directory, from.name), toProcPath(to.directory, to.name)),
    );
    // rename does nothing if both names are hard links to one file.
    if (isSameInode(source.stats, target.stats) && target.stats.nlink > 1n)
      await unlink(toProcPath(from.directory, from.name));
  }
  await syncDirectories(to.directory, from.directory);
}

function refuseTaken(target: string | undefined, source: string, shown: string, overwrite: boolean): void {
  if (target === undefined) return;
  if (!overwrite) {
    throw new PortError('ALREADY_EXISTS', `"${shown}" exists already; replacing it needs "overwrite".`, {
      path: shown,
    });
  }
  if (target === 'directory' || target === 'special' || source === 'directory') {
    throw new PortError(
      'ALREADY_EXISTS',
      `"${shown}" exists already. Only a file or link can be replaced, and only by a file or link.`,
      { path: shown },
    );
  }
}

async function check(place: EntryLocation, expected: string, taking: CaptureOptions): Promise<void> {
  const image: BeforeImage = await captureImage(place.directory, place.name, place.shown, taking);
  if (computeFingerprint(image) !== expected) throw conflictError(place.shown);
}
