import { expect, it } from 'vitest';

import { LineReader } from './line-reader.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const all = (reader: LineReader, ...chunks: Uint8Array[]) => [
  ...chunks.flatMap((chunk) => [...reader.push(chunk)]),
  ...reader.end(),
];

it('puts lines together from any pieces, also within a character', () => {
  const whole = bytes('{"a":"ü"}\nsecond\nlast');
  const pieces = Array.from(whole, (byte) => Uint8Array.of(byte));
  const expected = ['{"a":"ü"}', 'second', 'last'].map((text) => ({ kind: 'text', text }));
  expect(all(new LineReader(100), ...pieces)).toEqual(expected);
  expect(all(new LineReader(100), whole)).toEqual(expected);
});

it('reports a line that is too long once, keeps none of it, and reads on', () => {
  const chunks = [bytes('x'.repeat(60)), bytes('x'.repeat(60)), bytes('x\nfine\n')];
  expect(all(new LineReader(100), ...chunks)).toEqual([{ kind: 'too-long' }, { kind: 'text', text: 'fine' }]);
});

it('reports a line that is not UTF-8 and reads on', () => {
  const chunk = Uint8Array.of(0xff, 0xfe, 10, 0x61, 10);
  expect(all(new LineReader(100), chunk)).toEqual([{ kind: 'not-utf8' }, { kind: 'text', text: 'a' }]);
});

const readLossy = (maxBytes: number, ...chunks: Uint8Array[]): string[] => {
  const reader = new LineReader(maxBytes, { isLossy: true, endBytes: 512 });
  return chunks
    .flatMap((chunk) => [...reader.push(chunk)])
    .map((line) => {
      if (line.kind === 'text') return line.text;
      const { head, tail } = (line.kind === 'too-long' && line.ends) || { head: '', tail: '' };
      return `too long: ${head.slice(0, 5)}…${tail.slice(-5)}`;
    });
};
const read = (maxBytes: number, ...chunks: string[]): string[] => readLossy(maxBytes, ...chunks.map(bytes));

it('gives each line once it is whole, however it comes in', () => {
  expect(read(100, 'one\ntw', 'o\n\nthr', 'ee')).toEqual(['one', 'two', '']);
  const pieces = Array.from(bytes('grüße\n'), (byte) => Uint8Array.of(byte));
  expect(readLossy(100, ...pieces)).toEqual(['grüße']);
});

it('keeps only the ends of a line that is too long, and reads on behind it', () => {
  const long = `begin${'x'.repeat(5_000)}enden`;
  expect(read(1_000, `${long}\nnext\n`)).toEqual(['too long: begin…enden', 'next']);
  expect(read(1_000, ...long.split(''), '\n', 'next\n')).toEqual(['too long: begin…enden', 'next']);
});

it('takes a line of exactly the limit', () => {
  expect(read(5, '12345\n123456\n')).toEqual(['12345', 'too long: 12345…23456']);
});

it('decodes bytes that are not UTF-8 and keeps a byte order mark, if it may lose bytes', () => {
  expect(readLossy(100, Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0x61, 10))).toEqual(['\uFEFF\uFFFDa']);
});

it('says how long the unfinished line is', () => {
  const reader = new LineReader(Infinity);
  expect([...reader.push(bytes('one\ntwo'))]).toEqual([{ kind: 'text', text: 'one' }]);
  expect(reader.pendingBytes).toBe(3);
});
