import { expect, test } from 'vitest';

import { saysTimeOf } from './times.ts';
import { wordsOf } from './words.ts';

test.each<[string, string[]]>([
  ['move it to ten', ['2026-03-16T10:00:00+01:00']],
  ['move it to 10', ['2026-03-16T10:00', '2026-03-16T11:00']],
  ['move it to 10:30', ['10:45']],
  ['move it to 3pm', ['2026-03-16T15:00']],
  ['move it to 15h', ['2026-03-16 15:00']],
  ['move it to the 16th', ['2026-03-16']],
  ['on the 1st', ['2026-03-01']],
  ['on the 2nd', ['2026-03-02']],
  ['on the 3rd', ['2026-03-03']],
  ['at twelve', ['2026-03-16T00:30']],
  ['at 12:00', ['12:00']],
  ['on monday', ['2026-03-16']],
  ['on sunday', ['2026-03-15']],
  ['on saturday', ['2026-03-14T09:00']],
  ['on 2026-03-16', ['2026-03-16T09:00']],
  ['for 16 March', ['2026-03-16T09:00']],
  ['March 16 at nine', ['2026-03-16T09:00']],
  ['the 16 of March', ['2026-03-16']],
  ['March the 16', ['2026-03-16']],
  ['on 9 May at seven, for two', ['2026-05-09T19:00']],
  ['the 5th to the 8th', ['2026-06-05', '2026-06-08']],
  ['16 March', ['2026-03-16', '2026-04-20']],
  ['16 March, for two', ['2026-03-16']],
  ['on friday at ten', ['10:00']],
  ['from 17 to 21 April', ['2026-04-17']],
  ['from 17 to 21 April', ['2026-04-21']],
  ['from the 17 until the 21 of April', ['2026-04-17']],
  ['17th and 21 April', ['2026-04-21']],
  ['the first of April', ['2026-04-01']],
  ['April the thirty-first', ['2026-04-31']],
  ['the twenty-second or so, no, of the second to the fifth of May', ['2026-05-02']],
  ['at noon', ['2026-03-16T12:00']],
  ['by midday', ['12:00']],
  ['at midnight', ['2026-03-16T00:00']],
])('“%s” speaks of %s', (words, times) => {
  expect(saysTimeOf(wordsOf(words), times)).toBe(true);
});

test.each<[string, string[]]>([
  ['move it to ten', ['2026-05-02T07:00']],
  ['move it to the 17th', ['2026-03-16']],
  ['on friday', ['2026-03-16']],
  ['in 2026', ['2026-03-16']],
  ['in 3 months', ['2026-03-16']],
  ['later please', ['10:00']],
  ['on 16 March at ten', ['2026-03-16T07:00']],
  ['on 17 March at ten', ['2026-03-16T10:00']],
  ['16 lamps', ['2026-03-16']],
  ['16pm March', ['2026-03-16']],
  ['on 2026-03-17 at nine', ['2026-03-16T09:00']],
  ['March comes, and then come 16', ['2026-03-16']],
  ['at 16', ['no time']],
  ['at ten', []],
  ['first of all', ['2026-03-01']],
  ['the second mail of 16 March', ['2026-03-02']],
  ['at 17 on 21 April', ['2026-04-17']],
  ['17 and 18 and 19 and 20 April', ['2026-04-17']],
  ['', ['2026-03-16T10:00']],
])('“%s” does not speak of %s', (words, times) => {
  expect(saysTimeOf(wordsOf(words), times)).toBe(false);
});
