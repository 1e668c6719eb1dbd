/** Moves the files of a finished run into the workspace. A move costs a fraction of a copy, and the disk writes the content once. */
import { chmodSync, chownSync, renameSync } from 'node:fs';

import type { PathTransition } from './apply-step.ts';
import { errno } from './handles.ts';
import type { OpenFolders } from './open-folders.ts';

export class FileMoves {
  readonly #source: OpenFolders;
  /** The workspace may be on another file system than the runs. */
  #isPossible = true;

  constructor(source: OpenFolders) {
    this.#source = source;
  }

  /** False if the file has to be copied. No process of the run is alive, so nothing else changes the file. */
  move({ path, to, seen }: PathTransition, target: string): boolean {
    if (!this.#isPossible || to?.kind !== 'file') return false;
    const found = this.#source.look(path);
    // A file with a second name would stay connected to that name.
    if (found?.stats.isFile() !== true || found.stats.nlink !== 1n) return false;
    const source = found.folder.path(found.name);
    if (seen !== undefined && process.getuid?.() === 0 && seen.uid !== 0n)
      chownSync(source, Number(seen.uid), Number(seen.gid));
    // Also removes set-user-id bits, before the file is reachable.
    if (Number(found.stats.mode & 0o7777n) !== to.mode) chmodSync(source, to.mode);
    try {
      renameSync(source, target);
      return true;
    } catch (thrown) {
      if (errno(thrown) !== 'EXDEV') throw thrown;
      this.#isPossible = false;
      return false;
    }
  }
}
