/** Hostile addresses that a sign-in page could be asked to lead to. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { toLocalPath } from './local-path.ts';

const PAGE = 'https://console.example.com/sign-in';

/** Where a browser goes with `location.assign`. */
const follow = (path: string): URL => new URL(path, PAGE);

function expectLocal(given: string): void {
  const path = toLocalPath(given);
  expect(follow(path).origin).toBe('https://console.example.com');
  expect(path).toMatch(/^\/(?![/\\])/);
  // Resolved again, it stays the same.
  expect(toLocalPath(path)).toBe(path);
}

test.each([
  ['/plain', '/plain'],
  ['/activity?x=1&y=%2F#part', '/activity?x=1&y=%2F#part'],
  [
    '/auth/oauth2/authorize?redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2F',
    '/auth/oauth2/authorize?redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2F',
  ],
  ['/a/../b', '/b'],
  ['/..//evil.com/', '/evil.com/'],
  ['/.//evil.com/', '/evil.com/'],
  ['/a/..//evil.com/', '/evil.com/'],
  ['/%2e%2e//evil.com/', '/evil.com/'],
  ['/..\\/evil.com/', '/evil.com/'],
  ['//evil.com/', '/'],
  ['/\\evil.com', '/'],
  ['/\t/evil.com', '/'],
  ['\\/evil.com', '/'],
  ['https://evil.com/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  ['plain', '/'],
  ['http://[', '/'],
])('leads from "%s" to "%s"', (given, path) => {
  expect(toLocalPath(given)).toBe(path);
  expectLocal(given);
});

test('never leads to another site', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2E%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '\r',
      ' ',
      '\0',
      '@',
      ':',
      '?',
      '#',
      '&',
      ';',
    ],
    ...[
      'evil.com',
      'user:pass@evil.com',
      'https:',
      'javascript:',
      'data:',
      'local.invalid',
      'a',
      '\u2044',
      '\uFF0F',
      '\u3002',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectLocal(pieces.join(''))),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => expectLocal(`/${text}`)),
    { numRuns: 5_000 },
  );
});
