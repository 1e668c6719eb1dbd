/** Moves something to another name. Without `overwrite` nothing that stands there can be lost, not even in a race. */
import { rename, unlink } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/files.ts';
import { PortError } from '../../ports/port-error.ts';
import { conflict } from './fault.ts';
import { fingerprintOf } from './fingerprint.ts';
import { at, pin, sameThing } from './handles.ts';
import type { Taking } from './image.ts';
import { imageAt } from './image.ts';
import type { Place } from './place.ts';
import { placeNew, syncDirectories, unlessTaken } from './place.ts';

export interface Moving extends Taking {
  readonly overwrite: boolean;
  readonly expected: { readonly from: string; readonly to: string } | undefined;
}

export async function moveAt(from: Place, to: Place, moving: Moving): Promise<void> {
  await using source = await pin(from.directory, from.name);
  if (source === undefined) {
    if (moving.expected !== undefined) throw conflict(from.shown);
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
    await unlessTaken(to.shown, placeNew(from, to, source.type));
  } else {
    await unlessTaken(to.shown, rename(at(from.directory, from.name), at(to.directory, to.name)));
    // rename does nothing at all when both names are hard links to one file.
    if (sameThing(source.stats, target.stats) && target.stats.nlink > 1n) await unlink(at(from.directory, from.name));
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

async function check(place: Place, expected: string, taking: Taking): Promise<void> {
  const image: BeforeImage = await imageAt(place.directory, place.name, place.shown, taking);
  if (fingerprintOf(image) !== expected) throw conflict(place.shown);
}
