import { expect, test } from 'vitest';

import { SentenceSplitter, speakable } from './sentence-splitter.ts';

const all = (pieces: readonly string[]): string[] => {
  const sentences = new SentenceSplitter();
  return [...pieces.flatMap((piece) => sentences.add(piece)), ...sentences.flush()];
};

test('speaks a sentence as soon as it is whole, however it was cut', () => {
  const text = 'It is noon. Shall I wake you at 3.30 p.m., e.g. by phone? Good!';
  const expected = ['It is noon.', 'Shall I wake you at 3.30 p.m., e.g. by phone?', 'Good!'];
  expect(all([text])).toEqual(expected);
  expect(all(text.split(''))).toEqual(expected);
  const sentences = new SentenceSplitter();
  expect(sentences.add('It is noon. Sha')).toEqual(['It is noon.']);
});

test('leaves out what is only for the eye', () => {
  expect(all(['**Done**\n- see [the page](https://example.com/a)\n```\n\n'])).toEqual(['Done', '- see the page']);
  expect(speakable('# A `b` 🎉 c')).toBe('A b c');
});

test('does not wait for a sentence that never ends', () => {
  const spoken = all(['word '.repeat(500)]);
  expect(Math.max(...spoken.map(({ length }) => length))).toBeLessThanOrEqual(300);
  expect(spoken.join(' ')).toBe('word '.repeat(500).trim());
  expect(all(['x'.repeat(1_000)]).join('')).toBe('x'.repeat(1_000));
});
