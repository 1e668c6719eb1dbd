import { describe, expect, test } from 'vitest';

import { parseDestination, isAllowed } from './allowed-host.ts';

describe('patterns', () => {
  test.each([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'example.com', 80, true],
    ['example.com', 'example.com', 22, false],
    ['example.com', 'www.example.com', 443, false],
    ['example.com', 'example.com.evil.net', 443, false],
    ['example.com:8080', 'example.com', 8080, true],
    ['example.com:8080', 'example.com', 443, false],
    ['*.example.com', 'www.example.com', 443, true],
    ['*.example.com', 'a.b.example.com', 443, true],
    ['*.example.com', 'example.com', 443, false],
    ['*.example.com', 'notexample.com', 443, false],
    ['*', 'anything.example', 443, true],
    ['*', 'anything.example', 25, false],
  ])('%s, asked for %s:%i: %s', (pattern, host, port, answer) => {
    expect(isAllowed([pattern], { host, port })).toBe(answer);
  });

  test('nothing is allowed by an empty list', () => {
    expect(isAllowed([], { host: 'example.com', port: 443 })).toBe(false);
  });
});

describe('destinations', () => {
  test.each([
    ['http://Example.COM/x', { host: 'example.com', port: 80 }],
    ['http://example.com.:8080/', { host: 'example.com', port: 8080 }],
    ['http://0x7f.1/', { host: '127.0.0.1', port: 80 }],
    ['http://2130706433/', { host: '127.0.0.1', port: 80 }],
    ['http://[::1]:80/', { host: '::1', port: 80 }],
    ['http://bücher.example/', { host: 'xn--bcher-kva.example', port: 80 }],
  ])('%s has one spelling', (url, destination) => {
    expect(parseDestination(url, 'http:')).toEqual(destination);
  });

  test.each([
    'https://example.com/',
    'ftp://example.com/',
    '/path',
    'example.com',
    'http://user@example.com/',
    'http://',
    '',
  ])('%j is none', (url) => expect(parseDestination(url, 'http:')).toBeUndefined());
});
