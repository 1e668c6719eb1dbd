import { createTwoFilesPatch } from 'diff';
import { describe, expect, test } from 'vitest';

import { pairLines, parseDiff } from './parse-diff.ts';

const made = (before: string, after: string) => parseDiff(createTwoFilesPatch('a', 'b', before, after));
const told = (lines: ReturnType<typeof parseDiff>) =>
  lines.filter(({ kind }) => kind !== 'place').map(({ kind, text }) => `${kind} ${text}`);

describe('a difference', () => {
  test('is read line by line, with the numbers on both sides', () => {
    const lines = made('one\ntwo\nthree\n', 'one\n2\nthree\nfour\n').filter(({ kind }) => kind !== 'place');
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', 1, 1],
      ['remove', 2, null],
      ['add', null, 2],
      ['same', 3, 3],
      ['add', null, 4],
    ]);
  });

  test('cannot be disguised by lines that look like its own headers', () => {
    expect(told(made('-- a\n@@ -1 +1 @@\n', '++ b\n@@ -9,9 +9,9 @@\n'))).toEqual([
      'remove -- a',
      'remove @@ -1 +1 @@',
      'add ++ b',
      'add @@ -9,9 +9,9 @@',
    ]);
  });

  test('shows a missing line end as a place, and nothing else', () => {
    expect(told(made('x', 'y'))).toEqual(['remove x', 'add y']);
    expect(made('x', 'y').filter(({ text }) => text.startsWith('\\'))).toHaveLength(2);
  });

  test('puts what was removed beside what was added', () => {
    const pairs = pairLines(made('a\nb\n', 'c\n')).filter(({ left }) => left?.kind !== 'place');
    expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
      ['a', 'c'],
      ['b', undefined],
    ]);
  });
});
