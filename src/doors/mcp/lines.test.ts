import { expect, it } from 'vitest';

import { LineReader } from './lines.ts';

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
