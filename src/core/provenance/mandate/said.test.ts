/** What the user's words say of numbers, times and accounts, however they put it. */
import { expect, test } from 'vitest';

import { Said } from './said.ts';
import { wordsOf } from '../words.ts';

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

test.each<[string, string, boolean]>([
  ['all members of it', 'all-members', true],
  ['write to all members', 'all_members', true],
  ['all members', 'all-members now', false],
  ['the members, all', 'all-members', false],
  ['front desk@example.net', 'front-desk@example.net', false],
])('“%s” says %s by its parts: %s', (words, value, is) => {
  expect(new Said([words]).where(wordsOf(value), [])?.text).toBe(is ? words : undefined);
});
