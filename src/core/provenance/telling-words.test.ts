import { expect, test } from 'vitest';

import { isTelling, plain, stem } from './words.ts';

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
])('%s distinguishes things: %s', (word, is) => {
  expect(isTelling(word)).toBe(is);
});

test('a plural becomes its singular', () => {
  expect(['kettles', 'kettle', 's'].map(plain)).toEqual(['kettle', 'kettle', '']);
});

test.each([
  ['clos', ['close', 'closes', 'closed', 'closing']],
  ['carr', ['carry', 'carries', 'carried']],
  ['16', ['16', '16th']],
  ['need', ['need', 'needs', 'needed', 'needing']],
  ['note', ['note', 'notes']],
  ['ring', ['ring', 'rings']],
  ['easy', ['easy']],
])('%s is the stem of all forms of a verb', (as, words) => {
  expect(words.map(stem)).toEqual(words.map(() => as));
});
