import { describe, expect, test } from 'vitest';

import { hostOfAddress, warnOfNames } from './like-names.ts';

const KNOWN = ['example.com', 'modern.example'];

describe('a name that can be taken for another', () => {
  test.each([
    'examp1e.com',
    'exarnple.com',
    'exampel.com',
    'exmple.com',
    'exammple.com',
    'ex-ample.com',
    'modem.example',
  ])('reports: %s', (host) => {
    expect(warnOfNames([host], KNOWN)).toEqual([expect.stringContaining('which it looks like')]);
  });

  test('is also one that is written in code, or with letters beyond ASCII', () => {
    expect(warnOfNames(['xn--exmple-cua.com', 'exаmple.com'], [])).toEqual([
      expect.stringContaining('international'),
      expect.stringContaining('international'),
    ]);
  });

  test.each(['example.com', 'EXAMPLE.com', 'example.org', 'mail.example.com', 'other.example'])('is not %s', (host) => {
    expect(warnOfNames([host], KNOWN)).toEqual([]);
  });
});

test('the host of an address is behind the last @', () => {
  expect(hostOfAddress('"a@example.com"@example.org')).toBe('example.org');
  expect(hostOfAddress('Ann Example <ann@example.com>')).toBe('example.com');
});
