/** Lists a directory, and with `recursive` everything below it. Links are listed and not entered. */
import { lstat } from 'node:fs/promises';

import type { DirectoryEntry } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DirectoryHandle } from './handles.ts';
import { toProcPath, listNames, openDirectory, errno, fileInfo } from './handles.ts';
import type { FileLimits } from './limits.ts';
import { isTemporary } from './workspace-path.ts';

export interface FileListOptions {
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly signal: AbortSignal;
  readonly limits: FileLimits;
}

export async function listDirectory(directory: DirectoryHandle, options: FileListOptions): Promise<DirectoryEntry[]> {
  const found: DirectoryEntry[] = [];
  await collect(directory, '', 1, options, found);
  return found;
}

async function collect(
  directory: DirectoryHandle,
  prefix: string,
  depth: number,
  options: FileListOptions,
  found: DirectoryEntry[],
): Promise<void> {
  const { limits } = options;
  if (depth > limits.depth) throw listingTooLargeError(`A directory lies deeper than ${limits.depth} levels.`);
  for (const { text, shown } of await listNames(directory)) {
    options.signal.throwIfAborted();
    if (isTemporary(shown) || (!options.includeHidden && shown.startsWith('.'))) continue;
    const name = prefix + shown;
    const info = text === undefined ? unspelled : await look(directory, text);
    if (info === undefined) continue;
    if (found.length >= limits.listed) throw listingTooLargeError(`There are more than ${limits.listed} entries.`);
    found.push({ name, ...info });
    if (!options.recursive || info.type !== 'directory' || text === undefined) continue;
    const inside = await openUnlessGone(directory, text, name);
    if (inside === undefined) continue;
    await using held = inside;
    await collect(held, `${name}/`, depth + 1, options, found);
  }
}

// Seen, but beyond reach: no path can spell a name that is not UTF-8.
export const unspelled = { type: 'file', size: 0, modified: new Date(0).toISOString() } as const;

async function look(directory: DirectoryHandle, name: string) {
  try {
    return fileInfo(await lstat(toProcPath(directory, name), { bigint: true }));
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

// Between the look and the opening it may have gone, or become a link, which is then not entered.
async function openUnlessGone(
  directory: DirectoryHandle,
  name: string,
  shown: string,
): Promise<DirectoryHandle | undefined> {
  try {
    return await openDirectory(directory, name, shown);
  } catch (thrown) {
    if (thrown instanceof PortError || errno(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

export function listingTooLargeError(reason: string): PortError {
  return new PortError('TOO_LARGE', `${reason} List a smaller directory, or without "recursive".`);
}
