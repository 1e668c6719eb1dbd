/** The ScopedFiles port on a real directory of Linux. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';

import type { BeforeImage, ScopedFiles } from '../../ports/scoped-files.ts';
import type { StagedChanges } from '../../ports/staged-changes.ts';
import { createProtectedPaths, type ProtectedPaths } from '../../lib/protected-path.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DirectoryHandle } from './handles.ts';
import { toProcPath, descend, pin, isSameInode, withPathErrors, fileInfo } from './handles.ts';
import { hashOnly, captureImage, computeFingerprint, sha256 } from './image.ts';
import type { FileLimits } from './limits.ts';
import { defaultLimits } from './limits.ts';
import { listTree } from './list-tree.ts';
import { listDirectory } from './list.ts';
import { moveEntry } from './move.ts';
import type { EntryLocation } from './place.ts';
import { removeEntry } from './remove.ts';
import { restoreEntry } from './restore.ts';
import { sweep } from './sweep.ts';
import { createStagedChanges } from './staged-changes.ts';
import { parsePath, parseTarget } from './workspace-path.ts';
import { openOrCreateDirectory, computeWrittenMode, readEntry, writeEntry } from './entry-content.ts';

interface DiskFilesOptions {
  /** May itself be a link: it is resolved once and then held by a handle. */
  readonly root: string;
  /** Where before-images are kept. */
  readonly objects: ObjectStore;
  readonly limits?: Partial<FileLimits>;
  /** Paths that no staged run changes, among them those that no tool changes. */
  readonly protectedPaths?: ProtectedPaths;
  /** Whether a person decides before a run overwrites or deletes. */
  readonly asksFirst?: boolean;
  /** Whether to look for leftovers of a crash at once, which walks the whole folder. */
  readonly sweep?: boolean;
}

export interface DiskFiles extends ScopedFiles, AsyncDisposable {
  /** The root as a path that cannot be redirected to another folder. Other processes may start in it while this is open. */
  readonly directory: string;
  readonly stagedChanges: StagedChanges;
  close(): Promise<void>;
}

export async function openDiskFiles(options: DiskFilesOptions): Promise<DiskFiles> {
  const root = await holdRoot(options.root);
  const limits = { ...defaultLimits, ...options.limits };
  try {
    if (options.sweep !== false) await sweep(root, limits, Date.now());
  } catch (thrown) {
    await root.close();
    throw thrown;
  }
  const { objects, protectedPaths = createProtectedPaths([]), asksFirst = false } = options;
  return diskFiles(root, limits, { objects, protectedPaths, asksFirst });
}

/** Fails where names cannot be reached through handles: without them, no check of a path is safe. */
async function holdRoot(path: string): Promise<DirectoryHandle> {
  if (process.platform !== 'linux') {
    throw new PortError(
      'NOT_AVAILABLE',
      'A workspace needs Linux: only /proc/self/fd lets files be reached without a race that could lead outside.',
    );
  }
  const root = await withPathErrors('The workspace root', async () =>
    open(await realpath(path), constants.O_RDONLY | constants.O_DIRECTORY),
  );
  try {
    const [held, seen] = [await root.stat({ bigint: true }), await stat(toProcPath(root, '.'), { bigint: true })];
    if (isSameInode(held, seen)) return root;
  } catch {
    // Reported below.
  }
  await root.close();
  throw new PortError('NOT_AVAILABLE', 'A workspace needs /proc to be mounted: /proc/self/fd does not work here.');
}

/** The parts that the methods of a folder share. */
interface DiskFolder {
  readonly root: DirectoryHandle;
  readonly objects: ObjectStore;
  readonly limits: FileLimits;
  readonly newFileMode: number;
  /** Changes run one after the other: two calls that saw the same state cannot both find it unchanged. */
  readonly runSerially: <T>(change: () => Promise<T>) => Promise<T>;
}

function createSerialQueue(): DiskFolder['runSerially'] {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const turn = last.then(change);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function diskFiles(
  root: DirectoryHandle,
  limits: FileLimits,
  { objects, protectedPaths, asksFirst }: Required<Pick<DiskFilesOptions, 'objects' | 'protectedPaths' | 'asksFirst'>>,
): DiskFiles {
  const runSerially = createSerialQueue();
  const disk = { root, objects, limits, newFileMode: 0o666 & ~process.umask(), runSerially };
  const directory = `/proc/${process.pid}/fd/${root.fd}`;
  return {
    directory,
    stagedChanges: createStagedChanges({ root: directory, objects, limits, protectedPaths, asksFirst, runSerially }),
    normalize: (path) => parsePath(path, limits).join('/'),
    // A name below a listed folder may be one that `parsePath` refuses.
    isProtected: (path, isDirectory) => {
      if (protectedPaths.isOwnProgram(path)) throw ownProgramError(path);
      return protectedPaths.covers(path, isDirectory);
    },
    ...readingMethods(disk),
    ...capturingMethods(disk),
    ...changingMethods(disk, protectedPaths),
    close: () => root.close(),
    [Symbol.asyncDispose]: () => root.close(),
  };
}

/** Opens the directory of a path, and passes on the place of the entry. With `making`, missing directories are created. */
function withLocation<T>(
  { root, limits }: DiskFolder,
  path: string,
  use: (place: EntryLocation) => Promise<T>,
  making = false,
): Promise<T> {
  const { parents, name, names } = parseTarget(path, limits);
  const shown = names.join('/');
  return withPathErrors(shown, async () => {
    await using directory = await (making
      ? openOrCreateDirectory(root, parents)
      : withPathErrors(parents.join('/'), () => descend(root, parents)));
    return await use({ directory, name, shown });
  });
}

const hashOptions = (limits: FileLimits, signal?: AbortSignal) => ({ limits, keep: hashOnly, signal });

function readingMethods(disk: DiskFolder): Pick<DiskFiles, 'list' | 'info' | 'read'> {
  const { root, limits } = disk;
  return {
    list: async (path, options) => {
      const names = parsePath(path, limits);
      return withPathErrors(names.join('/') || '.', async () => {
        await using directory = await descend(root, names);
        const listing = { ...options, limits };
        return (
          (options.recursive ? await listTree(directory, listing) : undefined) ??
          (await listDirectory(directory, listing))
        );
      });
    },

    info: async (path) => {
      if (parsePath(path, limits).length === 0) return fileInfo(await root.stat({ bigint: true }));
      const looked = withLocation(disk, path, async ({ directory, name, shown }) => {
        await using pinned = await pin(directory, name);
        if (pinned === undefined) return undefined;
        const info = fileInfo(pinned.stats);
        if (info === undefined) throw new PortError('NOT_A_FILE', `"${shown}" is a FIFO, socket or device.`);
        return info;
      });
      return orIfAbsent(looked, undefined);
    },

    read: async (path, options) => {
      if (parsePath(path, limits).length === 0) throw new PortError('NOT_A_FILE', 'The workspace root is a directory.');
      return withLocation(disk, path, (place) => readEntry(place, options));
    },
  };
}

function capturingMethods(
  disk: DiskFolder,
): Pick<DiskFiles, 'fingerprint' | 'fingerprintOnceWritten' | 'capture' | 'readCapturedContent'> {
  const { objects, limits, newFileMode } = disk;
  return {
    fingerprint: async (path, signal) => {
      const image = withLocation(disk, path, (place) =>
        captureImage(place.directory, place.name, place.shown, hashOptions(limits, signal)),
      );
      return computeFingerprint(await orIfAbsent(image, absent));
    },

    fingerprintOnceWritten: async (path, bytes) => {
      const mode = withLocation(disk, path, (place) => computeWrittenMode(place, newFileMode));
      const hash = sha256(bytes);
      return computeFingerprint({ kind: 'file', hash, mode: await orIfAbsent(mode, newFileMode), modified: '' });
    },

    capture: async (path, signal) => {
      const keep = async (content: AsyncIterable<Uint8Array>) => (await objects.put(content)).hash;
      const taken = withLocation(disk, path, ({ directory, name, shown }) =>
        captureImage(directory, name, shown, { limits, keep, signal }),
      );
      const image = await orIfAbsent(taken, absent);
      return { image, fingerprint: computeFingerprint(image) };
    },

    readCapturedContent: async (hash, maxBytes) => {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of objects.stream(hash)) {
        size += piece.length;
        if (size > maxBytes) return undefined;
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    },
  };
}

function ownProgramError(path: string): PortError {
  const message = `"${path}" is part of a program that Deputize itself runs. No tool can change it.`;
  return new PortError('INVALID_PATH', message, { path });
}

function changingMethods(
  disk: DiskFolder,
  protectedPaths: ProtectedPaths,
): Pick<DiskFiles, 'write' | 'remove' | 'move' | 'restore'> {
  const { objects, limits, newFileMode, runSerially } = disk;
  const refuseOwnProgram = (path: string): void => {
    const names = parsePath(path, limits).join('/');
    if (protectedPaths.overlapsOwnProgram(names)) throw ownProgramError(names);
  };
  return {
    write: async (path, bytes, { createDirs, expected, signal }) => {
      refuseOwnProgram(path);
      const writing = { ...hashOptions(limits, signal), expected, newFileMode };
      return runSerially(() => withLocation(disk, path, (place) => writeEntry(place, bytes, writing), createDirs));
    },

    remove: async (path, { recursive, expected, signal }) => {
      refuseOwnProgram(path);
      const removing = { ...hashOptions(limits, signal), recursive, expected };
      return runSerially(() => withLocation(disk, path, (place) => removeEntry(place, removing)));
    },

    move: async (from, to, { overwrite, expected, signal }) => {
      [from, to].forEach(refuseOwnProgram);
      const [source, target] = [parseTarget(from, limits).names, parseTarget(to, limits).names];
      if (source.every((name, index) => target[index] === name)) {
        throw new PortError('INVALID_PATH', `"${from}" cannot be moved to itself or into itself.`);
      }
      if (target.every((name, index) => source[index] === name)) {
        throw new PortError('ALREADY_EXISTS', `"${to}" is a directory that holds "${from}".`);
      }
      return runSerially(() =>
        withLocation(disk, from, (left) =>
          withLocation(disk, to, (right) =>
            moveEntry(left, right, { ...hashOptions(limits, signal), overwrite, expected }),
          ),
        ),
      );
    },

    restore: async (path, image, { expected, signal }) => {
      refuseOwnProgram(path);
      const making = image.kind !== 'absent';
      const restoring = { ...hashOptions(limits, signal), objects, expected };
      const restored = runSerially(() =>
        withLocation(disk, path, (place) => restoreEntry(place, image, restoring), making),
      );
      return making ? restored : orIfAbsent(restored, undefined);
    },
  };
}

const absent: BeforeImage = { kind: 'absent' };

/** A path whose directory does not exist is absent too. */
async function orIfAbsent<T>(looking: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await looking;
  } catch (thrown) {
    if (thrown instanceof PortError && thrown.code === 'FILE_NOT_FOUND') return otherwise;
    throw thrown;
  }
}
