import { expect, test } from 'vitest';

import { splitPassages } from './passages.ts';

test('begin and end where there is text, and know their lines', () => {
  expect(splitPassages('\n\nfirst\nsecond\r\n\n')).toEqual([{ line: 3, endLine: 4, text: 'first\nsecond' }]);
  expect(splitPassages(' \n\t\n')).toEqual([]);
});

test('end at an empty line once there is enough, and in any case before they are too long', () => {
  const paragraph = 'word '.repeat(50).trim();
  const two = `${paragraph}\n${paragraph}`;
  expect(splitPassages(`${two}\n\n${two}\n\nend`)).toMatchObject([
    { line: 1, endLine: 2, text: two },
    { line: 4, endLine: 5, text: two },
    { line: 7, endLine: 7, text: 'end' },
  ]);
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at + 1} ${'x'.repeat((at * 7) % 200)}`);
  const passages = splitPassages(lines.join('\n'));
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(900 + 40);
  expect(passages.flatMap(({ text }) => text.split('\n'))).toEqual(lines);
  for (const { line, text } of passages) expect(text.startsWith(`line ${line} `)).toBe(true);
});

test('take of a line without end only its beginning', () => {
  expect(splitPassages('x'.repeat(100_000))).toMatchObject([{ line: 1, endLine: 1, text: 'x'.repeat(300) }]);
});
