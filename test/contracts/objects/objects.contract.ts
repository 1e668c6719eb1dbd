/** What every store of objects must do. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ObjectStore } from '../../../src/ports/object-store.ts';

export interface Store extends AsyncDisposable {
  readonly objects: ObjectStore;
  /** Puts other bytes where this object is kept. */
  spoil(hash: string): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ABSENT = '0'.repeat(64);

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

export function describeObjects(name: string, open: () => Promise<Store>): void {
  describe(`objects ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store[Symbol.asyncDispose]());

    test.each([
      ['nothing', new Uint8Array()],
      ['text', Buffer.from('hello')],
      ['every byte', Uint8Array.from({ length: 256 }, (_, at) => at)],
      ['megabytes', Buffer.alloc(3_000_001, 'abc')],
    ])('%s comes back by its hash, whole or as a stream, however it was put', async (_, bytes) => {
      const expected = { hash: sha256(bytes), size: bytes.length };
      expect(await store.objects.put(inPieces(bytes, 700_000))).toEqual(expected);
      expect(await store.objects.put(bytes)).toEqual(expected);
      expect(Buffer.compare((await store.objects.get(expected.hash)) ?? Buffer.from('?'), bytes)).toBe(0);
      expect(Buffer.compare(await gather(store.objects.stream(expected.hash)), bytes)).toBe(0);
    });

    test('many at once are all kept', async () => {
      const all = Array.from({ length: 40 }, (_, at) => Buffer.from(`object ${at % 30}`));
      const put = await Promise.all(all.map((bytes) => store.objects.put(bytes)));
      expect(put.map(({ hash }) => hash)).toEqual(all.map(sha256));
      const got = await Promise.all(put.map(({ hash }) => store.objects.get(hash)));
      expect(got.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(all.map(String));
    });

    test('what is not there is not there, and only a hash is a name', async () => {
      expect(await store.objects.get(ABSENT)).toBeUndefined();
      await expect(gather(store.objects.stream(ABSENT))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      for (const odd of ['', '../x', ABSENT.toUpperCase().replace('0', 'A'), `${ABSENT}0`])
        await expect(store.objects.get(odd)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    });

    test('what was changed meanwhile is not answered', async () => {
      const { hash } = await store.objects.put(Buffer.from('as it was'));
      await store.spoil(hash);
      await expect(store.objects.get(hash)).rejects.toThrow('damaged');
      await expect(gather(store.objects.stream(hash))).rejects.toThrow('damaged');
    });

    test('a source that fails leaves nothing', async () => {
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(Buffer.from('begun'));
        throw new Error('the source broke off');
      }
      await expect(store.objects.put(failing())).rejects.toThrow('broke off');
      expect(await store.objects.get(sha256(Buffer.from('begun')))).toBeUndefined();
    });
  });
}
