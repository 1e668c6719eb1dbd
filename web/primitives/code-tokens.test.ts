import { expect, test } from 'vitest';

import { codeTokens } from './code-tokens.ts';

const SAMPLES = [
  'import os\n# a comment\nprint("hello", 1_000)\n',
  'const a = `x ${1}`; // end',
  '"never closed\n<script>alert(1)</script>',
  "'''open",
  '/* open',
];

test.each(SAMPLES)('colours lose no character (%#)', (code) => {
  expect(
    codeTokens(code)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
});

test('distinguishes words, strings, numbers and comments', () => {
  const kinds = codeTokens(SAMPLES[0] ?? '').filter(({ kind }) => kind !== 'plain');
  expect(kinds.map(({ kind, text }) => [kind, text])).toEqual([
    ['word', 'import'],
    ['comment', '# a comment'],
    ['string', '"hello"'],
    ['number', '1_000'],
  ]);
});
