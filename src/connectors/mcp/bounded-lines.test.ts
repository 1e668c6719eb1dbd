import { expect, test } from 'vitest';

import { BoundedLines } from './bounded-lines.ts';

function read(limit: number, ...chunks: string[]): string[] {
  const seen: string[] = [];
  const lines = new BoundedLines(limit, {
    line: (text) => seen.push(text),
    tooLong: (head, tail) => seen.push(`too long: ${head.slice(0, 5)}…${tail.slice(-5)}`),
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  return seen;
}

test('gives each line once it is whole, however it comes in', () => {
  expect(read(100, 'one\ntw', 'o\n\nthr', 'ee')).toEqual(['one', 'two', '']);
  const bytes = Buffer.from('grüße\n');
  const seen: string[] = [];
  const lines = new BoundedLines(100, { line: (text) => seen.push(text), tooLong: () => undefined });
  for (const byte of bytes) lines.push(Buffer.from([byte]));
  expect(seen).toEqual(['grüße']);
});

test('keeps only the ends of a line that is too long, and reads on behind it', () => {
  const long = `begin${'x'.repeat(5_000)}enden`;
  expect(read(1_000, `${long}\nnext\n`)).toEqual(['too long: begin…enden', 'next']);
  expect(read(1_000, ...long.split(''), '\n', 'next\n')).toEqual(['too long: begin…enden', 'next']);
});

test('takes a line of exactly the limit', () => {
  expect(read(5, '12345\n123456\n')).toEqual(['12345', 'too long: 12345…23456']);
});
