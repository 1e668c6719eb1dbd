import { expect, test } from 'vitest';

import { compilePathGlob } from './path-glob.ts';

const matches = (pattern: string, path: string): boolean => compilePathGlob(pattern)(path.split('/'));

test.each([
  ['*.txt', 'a.txt'],
  ['b/?.txt', 'b/a.txt'],
  ['**/a', 'a'],
  ['**/a', 'b/c/a'],
  ['b/**', 'b/c/a'],
  ['[a-c]', 'b'],
  ['[!a-c]', 'd'],
  ['*.{png,jpg}', 'x.jpg'],
  ['\\*', '*'],
])('%s matches %s', (pattern, path) => {
  expect(matches(pattern, path)).toBe(true);
});

test.each([
  ['*.txt', 'b/a.txt'],
  ['?', 'ab'],
  ['b/**', 'b'],
  ['[!a-c]', 'b'],
  ['*.{png,jpg}', 'x.gif'],
  ['\\*', 'a'],
])('%s does not match %s', (pattern, path) => {
  expect(matches(pattern, path)).toBe(false);
});

test('a pattern with too many alternatives is refused', () => {
  expect(() => compilePathGlob('{a,b}'.repeat(7))).toThrow(RangeError);
});

test('many stars take little time', () => {
  const began = performance.now();
  expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});
