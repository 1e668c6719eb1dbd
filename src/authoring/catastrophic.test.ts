import { expect, test } from 'vitest';

import { catastrophe } from './catastrophic.ts';

test.each([
  '^(a+)+$',
  '(a|a)*$',
  '(a|aa)+$',
  '^(\\w+\\s?)*$',
  '(.*)*x',
  '(?=(a+)+b)',
  '^(x+x+)+y$',
  '(\\d+)*$',
  '^(?:(?:a|b)+c?)+$',
  '^(.{1,30}){1,30}$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a*)*',
  '^(([^/]|/[^/])*)*$',
  '^https://([a-z0-9-]+\\.?)+$',
  '(?:\\p{L}|\\w)+!',
])('%s is found', (pattern) => {
  expect(catastrophe(pattern)).toContain('doubles');
});

test.each([
  '^[a-z]+$',
  '^\\+?[0-9 ()-]{5,20}$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^(?:[A-Z][a-z]+/)*[A-Z][a-z_]+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^\\p{L}+$',
  '^[A-Za-z_]+(?:/[A-Za-z_+-]+){1,2}$',
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  '^(\\d{1,3}\\.){3}\\d{1,3}$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^(?!.*--)[a-z-]{1,63}$',
  '^#(?:[0-9a-fA-F]{3}){1,2}$',
  '^([01]\\d|2[0-3]):[0-5]\\d$',
  '',
])('%s is let through', (pattern) => {
  expect(catastrophe(pattern)).toBeUndefined();
});

test('what is too large to be looked through is refused', () => {
  expect(catastrophe('(abcdefghijklmnopqrstuvwxyz0123456789){8}')).toContain('cannot be checked');
});
