import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ObjectStore } from '../../ports/object-store.ts';
import { openDiskObjects } from './disk.ts';

let root: string;
let objects: ObjectStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'objects-'));
  objects = await openDiskObjects(root);
});
afterEach(() => rm(root, { recursive: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('objects on disk', () => {
  test('come back by their hash, whole or as a stream', async () => {
    const bytes = Buffer.from('hello');
    expect(await objects.put(bytes)).toEqual({ hash: sha256(bytes), size: 5 });
    expect(await objects.get(sha256(bytes))).toEqual(new Uint8Array(bytes));
    expect(await gather(objects.stream(sha256(bytes)))).toEqual(bytes);
    expect((await objects.put(new Uint8Array())).size).toBe(0);
    expect(await readdir(join(root, 'unfinished'))).toEqual([]);
  });

  test('are the same however they arrive', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x');
    async function* chunks() {
      for (let index = 0; index < 5; index++) yield await Promise.resolve(chunk);
    }
    const streamed = await objects.put(chunks());
    expect(await objects.put(Buffer.alloc(5_000_000, 'x'))).toEqual(streamed);
  });

  test('are written once: the same bytes again change nothing on disk', async () => {
    const { hash } = await objects.put(Buffer.from('same'));
    const first = await stat(pathOf(hash));
    async function* again() {
      yield await Promise.resolve(Buffer.from('same'));
    }
    await objects.put(Buffer.from('same'));
    await objects.put(again());
    const second = await stat(pathOf(hash));
    expect([second.ino, second.mtimeMs]).toEqual([first.ino, first.mtimeMs]);
  });

  test('survive many writers of the same and of other bytes', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => objects.put(Buffer.from(`n${index % 8}`))));
    for (const { hash } of all) expect(await objects.get(hash)).toBeDefined();
  });

  test('that are damaged are an error, and one cut short is healed by being put again', async () => {
    const { hash } = await objects.put(Buffer.from('precious'));
    await writeFile(pathOf(hash), 'precioux');
    await expect(objects.get(hash)).rejects.toThrow(/damaged/);
    await expect(gather(objects.stream(hash))).rejects.toThrow(/damaged/);
    await truncate(pathOf(hash), 3);
    await objects.put(Buffer.from('precious'));
    expect(await readFile(pathOf(hash), 'utf8')).toBe('precious');
  });

  test('that are missing are undefined, and have no stream', async () => {
    const hash = 'a'.repeat(64);
    expect(await objects.get(hash)).toBeUndefined();
    await expect(gather(objects.stream(hash))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are named by hashes only', async () => {
    for (const hash of ['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}/x`]) {
      await expect(objects.get(hash)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    }
  });

  test('whose source fails leave nothing behind', async () => {
    async function* failing() {
      yield await Promise.resolve(Buffer.from('some'));
      throw new Error('source failed');
    }
    await expect(objects.put(failing())).rejects.toThrow('source failed');
    expect(await readdir(join(root, 'unfinished'))).toEqual([]);
  });
});
