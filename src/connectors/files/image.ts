/** Captures the entry under a name: a file by its content's hash, a link by its target, a directory with all its entries. Compares such images. */
import { createHash } from 'node:crypto';
import { readlink, type FileHandle } from 'node:fs/promises';

import type { BeforeImage } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import {
  toProcPath,
  listNames,
  openDirectory,
  pin,
  conflictError,
  errno,
  toFileMode,
  toModifiedTime,
  type DirectoryHandle,
  type EntryName,
  type PinnedEntry,
} from './handles.ts';
import type { FileLimits } from './limits.ts';
import { isTemporary } from './workspace-path.ts';

/** Takes a file's content and returns its hash. It may also store the content. */
type ContentSink = (content: AsyncIterable<Uint8Array>) => Promise<string>;

export const hashOnly: ContentSink = async (content) => {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
};

export interface CaptureOptions {
  readonly limits: FileLimits;
  readonly keep: ContentSink;
  readonly signal: AbortSignal | undefined;
}

export function captureImage(
  directory: DirectoryHandle,
  name: string,
  shown: string,
  captureOptions: CaptureOptions,
): Promise<BeforeImage> {
  return new ImageCapture(captureOptions).take(directory, name, shown, 1);
}

class ImageCapture {
  readonly #taking: CaptureOptions;
  #entries = 0;
  #bytes = 0;

  constructor(captureOptions: CaptureOptions) {
    this.#taking = captureOptions;
  }

  async take(directory: DirectoryHandle, name: string, shown: string, depth: number): Promise<BeforeImage> {
    const { limits, signal } = this.#taking;
    signal?.throwIfAborted();
    if (depth > limits.depth) throw tooLargeError(shown, `is deeper than ${limits.depth} directories`);
    if (++this.#entries > limits.entries)
      throw tooLargeError(shown, `is beyond the limit of ${limits.entries} entries`);
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
      return { kind: 'symlink', target, modified: toModifiedTime(pinned.stats) };
    } catch (thrown) {
      if (errno(thrown) !== 'ENOENT') throw thrown;
      // Another case than an entry that never existed.
      throw conflictError(shown, 'went away while it was being read');
    }
  }

  async #file(pinned: PinnedEntry, shown: string): Promise<BeforeImage> {
    await using handle = await pinned.openToRead();
    const hash = await this.#taking.keep(this.#content(handle, Number(pinned.stats.size), shown));
    const after = await handle.stat({ bigint: true });
    // A read during a write returns content that the file never had.
    if (after.size !== pinned.stats.size || after.mtimeNs !== pinned.stats.mtimeNs) {
      throw conflictError(shown, 'was changed while it was being read');
    }
    return { kind: 'file', hash, mode: toFileMode(after), modified: toModifiedTime(after) };
  }

  async *#content(handle: FileHandle, size: number, shown: string): AsyncIterable<Uint8Array> {
    const { limits, signal } = this.#taking;
    this.#bytes += size;
    if (this.#bytes > limits.treeBytes) throw tooLargeError(shown, `is beyond the limit of ${limits.treeBytes} bytes`);
    for (let left = size; left > 0;) {
      signal?.throwIfAborted();
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(left, 256 * 1024)));
      if (bytesRead === 0) return;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async #target(directory: DirectoryHandle, name: string, shown: string): Promise<string> {
    const bytes = await readlink(toProcPath(directory, name), { encoding: 'buffer' });
    const target = bytes.toString('utf8');
    if (!Buffer.from(target).equals(bytes)) throw invalidNameError(shown);
    return target;
  }

  async #directory(parent: DirectoryHandle, name: string, shown: string, depth: number): Promise<BeforeImage> {
    await using directory = await openDirectory(parent, name, shown);
    const stats = await directory.stat({ bigint: true });
    const entries: { name: string; image: BeforeImage }[] = [];
    for (const group of groupEntries(await listNames(directory))) {
      // All settle before an error is thrown: a task that outlives the handle would use a reused descriptor.
      const settled = await Promise.allSettled(group.map((entry) => this.#entry(directory, entry, shown, depth)));
      for (const result of settled) {
        if (result.status === 'rejected') throw result.reason;
        entries.push(result.value);
      }
    }
    return { kind: 'directory', mode: toFileMode(stats), modified: toModifiedTime(stats), entries };
  }

  async #entry(directory: DirectoryHandle, entry: EntryName, shown: string, depth: number) {
    const below = `${shown}/${entry.shown}`;
    if (entry.text === undefined) throw invalidNameError(below);
    const image = await this.take(directory, entry.text, below, depth + 1);
    if (image.kind === 'absent') throw conflictError(below, 'went away while it was being read');
    return { name: entry.text, image };
  }
}

/** Files are read in groups, to share the wait for the disk. Directories are read alone, to hold few handles. */
function* groupEntries(names: readonly EntryName[]): Iterable<EntryName[]> {
  let group: EntryName[] = [];
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

function tooLargeError(path: string, reason: string): PortError {
  return new PortError('TOO_LARGE', `"${path}" ${reason}.`, { path });
}

function invalidNameError(path: string): PortError {
  return new PortError('INVALID_PATH', `"${path}" is not UTF-8 on disk, so it cannot be kept.`, { path });
}

/** One short text for an image, so that two states can be compared as strings. Times are left out. */
export function computeFingerprint(image: BeforeImage): string {
  switch (image.kind) {
    case 'absent':
      return 'absent';
    case 'file':
      return `file:${image.mode.toString(8)}:${image.hash}`;
    case 'symlink':
      return `symlink:${sha256(image.target)}`;
    case 'directory':
      break;
  }
  const entries = image.entries.map(({ name, image }) => [name, computeFingerprint(image)]);
  return `directory:${image.mode.toString(8)}:${sha256(JSON.stringify(entries))}`;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Every path of an image below `path`, deepest first and itself last. */
export function listPaths(path: string, image: BeforeImage): string[] {
  if (image.kind !== 'directory') return [path];
  return [...image.entries.flatMap(({ name, image }) => listPaths(`${path}/${name}`, image)), path];
}

/** Whether everything in this image is also in the other image, unchanged. */
export function isSubset(image: BeforeImage, whole: BeforeImage): boolean {
  if (image.kind === 'absent' || computeFingerprint(image) === computeFingerprint(whole)) return true;
  if (image.kind !== 'directory' || whole.kind !== 'directory' || image.mode !== whole.mode) return false;
  const wanted = new Map(whole.entries.map(({ name, image }) => [name, image]));
  return image.entries.every(({ name, image }) => {
    const counterpart = wanted.get(name);
    return counterpart !== undefined && isSubset(image, counterpart);
  });
}
