/** A backup as one file: a compressed tar whose last entry lists all others with their hashes. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { PortError } from '../../ports/port-error.ts';
import { readTar, tarEnd, tarHeader, tarPadding, type TarEntry } from './tar.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 'deputize-backup-1';
const MOST_MANIFEST = 500_000_000;

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
  async function* tar(): AsyncGenerator<Buffer> {
    for await (const { path, from } of files) {
      const handle = await openIfThere(from);
      if (!handle) continue;
      try {
        const { size, mode, mtime } = await handle.stat();
        const digest = createHash('sha256');
        yield tarHeader({ path, size, mode, modifiedAt: mtime });
        let written = 0;
        // A file may grow during the backup. Only the bytes that it had when it was opened are stored.
        if (size > 0)
          for await (const piece of handle.createReadStream({
            autoClose: false,
            end: size - 1,
          }) as AsyncIterable<Buffer>) {
            digest.update(piece);
            written += piece.length;
            yield piece;
          }
        if (written !== size) throw new PortError('CONFLICT', `${from} became shorter while it was read.`);
        yield tarPadding(size);
        listed.push({ path, size, sha256: digest.digest('hex') });
      } finally {
        await handle.close();
      }
    }
    const manifest = Buffer.from(JSON.stringify({ format: FORMAT, files: listed }));
    const entry: TarEntry = { path: MANIFEST, size: manifest.length, mode: 0o600, modifiedAt: new Date() };
    yield Buffer.concat([tarHeader(entry), manifest, tarPadding(manifest.length), tarEnd()]);
  }
  await pipeline(
    Readable.from(tar()),
    createGzip({ level: 6 }),
    createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
  );
  return listed.length;
}

/** Reads the whole archive and fails unless every entry is as it was written. With a folder, it unpacks the entries there. */
export async function readArchive(file: string, folder?: string): Promise<number> {
  const found = new Map<string, Listed>();
  let manifest: readonly Listed[] | undefined;
  for await (const entry of readTar(unpacked(file))) {
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

async function unpack(
  { path, size, mode, content }: TarEntry & { readonly content: AsyncIterable<Buffer> },
  target: string | undefined,
): Promise<Listed> {
  const digest = createHash('sha256');
  if (target !== undefined) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const handle = target === undefined ? undefined : await open(target, 'wx', mode & 0o777);
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

async function readManifest({
  size,
  content,
}: TarEntry & { readonly content: AsyncIterable<Buffer> }): Promise<Listed[]> {
  if (size > MOST_MANIFEST) throw damagedArchiveError('the list of what it holds is too long');
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  const read = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { format?: string; files?: Listed[] };
  if (read.format !== FORMAT || !Array.isArray(read.files)) throw damagedArchiveError('it is of another kind');
  return read.files;
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
