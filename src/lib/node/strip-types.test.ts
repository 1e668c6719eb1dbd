import { expect, test } from 'vitest';

import { stripTypes } from './strip-types.ts';

test('replaces types by blanks, so that every line stays where it is', () => {
  expect(stripTypes('type A = 1;\nconst a: number = 1;')).toBe('           \nconst a         = 1;');
});
