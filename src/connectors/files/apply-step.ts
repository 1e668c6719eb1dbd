/** Brings many paths of a workspace from one state to another: first all removals, then folders, files and links. */
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  lutimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';

import { PortError } from '../../ports/port-error.ts';
import type { EntryState } from '../../ports/staged-changes.ts';
import { isKnown, isSameState, listAncestors, readState } from './compare-trees.ts';
import type { FolderHandle, WorkSlices } from './folder-handle.ts';
import { conflictError, errno } from './handles.ts';
import type { OpenFolders } from './open-folders.ts';
import { temporaryName } from './workspace-path.ts';

/** One path and the states between which it may be found. */
export interface PathTransition {
  readonly path: string;
  readonly from: EntryState | null;
  readonly to: EntryState | null;
  /** What was at the path when `from` was read. Without it, the content is compared. */
  readonly seen?: BigIntStats | undefined;
}

/** Where the contents of the new files come from. */
export interface ContentSource {
  /** Moves a finished file to the target, with its mode and owner. False if its content has to be written. */
  readonly move?: (transition: PathTransition, target: string) => boolean;
  /** Writes the content of a file below a temporary name. */
  readonly write: (transition: PathTransition, target: string) => Promise<void> | void;
}

const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

export class StepTransition {
  readonly #folders: OpenFolders;
  readonly #slices: WorkSlices;

  constructor(folders: OpenFolders, slices: WorkSlices) {
    this.#folders = folders;
    this.#slices = slices;
  }

  /** The first path that is neither in its old nor in its new state. */
  async findConflict(transitions: readonly PathTransition[]): Promise<string | undefined> {
    const [first] = await this.#findConflicts(transitions, 1);
    return first;
  }

  /** All paths that are neither in their old nor in their new state. */
  async findConflicts(transitions: readonly PathTransition[]): Promise<ReadonlySet<string>> {
    return this.#findConflicts(transitions, Infinity);
  }

  async #findConflicts(transitions: readonly PathTransition[], most: number): Promise<ReadonlySet<string>> {
    const changing = new Set(transitions.map(({ path }) => path));
    const found = new Set<string>();
    for (const transition of transitions) {
      await this.#slices.rest();
      if (!(await this.#isExpected(transition, changing))) found.add(transition.path);
      if (found.size >= most) break;
    }
    return found;
  }

  /** Fails before the first change if any path is in another state. Paths that are in the new state are left alone. */
  async run(transitions: readonly PathTransition[], source: ContentSource): Promise<void> {
    const conflict = await this.findConflict(transitions);
    if (conflict !== undefined) throw conflictError(conflict, 'has changed since');
    try {
      await this.#change(transitions, source);
    } catch (thrown) {
      // CONFLICT promises that nothing was changed, and the caller may try again.
      if (!(thrown instanceof PortError) || thrown.code !== 'CONFLICT') throw thrown;
      throw new PortError(
        'EXECUTION_ERROR',
        `${thrown.message} Some paths were changed before.`,
        thrown.details,
        thrown,
      );
    }
  }

  async #change(transitions: readonly PathTransition[], source: ContentSource): Promise<void> {
    const ordered = transitions.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    for (const transition of ordered.toReversed()) {
      await this.#slices.rest();
      this.#clear(transition);
    }
    this.#folders.forget();
    const directories = ordered.filter(({ to }) => to?.kind === 'directory');
    for (const { path } of directories) this.#makeDirectory(path);
    for (const transition of transitions) {
      await this.#slices.rest();
      if (transition.to?.kind === 'file') await this.#placeFile(transition, source);
      else if (transition.to?.kind === 'symlink') this.#placeLink(transition.path, transition.to.target);
    }
    // A folder that cannot be written gets its mode last.
    for (const { path, to } of directories.toReversed()) if (to?.kind === 'directory') this.#setMode(path, to.mode);
  }

  async #isExpected({ path, from, to, seen }: PathTransition, changing: ReadonlySet<string>): Promise<boolean> {
    // The same step replaces a file by a folder, or the other way round.
    if (this.#folders.find(path) === 'blocked') return listAncestors(path).some((above) => changing.has(above));
    const found = this.#folders.look(path);
    if (seen !== undefined) {
      const isSame = found?.stats.ino === seen.ino && found.stats.dev === seen.dev;
      return isSame && (found.stats.isDirectory() || found.stats.ctimeNs === seen.ctimeNs);
    }
    // A crash between removing one kind of entry and placing another leaves nothing.
    if (found === undefined) return from === null || to === null || from.kind !== to.kind;
    if (!isKnown(found.stats)) return false;
    const state = await readState(found.folder, found.name, found.stats, this.#slices);
    return isSameState(state, from) || isSameState(state, to);
  }

  /** Removes what is to be absent or of another kind. A folder with other content stays. */
  #clear({ path, from, to }: PathTransition): void {
    if (from === null || (to !== null && to.kind === from.kind)) return;
    const place = this.#folders.look(path);
    if (place === undefined) return;
    const isDirectory = place.stats.isDirectory();
    if (isDirectory !== (from.kind === 'directory')) return;
    try {
      if (isDirectory) rmdirSync(place.folder.path(place.name));
      else unlinkSync(place.folder.path(place.name));
    } catch (thrown) {
      if (!isDirectory || errno(thrown) !== 'ENOTEMPTY') throw thrown;
      if (to !== null) throw conflictError(path, 'has new content');
    }
  }

  #makeDirectory(path: string): void {
    const { folder, name } = this.#folders.make(path);
    const found = folder.find(name);
    if (found?.isDirectory() === true) {
      // Its entries change next.
      if ((found.mode & 0o300n) !== 0o300n) chmodSync(folder.path(name), 0o700);
    } else {
      mkdirSync(folder.path(name), 0o700);
    }
  }

  async #placeFile(transition: PathTransition, { move, write }: ContentSource): Promise<void> {
    const { folder, name } = this.#folders.make(transition.path);
    if (move !== undefined && !folder.givesGroup() && move(transition, folder.path(name))) return;
    const temporary = folder.path(temporaryName('tmp'));
    try {
      await write(transition, temporary);
      if (transition.to?.kind === 'file') chmodSync(temporary, transition.to.mode);
      keepOwner(folder, name, temporary);
      renameSync(temporary, folder.path(name));
    } catch (thrown) {
      discard(temporary);
      throw thrown;
    }
  }

  #placeLink(path: string, target: string): void {
    const { folder, name } = this.#folders.make(path);
    const temporary = folder.path(temporaryName('tmp'));
    symlinkSync(target, temporary);
    renameSync(temporary, folder.path(name));
  }

  #setMode(path: string, mode: number): void {
    const { folder, name } = this.#folders.make(path);
    // A handle on the folder itself: a link under its name is not followed.
    using inside = folder.enter(name);
    chmodSync(inside.path('.'), mode);
  }
}

/** Copies from a folder that no other process can change. File systems that can share blocks do so. */
export function copyContent(source: string, target: string, { mtimeNs }: BigIntStats): void {
  copyFileSync(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const time = Number(mtimeNs) / 1e9;
  lutimesSync(target, time, time);
}

/** Writes pieces into a new file. */
export async function writePieces(target: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const descriptor = openSync(target, NEW_FILE, 0o600);
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length;) at += writeSync(descriptor, piece, at);
    }
  } finally {
    closeSync(descriptor);
  }
}

function keepOwner(folder: FolderHandle, name: string, temporary: string): void {
  const existing = folder.find(name);
  if (existing === undefined || process.getuid?.() !== 0 || existing.uid === 0n) return;
  chownSync(temporary, Number(existing.uid), Number(existing.gid));
}

function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (thrown) {
    if (errno(thrown) !== 'ENOENT') throw new PortError('EXECUTION_ERROR', 'A temporary file stays.', {}, thrown);
  }
}
