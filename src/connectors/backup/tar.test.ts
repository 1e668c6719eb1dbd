/** Hostile and odd archives, made by hand, and by the system's tar. */
import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';

import { readTar, writeTar, type TarEntry } from './tar.ts';

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

interface HeaderFields {
  readonly name: string;
  readonly size?: string;
  readonly type?: string;
  readonly link?: string;
}

function header({ name, size = '00000000000', type = '0', link = '' }: HeaderFields): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size}\0`, 124);
  block.write('00000000000\0', 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write(link, 157);
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
const octal = (size: number): string => size.toString(8).padStart(11, '0');
const padded = (text: string): Buffer =>
  Buffer.concat([Buffer.from(text), Buffer.alloc((BLOCK - (text.length % BLOCK)) % BLOCK)]);

async function read(...parts: readonly Buffer[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { path, content } of readTar(Readable.from(parts))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    found[path] = Buffer.concat(pieces).toString('utf8');
  }
  return found;
}

async function* entries(files: Record<string, string>): AsyncGenerator<TarEntry> {
  for (const [path, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const content = Readable.from(bytes.length === 0 ? [] : [bytes]);
    yield await Promise.resolve({ path, size: bytes.length, mode: 0o644, modifiedAt: new Date(0), content });
  }
}
const toBuffer = async (stream: Readable): Promise<Buffer> => Buffer.concat((await stream.toArray()) as Buffer[]);

test('what was written is read again, and the system reads it too', async () => {
  const files = { 'a.txt': 'one', empty: '', [`${'länger '.repeat(20)}name`]: 'ä', 'b/c': 'x'.repeat(100_000) };
  const bytes = await toBuffer(writeTar(entries(files)));
  expect(await read(bytes)).toEqual(files);
  expect(execFileSync('tar', ['xOf', '-', 'b/c'], { input: bytes }).toString()).toBe(files['b/c']);
});

test('reads an archive in pieces of any size', async () => {
  const bytes = await toBuffer(writeTar(entries({ 'a.txt': 'one', b: 'two' })));
  const pieces = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, at) =>
    bytes.subarray(at * 100, at * 100 + 100),
  );
  expect(await read(...pieces)).toEqual({ 'a.txt': 'one', b: 'two' });
});

test('fails with what an entry fails with', async () => {
  async function* failing(): AsyncGenerator<TarEntry> {
    yield* entries({ a: 'one' });
    throw await Promise.resolve(new Error('the disk is gone'));
  }
  await expect(toBuffer(writeTar(failing()))).rejects.toThrow('the disk is gone');
});

test('fails if an entry is shorter than it says', async () => {
  async function* short(): AsyncGenerator<TarEntry> {
    for await (const entry of entries({ a: 'one' })) yield { ...entry, size: 10 };
  }
  await expect(toBuffer(writeTar(short()))).rejects.toThrow();
});

test.each(['1', '2', '3', '4', '5', '6', '7'])('refuses an entry of type %s, which is no plain file', async (type) => {
  await expect(read(header({ name: 'x', type, link: '/etc/passwd' }), END)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

const pax = (records: string): Buffer[] => [
  header({ name: 'pax', type: 'x', size: octal(records.length) }),
  padded(records),
];

test.each([
  ['ends within a file', [header({ name: 'a', size: octal(2_000) }), Buffer.alloc(BLOCK)]],
  ['ends within a header', [header({ name: 'a' }).subarray(0, 100)]],
  ['has a damaged header', [Buffer.from(header({ name: 'a' })).fill(1, 0, 10)]],
  ['is no archive', [Buffer.alloc(BLOCK, 'x')]],
  ['has a size that is no number', [header({ name: 'a', size: 'zzzzzzzzzzz' }), END]],
  ['has a negative size in an extended header', [...pax('11 size=-5\n'), header({ name: 'a' }), END]],
  [
    'has an extended header of a gigabyte',
    [header({ name: 'pax', type: 'x', size: octal(1_000_000_000) }), Buffer.alloc(BLOCK)],
  ],
])('refuses an archive that %s', async (_, parts) => {
  await expect(read(...parts)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('passes on the failure of the stream that it reads', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield header({ name: 'a', size: octal(2_000) });
    throw await Promise.resolve(new Error('cannot be read'));
  }
  const reading = (async () => {
    for await (const { content } of readTar(broken())) for await (const _ of content);
  })();
  await expect(reading).rejects.toThrow('cannot be read');
});

test('stops reading when the reader stops', async () => {
  let isEnded = false;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield await Promise.resolve(header({ name: 'a' }));
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of readTar(source())) break;
  await expect.poll(() => isEnded).toBe(true);
});

test('ends its entries when the reader of the archive stops', async () => {
  let isEnded = false;
  async function* many(): AsyncGenerator<TarEntry> {
    try {
      for (;;) yield* entries({ a: 'x'.repeat(1_000_000) });
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of writeTar(many())) break;
  await expect.poll(() => isEnded).toBe(true);
});
