import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SmallDisk } from '../../../test/support/crash/small-disk.ts';
import { openDiskObjects } from './disk.ts';
import { keepSmallObjects, type SmallObjects } from './small.ts';

let folder: string;
let objects: SmallObjects;
const open = async (root: string): Promise<SmallObjects> =>
  keepSmallObjects(join(root, 'small.db'), await openDiskObjects(join(root, 'objects')));
const bytes = (size: number, value = 7): Uint8Array => new Uint8Array(size).fill(value);
async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}
const gather = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'small-'));
  objects = await open(folder);
});
afterEach(async () => {
  await objects.close();
  rmSync(folder, { recursive: true });
});

describe('small objects', () => {
  test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])('of %i bytes come back, whole and as a stream', async (size) => {
    const content = bytes(size);
    const { hash, size: kept } = await objects.put(content);
    expect(kept).toBe(size);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await objects.put(pieces(content.subarray(0, size / 2), content.subarray(size / 2)))).toEqual({
      hash,
      size,
    });
    expect(Buffer.from((await objects.get(hash)) ?? []).equals(content)).toBe(true);
    expect((await gather(objects.stream(hash))).equals(content)).toBe(true);
  });

  test('that are put together, by the hundred, are all there after it is opened again', async () => {
    const kept = await Promise.all(Array.from({ length: 500 }, (_, at) => objects.put(Buffer.from(`object ${at}`))));
    await objects.close();
    objects = await open(folder);
    for (const [at, { hash }] of kept.entries())
      expect(Buffer.from((await objects.get(hash)) ?? []).toString()).toBe(`object ${at}`);
  });

  test('that are not there are undefined', async () => {
    expect(await objects.get('0'.repeat(64))).toBeUndefined();
  });

  test('that were damaged are not handed out', async () => {
    const { hash } = await objects.put(Buffer.from('whole'));
    const file = new DatabaseSync(join(folder, 'small.db'));
    file.prepare('update objects set bytes = ?').run(Buffer.from('other'));
    file.close();
    await expect(objects.get(hash)).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
  });

  test('two who write at the same time do not lose each other’s', async () => {
    const other = await open(folder);
    const put = (who: SmallObjects, name: string) =>
      Promise.all(Array.from({ length: 200 }, (_, at) => who.put(Buffer.from(`${name} ${at}`))));
    const [mine, theirs] = await Promise.all([put(objects, 'a'), put(other, 'b')]);
    for (const { hash } of theirs) expect(await objects.get(hash)).toBeDefined();
    for (const { hash } of mine) expect(await other.get(hash)).toBeDefined();
    await other.close();
  });

  test('on a full disk are refused as such, and taken once there is room', async () => {
    using disk = new SmallDisk(2);
    const cramped = await open(disk.path);
    await cramped.put(bytes(1_000));
    disk.fill();
    const many = Array.from({ length: 20 }, (_, at) => cramped.put(bytes(50_000, at)));
    const refused = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) expect(result).toMatchObject({ reason: { code: 'STORAGE_FULL' } });
    await expect(cramped.put(bytes(200_000))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    disk.empty();
    disk.grow(16);
    const { hash } = await cramped.put(bytes(60_000, 99));
    expect(await cramped.get(hash)).toEqual(bytes(60_000, 99));
    await cramped.close();
  });
});
