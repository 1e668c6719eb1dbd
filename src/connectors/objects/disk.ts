/** The Objects port on disk: every object is a file named after its hash, complete and durable before it has that name. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';

const HASH = /^[0-9a-f]{64}$/;
const OLD_MS = 60 * 60 * 1000;

export async function openDiskObjects(root: string): Promise<ObjectStore> {
  const unfinished = join(root, 'unfinished');
  await makeDirectories(dirname(dirname(root)), unfinished);
  await sweep(unfinished);

  const pathOf = (hash: string): string => {
    if (!HASH.test(hash))
      throw new PortError('INVALID_ARGUMENTS', 'An object is named by a SHA-256 in lower-case hex.');
    return join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
  };

  return {
    async put(content) {
      if (content instanceof Uint8Array) {
        const hash = createHash('sha256').update(content).digest('hex');
        if (await isKept(pathOf(hash), content.byteLength)) return { hash, size: content.byteLength };
      }
      const temporary = join(unfinished, randomBytes(12).toString('hex'));
      try {
        await using handle = await open(temporary, 'wx', 0o600);
        const { hash, size } = await writeHashing(handle, content);
        const path = pathOf(hash);
        if (await isKept(path, size)) return { hash, size };
        await handle.sync();
        await makeDirectories(root, dirname(path));
        await rename(temporary, path);
        await syncDirectory(dirname(path));
        return { hash, size };
      } catch (thrown) {
        throw isFull(thrown) ? diskFullError(thrown) : thrown;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async get(hash) {
      let bytes: Uint8Array;
      try {
        bytes = new Uint8Array(await readFile(pathOf(hash)));
      } catch (thrown) {
        if (isMissing(thrown)) return undefined;
        throw thrown;
      }
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw damagedObjectError(hash);
      return bytes;
    },

    // The caller must read to the end before using any of it: only then is it certain that nothing is damaged.
    async *stream(hash) {
      const digest = createHash('sha256');
      try {
        for await (const chunk of createReadStream(pathOf(hash)) as AsyncIterable<Buffer>) {
          digest.update(chunk);
          yield chunk;
        }
      } catch (thrown) {
        if (isMissing(thrown)) throw new PortError('NOT_FOUND', `No object is kept under ${hash}.`, { hash });
        throw thrown;
      }
      if (digest.digest('hex') !== hash) throw damagedObjectError(hash);
    },
  };
}

async function writeHashing(handle: FileHandle, content: Uint8Array | AsyncIterable<Uint8Array>) {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    digest.update(chunk);
    size += chunk.byteLength;
    await handle.writeFile(chunk);
  }
  return { hash: digest.digest('hex'), size };
}

/** Creates the missing folders below `root`, and makes their names durable. */
async function makeDirectories(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length > root.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Syncs the folders too: the process that wrote the object may not have made its name durable. */
async function isKept(path: string, size: number): Promise<boolean> {
  if ((await readSize(path)) !== size) return false;
  const directory = dirname(path);
  for (const each of [directory, dirname(directory), dirname(dirname(directory))]) await syncDirectory(each);
  return true;
}

async function syncDirectory(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

async function readSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const stats = await stat(join(directory, name)).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > OLD_MS) await rm(join(directory, name), { force: true });
  }
}

function damagedObjectError(hash: string): PortError {
  return new PortError('EXECUTION_ERROR', `The object ${hash} is damaged on disk: its content has another hash.`, {
    hash,
  });
}

function isFull(thrown: unknown): boolean {
  return thrown instanceof Error && ['ENOSPC', 'EDQUOT'].includes(String(Reflect.get(thrown, 'code')));
}

function diskFullError(cause: unknown): PortError {
  return new PortError('STORAGE_FULL', 'The object could not be kept: the disk is full.', {}, cause);
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && Reflect.get(thrown, 'code') === 'ENOENT';
}
