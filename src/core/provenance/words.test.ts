import { expect, test } from 'vitest';

import { indexOfRun, isAddress, isNumber, isTime, isWeak, wordsOf } from './words.ts';

test.each([
  ['See http:// there', ['see', 'there']],
  ['98.70 and $98.7', ['98.7', 'and', '98.7']],
  ['1,000,000', ['1000000']],
  ['$98,700.50, now', ['98700.5', 'now']],
  ['1,2,3 and 100,200,3 and 12,345,67', ['1', '2', '3', 'and', '100', '200', '3', 'and', '12', '345', '67']],
  ['1.5,200', ['1.5', '200']],
  // As long as it can be a number without losing any of it.
  ['123456789012.50', ['123456789012.5']],
  ['1234567890123.50', ['1234567890123.50']],
  ['12345678901234567', ['12345678901234567']],
  ['0123.50', ['0123.50']],
])('the words of %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  [['a', 'b', 'a', 'c'], ['a', 'c'], 2],
  [['a', 'b'], ['b', 'c'], -1],
  [['a'], [], -1],
])('in %j the run %j is at index %i', (words, run, at) => {
  expect(indexOfRun(words, run)).toBe(at);
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.1:80', true],
  ['12345678', true],
  ['2026-12-01t100000', false],
  ['notes.txt', false],
  ['example.com', true],
  ['ann@example', false],
  ['ann@example.org', true],
  ['1@2.34', true],
  ['longestwords', false],
])('%s is an address: %s', (word, is) => {
  expect(isAddress(word)).toBe(is);
});

test.each([
  ['2026-12-01', true],
  ['2026-1-2t10:00', true],
  ['10:30', true],
  ['10:30pm', true],
  ['10', false],
])('%s is a time: %s', (word, is) => {
  expect(isTime(word)).toBe(is);
});

test.each([
  ['7', true],
  ['7.5', true],
  ['007', false],
  ['x7', false],
])('%s is a number: %s', (word, is) => {
  expect(isNumber(word)).toBe(is);
});

test.each([
  [['12'], true],
  [['123'], true],
  [['ab'], true],
  [['abc'], false],
  [['1234'], false],
  [['1', '2'], false],
  [[], false],
])('%s is weak: %s', (run, is) => {
  expect(isWeak(run)).toBe(is);
});
