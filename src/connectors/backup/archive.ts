/** A backup as one file: a compressed tar whose last entry lists all others with their hashes. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { PortError } from '../../ports/port-error.ts';
import { readTar, writeTar, type TarEntry } from './tar.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 'deputize-backup-1';
const MOST_MANIFEST = 500_000_000;
/** The data of an installation compresses to a tenth or so. Only a made-up archive unpacks to much more than this. */
const MOST_RATIO = 100;
const SMALL_ARCHIVE = 500_000_000;

interface Listed {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file on this machine, and its path in the archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly from: string;
}

export async function writeArchive(
  target: string,
  files: AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>,
): Promise<number> {
  const listed: Listed[] = [];
  await pipeline(
    writeTar(listEntries(files, listed)),
    createGzip({ level: 6 }),
    createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return listed.length;
}

/** The files, and then the manifest of what was listed. */
async function* listEntries(
  files: AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>,
  listed: Listed[],
): AsyncGenerator<TarEntry> {
  for await (const { path, from } of files) {
    const handle = await openIfThere(from);
    if (!handle) continue;
    try {
      const { size, mode, mtime } = await handle.stat();
      const digest = createHash('sha256');
      yield { path, size, mode, modifiedAt: mtime, content: readExactly(handle, size, digest, from) };
      listed.push({ path, size, sha256: digest.digest('hex') });
    } finally {
      await handle.close();
    }
  }
  const manifest = Buffer.from(JSON.stringify({ format: FORMAT, files: listed }));
  const content = Readable.from([manifest]);
  yield { path: MANIFEST, size: manifest.length, mode: 0o600, modifiedAt: new Date(), content };
}

/** A file may grow during the backup. Only the bytes that it had when it was opened are stored. */
async function* readExactly(handle: FileHandle, size: number, digest: Hash, from: string): AsyncGenerator<Buffer> {
  let read = 0;
  if (size > 0) {
    const pieces = handle.createReadStream({ autoClose: false, end: size - 1 }) as AsyncIterable<Buffer>;
    for await (const piece of pieces) {
      digest.update(piece);
      read += piece.length;
      yield piece;
    }
  }
  if (read !== size) throw new PortError('CONFLICT', `${from} became shorter while it was read.`);
}

/** Reads the whole archive and fails unless every entry is as it was written. With a folder, it unpacks the entries there. */
export async function readArchive(file: string, folder?: string): Promise<number> {
  const found = new Map<string, Listed>();
  let manifest: readonly Listed[] | undefined;
  const room = await measureRoom(file, folder);
  let declared = 0;
  for await (const entry of readTar(unpacked(file))) {
    // Before a byte of it is written: the size is declared in front of the content.
    declared += entry.size;
    if (declared > room.byRatio)
      throw damagedArchiveError(`it claims to hold more than ${MOST_RATIO} times its own size`);
    if (declared > room.free)
      throw new PortError('STORAGE_FULL', `There is no room to unpack it: more than ${room.free} bytes are needed.`);
    if (manifest) throw damagedArchiveError('something follows the list of what it holds');
    if (entry.path === MANIFEST) manifest = await readManifest(entry);
    else {
      const { path } = entry;
      if (!isSafePath(path) || found.has(path)) throw damagedArchiveError(`it holds ${JSON.stringify(path)}`);
      found.set(path, await unpack(entry, folder === undefined ? undefined : join(folder, path)));
    }
  }
  if (!manifest) throw damagedArchiveError('it does not say what it holds');
  const isWhole =
    manifest.length === found.size &&
    manifest.every(({ path, size, sha256 }) => found.get(path)?.sha256 === sha256 && found.get(path)?.size === size);
  if (!isWhole) throw damagedArchiveError('what it holds is not what was put in');
  return found.size;
}

/** How much an archive may hold. Compression alone does not explain more, and the disk must have room for it. */
async function measureRoom(file: string, folder: string | undefined): Promise<{ byRatio: number; free: number }> {
  if (folder === undefined) return { byRatio: Infinity, free: Infinity };
  const byRatio = SMALL_ARCHIVE + (await stat(file)).size * MOST_RATIO;
  const { bavail, bsize } = await statfs(folder);
  return { byRatio, free: bavail * bsize };
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = createReadStream(file).on('error', (error) => void gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof Error && String(Reflect.get(error, 'code')).startsWith('Z_'))
      throw damagedArchiveError(error.message);
    throw error;
  } finally {
    source.destroy();
  }
}

async function unpack({ path, size, mode, content }: TarEntry, target: string | undefined): Promise<Listed> {
  const digest = createHash('sha256');
  if (target !== undefined) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const handle = target === undefined ? undefined : await open(target, 'wx', mode & 0o700);
  try {
    for await (const piece of content) {
      digest.update(piece);
      if (handle) await handle.writeFile(piece);
    }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return { path, size, sha256: digest.digest('hex') };
}

async function readManifest({ size, content }: TarEntry): Promise<Listed[]> {
  if (size > MOST_MANIFEST) throw damagedArchiveError('the list of what it holds is too long');
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const read = parseManifest(Buffer.concat(pieces).toString('utf8'));
  if (read.format !== FORMAT) throw damagedArchiveError('it is of another kind');
  if (!Array.isArray(read.files) || !read.files.every(isListed))
    throw damagedArchiveError('the list of what it holds was changed');
  return read.files;
}

function parseManifest(text: string): { readonly format?: unknown; readonly files?: readonly unknown[] } {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    throw damagedArchiveError('the list of what it holds cannot be read');
  }
}

function isListed(value: unknown): value is Listed {
  if (typeof value !== 'object' || value === null) return false;
  const { path, size, sha256 } = value as Partial<Record<keyof Listed, unknown>>;
  return typeof path === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}

/** Returns undefined for a file that was removed since it was listed. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether the path is below the folder that the archive is unpacked into, by the rules of any system. */
function isSafePath(path: string): boolean {
  return (
    !/^[/\\]|\\|^[A-Za-z]:|\0/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

const damagedArchiveError = (why: string): PortError =>
  new PortError('INVALID_REQUEST', `This is no whole backup: ${why}.`);
