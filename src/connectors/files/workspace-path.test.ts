import { describe, expect, test } from 'vitest';

import { defaultLimits } from './limits.ts';
import { parsePath, parseTarget } from './workspace-path.ts';

const parse = (path: string) => parsePath(path, defaultLimits);

describe('a path', () => {
  test.each([
    ['', []],
    ['.', []],
    ['./', []],
    ['a', ['a']],
    ['./a', ['a']],
    ['a//b', ['a', 'b']],
    ['a/./b/', ['a', 'b']],
    ['...', ['...']],
    ['..a/b..', ['..a', 'b..']],
    ['%2e%2e/%2fetc', ['%2e%2e', '%2fetc']],
    ['~/x', ['~', 'x']],
    ['．．/x', ['．．', 'x']],
    ['naïve 🎈.txt', ['naïve 🎈.txt']],
    ['__proto__', ['__proto__']],
    ['aux.txt:x', ['aux.txt:x']],
  ])('%j becomes %j', (path, names) => {
    expect(parse(path)).toEqual(names);
  });

  test.each([
    '..',
    '../a',
    'a/..',
    'a/../b',
    './../a',
    '/',
    '/etc/passwd',
    '//server/share',
    '\\\\server\\share',
    'a\\b',
    '..\\a',
    'C:',
    'c:/x',
    'C:\\x',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'a\u202eb',
    '\ud800',
    'a/\udc00/b',
    'x'.repeat(256),
    'é'.repeat(128),
    'a/'.repeat(101),
    'ab/'.repeat(2_000),
    '.deputize-tmp-0123456789abcdef01234567',
    'a/.deputize-gone-0123456789abcdef01234567/b',
  ])('%j is refused', (path) => {
    expect(() => parse(path)).toThrow(expect.objectContaining({ name: 'PortError', code: 'INVALID_PATH' }));
  });

  test('keeps composed and decomposed spellings apart', () => {
    expect(parse('\u00e9')).not.toEqual(parse('e\u0301'));
  });

  test('that names the root is no target for a change', () => {
    for (const root of ['', '.', './/']) expect(() => parseTarget(root, defaultLimits)).toThrow(/root/);
  });
});
