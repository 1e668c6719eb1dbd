/** Handles on the folders of a workspace that a step works in. Each is opened once, name by name, without following links. */
import { mkdirSync, type BigIntStats } from 'node:fs';

import { PortError } from '../../ports/port-error.ts';
import { FolderHandle } from './folder-handle.ts';
import { errno } from './handles.ts';

export interface FolderEntry {
  readonly folder: FolderHandle;
  readonly name: string;
}

/** The process may not have many more descriptors. */
const MOST_OPEN = 256;
/** A folder is expected, and a file or link is there. */
const BLOCKED = new Set(['ELOOP', 'ENOTDIR']);

export class OpenFolders implements Disposable {
  readonly #root: FolderHandle;
  readonly #open = new Map<string, FolderHandle>();

  constructor(root: string) {
    this.#root = FolderHandle.open(root);
  }

  /** The folder of a path. Undefined if a folder above it does not exist; `blocked` if something else is there. */
  find(path: string): FolderEntry | 'blocked' | undefined {
    const { parents, name } = split(path);
    try {
      return { folder: this.#descend(parents, false), name };
    } catch (thrown) {
      if (errno(thrown) === 'ENOENT') return undefined;
      if (BLOCKED.has(errno(thrown) ?? '')) return 'blocked';
      throw thrown;
    }
  }

  /** The entry at a path, if there is one. */
  look(path: string): (FolderEntry & { readonly stats: BigIntStats }) | undefined {
    const place = this.find(path);
    if (place === undefined || place === 'blocked') return undefined;
    const stats = place.folder.find(place.name);
    return stats && { ...place, stats };
  }

  /** The same, with missing folders created. */
  make(path: string): FolderEntry {
    const { parents, name } = split(path);
    try {
      return { folder: this.#descend(parents, true), name };
    } catch (thrown) {
      throw linkError(path, thrown);
    }
  }

  /** Closes all handles below the root. */
  forget(): void {
    for (const folder of this.#open.values()) folder[Symbol.dispose]();
    this.#open.clear();
  }

  [Symbol.dispose](): void {
    this.forget();
    this.#root[Symbol.dispose]();
  }

  #descend(names: readonly string[], isMaking: boolean): FolderHandle {
    const path = names.join('/');
    const known = names.length === 0 ? this.#root : this.#open.get(path);
    if (known) return known;
    const name = names.at(-1) ?? '';
    const parent = this.#descend(names.slice(0, -1), isMaking);
    if (isMaking && parent.find(name) === undefined) mkdirSync(parent.path(name));
    const opened = parent.enter(name);
    this.#open.set(path, opened);
    this.#closeOldest(path);
    return opened;
  }

  /** The folders above the new one stay open, since the caller may be using them. */
  #closeOldest(path: string): void {
    for (const [other, folder] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return;
      if (`${path}/`.startsWith(`${other}/`)) continue;
      folder[Symbol.dispose]();
      this.#open.delete(other);
    }
  }
}

function split(path: string): { parents: string[]; name: string } {
  const names = path.split('/');
  return { parents: names.slice(0, -1), name: names.at(-1) ?? '' };
}

function linkError(path: string, thrown: unknown): unknown {
  if (!BLOCKED.has(errno(thrown) ?? '')) return thrown;
  return new PortError('CONFLICT', `A folder above "${path}" is no longer a folder.`, { path }, thrown);
}
