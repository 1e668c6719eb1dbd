import { expect, test } from 'vitest';

import { isNextDay, keepsOrSaysHour, saysShiftOf, saysTimeOf } from './times.ts';
import { wordsOf } from '../words.ts';

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
  ['the May lamp at ten', ['2026-03-16T10:00']],
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

test.each<[string, string[], boolean]>([
  ['to the 17th', ['2026-03-17T10:00', '2026-03-17T11:00'], true],
  ['to the 17th', ['2026-03-17T12:00', '2026-03-17T10:00'], true],
  ['to the 17th', ['2026-03-17T11:00'], false],
  ['to 3pm', ['2026-03-16T15:00'], true],
  ['to the 17th', ['2026-03-17'], true],
  ['somewhere else', [], true],
  ['to the 17th', ['2026-03-17', '21:00'], false],
  ['to the 17th', ['2026-03-17', '9:00'], false],
  ['to the 17th', ['2026-03-17', '10:00'], true],
  ['to the 17th', ['10:00', '9:00'], false],
])('“%s” keeps or says the hour of what was at ten and is at %j: %s', (words, times, is) => {
  expect(keepsOrSaysHour(wordsOf(words), ['2026-03-16T10:00'], times)).toBe(is);
});

test.each<[string, string[], boolean]>([
  ['2026-03-17', ['2026-03-16', '2026-03-17'], true],
  ['2026-03-18', ['2026-03-16', '2026-03-18'], false],
  ['2026-03-16', ['2026-03-16', '2026-03-17'], false],
])('%s is the day after one of %j: %s', (time, times, is) => {
  expect(isNextDay(time, times)).toBe(is);
});

test.each<[string, string[], boolean]>([
  ['push it back by an hour', ['2026-03-16T11:00Z'], true],
  ['push it back by an hour', ['2026-03-16T11:00Z', '2026-03-16T15:00Z'], false],
  ['push it back by an hour', ['2026-03-16T09:00Z'], false],
  ['half an hour later', ['2026-03-16T10:30Z'], true],
  ['half an hour earlier', ['2026-03-16T09:30Z'], true],
  ['bring it forward by two hours', ['2026-03-16T08:00Z'], true],
  ['20 minutes sooner', ['2026-03-16T09:40Z'], true],
  ['a day later', ['2026-03-17T10:00Z'], true],
  ['delay it three weeks', ['2026-04-06T10:00Z'], true],
  ['my one hour talk, two hours later', ['2026-03-16T12:00Z'], true],
  ['by an hour', ['2026-03-16T09:00Z'], false],
  ['an hour later or earlier', ['2026-03-16T11:00Z'], false],
  ['later please', ['2026-03-16T11:00Z'], false],
])('“%s” moves what was at ten to %j: %s', (words, times, is) => {
  expect(saysShiftOf(wordsOf(words), ['2026-03-16T10:00Z'], times)).toBe(is);
});

test.each<[string, string, string, boolean]>([
  ['an hour later', '10:00', '11:00', true],
  ['an hour later', '8:30', '9:30', true],
  ['an hour later', '10:00', '23:00', false],
  ['an hour later', 'ten', '23:00', false],
  ['an hour later', 'ten', 'eleven', false],
  ['later please', '10:00', '23:00', false],
])('“%s” moves what was at %s to %s: %s', (words, was, time, is) => {
  expect(saysShiftOf(wordsOf(words), [was], [time])).toBe(is);
});
