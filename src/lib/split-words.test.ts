import { expect, test } from 'vitest';

import { removeMarks, splitWords, toBigrams } from './split-words.ts';

test('splits at everything that is no letter or number', () => {
  expect(splitWords('one, two-3 (vier)', (word) => word)).toEqual(['one', 'two', '3', 'vier']);
});

test('drops a word for which nothing is returned', () => {
  expect(splitWords('the cat', (word) => (word === 'the' ? undefined : word))).toEqual(['cat']);
});

test('splits a script without spaces into bigrams', () => {
  expect(splitWords('日本語 です', (word) => word)).toEqual(['日本', '本語', 'です']);
});

test('makes bigrams of whole characters', () => {
  expect(toBigrams('a𝒳b')).toEqual(['a𝒳', '𝒳b']);
  expect(toBigrams('a')).toEqual(['a']);
  expect(toBigrams('')).toEqual([]);
});

test('removes accents', () => {
  expect(removeMarks('Größe é ﬁ')).toBe('Große e fi');
});
