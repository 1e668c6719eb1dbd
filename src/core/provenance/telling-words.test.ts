import { expect, test } from 'vitest';

import { isTelling, plain } from './telling-words.ts';

test.each([
  ['quote', true],
  ['larch', true],
  ['walk-through', true],
  ['ab', false],
  ['2026', false],
  ['the', false],
  ['mails', false],
  ['monday', false],
  ['ann@example.net', false],
])('%s tells: %s', (word, is) => {
  expect(isTelling(word)).toBe(is);
});

test('several are told as one is', () => {
  expect(['kettles', 'kettle', 's'].map(plain)).toEqual(['kettle', 'kettle', '']);
});
