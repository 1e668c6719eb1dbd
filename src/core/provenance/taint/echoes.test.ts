/** Text that a call received as an argument and returns unchanged has no origin. */
import { expect, test } from 'vitest';

import { withoutEchoes } from '../words.ts';

const [most, more] = ['m'.repeat(2_000), 'n'.repeat(2_001)];

test.each<[string, string[], string, string]>([
  ['a whole text, however short', ['ab'], 'ab', ''],
  ['a whole text, whatever its form', ['a\nb c'], 'a\nb c', ''],
  ['within a text', ['ann@example.com'], 'To ann@example.com, no.', 'To  , no.'],
  ['more than once, each of them', ['blue', 'lamp'], 'a blue blue lamp', 'a      '],
  ['but for what is found everywhere', ['abc'], 'say abc now', 'say abc now'],
  ['from four letters on', ['abcd'], 'say abcd now', 'say   now'],
  ['as long as it is no writing', [most], `say ${most} now`, 'say   now'],
  ['and no longer', [more], `say ${more} now`, `say ${more} now`],
  ['an address as it was written', ['HTTPS://Example.com'], 'at HTTPS://Example.com now', 'at   now'],
  ['an address as it is usually written', ['HTTPS://Example.com'], 'at https://example.com/ now', 'at   now'],
  ['letter by letter', ['a.c*(1)'], 'a.c*(1) abbc(1) a.c*1', '  abbc(1) a.c*1'],
  ['not within a longer word', ['ample'], 'example amples ample', 'example amples  '],
  [
    'not within a longer address: that is another one',
    ['https://example.com/a'],
    'https://example.com/a?to=eve https://example.com/a/b https://example.com/a.b x@https://example.com/a',
    'https://example.com/a?to=eve https://example.com/a/b https://example.com/a.b x@https://example.com/a',
  ],
  ['at the end of a sentence', ['example.com'], 'Go to example.com.', 'Go to  .'],
  ['and nothing where nothing was given', [], 'say abcd now', 'say abcd now'],
])('%s', (_, given, text, left) => {
  expect(withoutEchoes(given)(text)).toBe(left);
});
