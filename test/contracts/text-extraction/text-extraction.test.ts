/** Text out of files of every kind, and nothing but a reason out of those that were made to hurt. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';

import { openExtraction } from '../../../src/app/organization/extraction.ts';
import { openConfinedExtraction } from '../../../src/connectors/text-extraction/confined-extraction.ts';
import { bomb, docx, odt, pdf, pptx, xlsx } from '../../support/worlds/sample-documents.ts';
import { seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';

vi.setConfig({ testTimeout: 120_000 });

const patient = new AbortController().signal;
const extraction = openExtraction();
const extract = (content: Uint8Array, filename = 'file', contentType = 'application/octet-stream') =>
  extraction.extract(content, { filename, contentType }, patient);
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

test('reads each kind by its bytes, whatever it is called', async () => {
  expect(await extract(pdf('Quarterly figures'))).toEqual({ kind: 'pdf', text: 'Quarterly figures' });
  expect(await extract(docx('First.', 'Second &amp; last.'), 'a.txt', 'text/plain')).toEqual({
    kind: 'docx',
    text: 'First.\nSecond & last.\n\na footnote\n\n',
  });
  expect(await extract(xlsx())).toEqual({ kind: 'xlsx', text: 'Name\t12.5\nAda & Bob\tinline\n\n' });
  expect(await extract(pptx())).toEqual({ kind: 'pptx', text: 'second\n\ntenth\n\n' });
  expect(await extract(odt('An open document.'), 'x.pdf', 'application/pdf')).toEqual({
    kind: 'odt',
    text: 'Heading\nAn open document.\n\n',
  });
});

test('reads HTML without hidden text, mail by its text, and text in its encoding', async () => {
  const html =
    '<!doctype html><title>t</title><script>alert(1)</script><p>Visible</p><p style="display:none">hidden</p>';
  expect(await extract(bytes(html))).toMatchObject({
    kind: 'html',
    text: expect.not.stringContaining('hidden') as string,
  });
  const mail = 'From: ada@example.com\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHello there\r\n';
  expect(await extract(bytes(mail), 'a.eml')).toMatchObject({
    kind: 'email',
    text: expect.stringContaining('Grüße') as string,
  });
  expect(await extract(bytes('grün', 'latin1'), 'a.txt')).toEqual({ kind: 'text', text: 'grün' });
  expect(await extract(bytes('\uFEFFweit', 'utf16le'), 'a.txt')).toEqual({ kind: 'text', text: 'weit' });
  expect(await extract(new Uint8Array([0xd0, 0xd2]), 'a.txt', 'text/plain; charset=koi8-r')).toMatchObject({
    text: 'пр',
  });
  expect(await extract(bytes('# Title\n\ntext'), 'a.md', 'text/markdown')).toEqual({
    kind: 'text',
    text: '# Title\n\ntext',
  });
  expect(await extract(new Uint8Array())).toEqual({ kind: 'text', text: '' });
});

test('reads the words on an image', async () => {
  expect(await extract(letters())).toMatchObject({ kind: 'image', text: expect.stringMatching(/HI|H1/i) as string });
});

test('gives up on bombs, poison and nonsense, with a reason', async () => {
  expect(await extract(bomb())).toEqual({ reason: 'It could not be read: it is too large when unpacked.' });
  expect(await extract(bomb(1_000))).not.toHaveProperty('text', expect.stringMatching(/.{2000}/s));
  expect(await extract(bytes('PK\u0003\u0004 not really', 'latin1'))).toHaveProperty('reason');
  expect(await extract(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]))).toHaveProperty('reason');
  const random = seededRandom(3);
  for (let round = 0; round < 6; round += 1) {
    const poisoned = pdf('some text');
    for (let hits = 0; hits < 40; hits += 1)
      poisoned[9 + pickInteger(random, poisoned.length - 9)] = pickInteger(random, 256);
    const extracted = await extract(poisoned);
    expect(Object.keys(extracted).length).toBeGreaterThan(0);
  }
  const nested = `${XML_START}${'<w:p>'.repeat(20_000)}`;
  expect(await extract(docx(nested))).toBeDefined();
});

test('ends what takes too much time or memory', async () => {
  const greedy = openConfinedExtraction({
    program: new URL('../../support/processes/greedy-child.ts', import.meta.url),
    readable: [new URL('../../..', import.meta.url).pathname],
    seconds: 3,
  });
  const reason = { reason: 'It took too much time or memory to read.' };
  expect(await greedy.extract(bytes('x'), { filename: 'spin', contentType: '' }, patient)).toEqual(reason);
  expect(await greedy.extract(bytes('x'), { filename: 'eat', contentType: '' }, patient)).toEqual(reason);
});

test('reads nothing but its own program', async () => {
  const spy = openConfinedExtraction({
    program: new URL('../../support/processes/reading-child.ts', import.meta.url),
    readable: [new URL('../../support', import.meta.url).pathname],
  });
  expect(readFileSync('/etc/hostname', 'utf8')).not.toBe('');
  expect(await spy.extract(bytes('x'), { filename: '', contentType: '' }, patient)).toEqual({
    reason: 'ERR_ACCESS_DENIED',
  });
});

const XML_START = '</w:t></w:r></w:p>';

/** HI in black on white, large enough to be read. */
function letters(): Uint8Array {
  const rows = [
    '#...#.#####',
    '#...#...#..',
    '#...#...#..',
    '#####...#..',
    '#...#...#..',
    '#...#...#..',
    '#...#.#####',
  ];
  const [scale, margin] = [12, 60];
  const [width, height] = [11 * scale + 2 * margin, 7 * scale + 2 * margin];
  const raw = Buffer.alloc((width + 1) * height, 255);
  for (let y = 0; y < height; y += 1) {
    raw[y * (width + 1)] = 0;
    for (let x = 0; x < width; x += 1) {
      const mark = rows[Math.floor((y - margin) / scale)]?.[Math.floor((x - margin) / scale)];
      if (mark === '#') raw[y * (width + 1) + 1 + x] = 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [section('IHDR', header), section('IDAT', deflateSync(raw)), section('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}

function section(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

test('the process that reads reaches no network, not even this machine', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const calling = openConfinedExtraction({
    program: new URL('../../support/processes/calling-child.ts', import.meta.url),
    readable: [join(import.meta.dirname, '../..'), join(import.meta.dirname, '../../../package.json')],
  });
  const claimed = { filename: String(port), contentType: 'text/plain' };
  let isReached = false;
  server.on('connection', () => (isReached = true));
  expect(await calling.extract(new Uint8Array(), claimed, patient)).toEqual({ kind: 'text', text: 'ECONNREFUSED' });
  expect(isReached).toBe(false);
  server.close();
});
