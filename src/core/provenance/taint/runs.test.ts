import { expect, test } from 'vitest';

import { wordsOf, Runs } from '../words.ts';

const carries = (text: string, read: string, isTelling: (run: readonly string[]) => boolean = () => true): boolean =>
  new Runs(wordsOf(text), isTelling).areIn(wordsOf(read));

test.each<[string, string, boolean]>([
  ['we meet at the old mill', 'come to the old mill', true],
  ['at the old mill', 'at the old', true],
  ['the old mill', 'an old mill', false],
  ['an old mill', 'old mill', false],
  ['the old mill', 'the mill is old', false],
  // A number too long for a coincidence.
  ['code 482915', 'your code is 482915', true],
  ['code 482 915 then', 'it is 482 915', true],
  ['code 482 915', 'it is 482, not 915', false],
  ['room 48 21', 'rooms 48 21', true],
  ['room 48 2', 'rooms 48 2', false],
  ['order ab4711', 'about ab4711', true],
  ['order ab471', 'about ab471', false],
  ['in 2026', 'of 2026', false],
  ['in 1999', 'of 1999', false],
  ['in 2999', 'of 2999', true],
  ['at 16:15', 'until 16:15', false],
  ['on 2026-03-16', 'by 2026-03-16', false],
  ['of mill 4711', 'by mill 4711', true],
])('a run of “%s” is in “%s”: %s', (text, read, is) => {
  expect(carries(text, read)).toBe(is);
});

test('only distinctive words are searched, in runs of three and of five', () => {
  const runs: string[] = [];
  carries('one two three four five six 4711', '', (run) => runs.push(run.join(' ')) < 0);
  expect(runs).toEqual([
    'one two three',
    'one two three four five',
    'two three four',
    'two three four five six',
    'three four five',
    'three four five six 4711',
    'four five six',
    'five six 4711',
    '4711',
  ]);
  expect(carries('the old mill', 'the old mill', () => false)).toBe(false);
  expect(carries('one two three four five', 'one two three four five', ({ length }) => length > 3)).toBe(true);
});
