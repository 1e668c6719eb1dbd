/** Takes the image of what stands under a name: a file by its content's hash, a link by its target, a directory whole. */
import { createHash } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/files.ts';
import { PortError } from '../../ports/port-error.ts';
import { conflict, errno } from './fault.ts';
import { modeOf, modifiedOf } from './file-info.ts';
import type { Directory, Name, Pinned } from './handles.ts';
import { at, namesIn, openDirectory, pin } from './handles.ts';
import type { Limits } from './limits.ts';
import { isTemporary } from './temporary-names.ts';

/** What becomes of a file's content: it is only hashed, or kept and hashed. */
export type Keep = (content: AsyncIterable<Uint8Array>) => Promise<string>;

export const hashOnly: Keep = async (content) => {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
};

export interface Taking {
  readonly limits: Limits;
  readonly keep: Keep;
  readonly signal: AbortSignal | undefined;
}

export function imageAt(directory: Directory, name: string, shown: string, taking: Taking): Promise<BeforeImage> {
  return new Taker(taking).take(directory, name, shown, 1);
}

class Taker {
  readonly #taking: Taking;
  #entries = 0;
  #bytes = 0;

  constructor(taking: Taking) {
    this.#taking = taking;
  }

  async take(directory: Directory, name: string, shown: string, depth: number): Promise<BeforeImage> {
    const { limits, signal } = this.#taking;
    signal?.throwIfAborted();
    if (depth > limits.depth) throw tooLarge(shown, `is deeper than ${limits.depth} directories`);
    if (++this.#entries > limits.entries) throw tooLarge(shown, `is beyond the limit of ${limits.entries} entries`);
    await using pinned = await pin(directory, name);
    if (pinned === undefined) return { kind: 'absent' };
    if (pinned.type === 'special') {
      throw new PortError('NOT_A_FILE', `"${shown}" is a FIFO, socket or device, which cannot be read or kept.`, {
        path: shown,
      });
    }
    try {
      if (pinned.type === 'file') return await this.#file(pinned, shown);
      if (pinned.type === 'directory') return await this.#directory(directory, name, shown, depth);
      const target = await this.#target(directory, name, shown);
      return { kind: 'symlink', target, modified: modifiedOf(pinned.stats) };
    } catch (thrown) {
      if (errno(thrown) !== 'ENOENT') throw thrown;
      // Not the same as never having been there.
      throw conflict(shown, 'went away while it was being read');
    }
  }

  async #file(pinned: Pinned, shown: string): Promise<BeforeImage> {
    await using handle = await pinned.openToRead();
    const hash = await this.#taking.keep(this.#content(handle, Number(pinned.stats.size), shown));
    const after = await handle.stat({ bigint: true });
    // A file written to while it is read gives a content that it never had.
    if (after.size !== pinned.stats.size || after.mtimeNs !== pinned.stats.mtimeNs) {
      throw conflict(shown, 'was changed while it was being read');
    }
    return { kind: 'file', hash, mode: modeOf(after), modified: modifiedOf(after) };
  }

  async *#content(handle: FileHandle, size: number, shown: string): AsyncIterable<Uint8Array> {
    const { limits, signal } = this.#taking;
    this.#bytes += size;
    if (this.#bytes > limits.treeBytes) throw tooLarge(shown, `is beyond the limit of ${limits.treeBytes} bytes`);
    for (let left = size; left > 0;) {
      signal?.throwIfAborted();
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(left, 256 * 1024)));
      if (bytesRead === 0) return;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async #target(directory: Directory, name: string, shown: string): Promise<string> {
    const bytes = await readlink(at(directory, name), { encoding: 'buffer' });
    const target = bytes.toString('utf8');
    if (!Buffer.from(target).equals(bytes)) throw unspellable(shown);
    return target;
  }

  async #directory(parent: Directory, name: string, shown: string, depth: number): Promise<BeforeImage> {
    await using directory = await openDirectory(parent, name, shown);
    const stats = await directory.stat({ bigint: true });
    const entries: { name: string; image: BeforeImage }[] = [];
    for (const group of together(await namesIn(directory))) {
      // All settle before any error leaves: a task that outlived the handle would work through a number that is reused.
      const settled = await Promise.allSettled(group.map((entry) => this.#entry(directory, entry, shown, depth)));
      for (const result of settled) {
        if (result.status === 'rejected') throw result.reason;
        entries.push(result.value);
      }
    }
    return { kind: 'directory', mode: modeOf(stats), modified: modifiedOf(stats), entries };
  }

  async #entry(directory: Directory, entry: Name, shown: string, depth: number) {
    const below = `${shown}/${entry.shown}`;
    if (entry.text === undefined) throw unspellable(below);
    const image = await this.take(directory, entry.text, below, depth + 1);
    if (image.kind === 'absent') throw conflict(below, 'went away while it was being read');
    return { name: entry.text, image };
  }
}

/** Files go in groups, so that many share one wait for the disk; directories go alone, so that handles stay few. */
function* together(names: readonly Name[]): Iterable<Name[]> {
  let group: Name[] = [];
  for (const name of names) {
    if (isTemporary(name.shown)) continue;
    if (!name.leaf || group.length === 16) {
      yield group;
      group = [];
    }
    group.push(name);
    if (!name.leaf) {
      yield group;
      group = [];
    }
  }
  yield group;
}

function tooLarge(path: string, reason: string): PortError {
  return new PortError('TOO_LARGE', `"${path}" ${reason}.`, { path });
}

function unspellable(path: string): PortError {
  return new PortError('INVALID_PATH', `"${path}" is not UTF-8 on disk, so it cannot be kept.`, { path });
}
