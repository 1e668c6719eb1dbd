/** What the user's words say of numbers, times and accounts, however they put it. */
import { expect, test } from 'vitest';

import { Said } from './said.ts';
import { wordsOf } from './words.ts';

test.each<[string, string, boolean]>([
  ['to SE00 EXMP 0000 0470 47 please', 'SE00EXMP0000047047', true],
  ['to SE00EXMP0000047047 please', 'SE00EXMP0000047047', true],
  ['SE00 EXMP 0000 0470', 'SE00EXMP0000047047', false],
  ['SE00 EXMP 0000 0470 47 8', 'SE00EXMP0000047047', true],
  ['SE00 EXMP 0000 0470 478', 'SE00EXMP0000047047', false],
  ['EXMP 0000 0470 47', 'SE00EXMP0000047047', false],
  ['SE00 and EXMP 0000 0470 47', 'SE00EXMP0000047047', false],
  ['call +32 470 00 11 03', '+32470001103', true],
  ['ab cd', 'abcd', false],
  ['pat @example.net', 'pat@example.net', false],
])('“%s” says %s in groups: %s', (words, value, is) => {
  expect(new Said(['Hello', words]).where(wordsOf(value), [])?.text).toBe(is ? words : undefined);
});

test.each<[string, number, boolean]>([
  ['for 4 of us', 4, true],
  ['for four of us', 4, true],
  ['twelve of them', 12, true],
  ['for fourteen', 4, false],
  ['', 4, false],
])('“%s” says the number %s: %s', (words, value, is) => {
  expect(new Said([words]).saysNumber(value)).toBe(is);
});

test.each<[string, string, boolean]>([
  ['move it to ten', '2026-03-16T10:00:00+01:00', true],
  ['move it to 10', '2026-03-16T10:00', true],
  ['move it to 10:30', '10:45', true],
  ['move it to 3pm', '2026-03-16T15:00', true],
  ['move it to 15h', '2026-03-16T15:00', true],
  ['move it to the 16th', '2026-03-16', true],
  ['on the 1st', '2026-03-01', true],
  ['on the 2nd', '2026-03-02', true],
  ['on the 3rd', '2026-03-03', true],
  ['at twelve', '2026-03-16T00:30', true],
  ['at noon, 12:00', '12:00', true],
  ['move it to ten', '2026-05-02T07:00', false],
  ['move it to the 17th', '2026-03-16', false],
  ['in 2026', '2026-03-16', false],
  ['in 3 months', '2026-03-16', false],
  ['later please', '10:00', false],
])('“%s” says something of %s: %s', (words, time, is) => {
  expect(new Said([words]).saysTime(time)).toBe(is);
});

test.each<[string, boolean]>([
  ['So it is urgent?', true],
  ['what is urgent', true],
  ['whatever, urgent', false],
  ['It is urgent', false],
])('“%s” is a question: %s', (words, is) => {
  expect(new Said([words]).messages.map(({ isQuestion }) => isQuestion)).toEqual([is]);
});

test('its words and numbers are those of all messages', () => {
  const said = new Said(['Pay 12', 'or 7.5, not 007']);
  expect(said.words).toEqual(['pay', '12', 'or', '7.5', 'not', '007']);
  expect(said.numbers).toEqual([12, 7.5]);
});

test('what is weak is said only beside the word for what it is', () => {
  const said = new Said(['Delete 12 of the lamps', 'Look at file number 13']);
  expect(said.where(['12'], ['file'])).toBeUndefined();
  expect(said.where(['13'], ['file'])?.text).toBe('Look at file number 13');
  expect(said.where(['lamps'], [])?.text).toBe('Delete 12 of the lamps');
});
