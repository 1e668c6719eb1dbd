import { describe, expect, test } from 'vitest';

import type { WebMethod } from '../../ports/web-client.ts';
import { allowlist, parseAllowEntry } from './allowlist.ts';
import { parseWebAddress } from './web-address.ts';

const listed = (entry: string, url: string, method: WebMethod = 'GET') =>
  allowlist([entry])(method, parseWebAddress(url));

describe('an entry', () => {
  test.each([
    ['example.org', 'https://example.org/any/thing?q=1'],
    ['example.org', 'https://EXAMPLE.org./'],
    ['*.example.org', 'https://a.example.org/'],
    ['*.example.org', 'https://a.b.example.org/'],
    ['example.org:8443', 'https://example.org:8443/'],
    ['http://example.org', 'http://example.org/x'],
    ['https://example.com/docs/*', 'https://example.com/docs/'],
    ['https://example.com/docs/*', 'https://example.com/docs/a/b?c#d'],
    ['https://example.com/docs/*', 'https://example.com/other/../docs/a'],
    ['https://example.com/a*', 'https://example.com/abc'],
    ['https://example.com/one', 'https://example.com/one?x'],
    ['https://example.com/*', 'https://example.com/a%2fb'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['https://*.example.com/docs/*', 'https://a.example.com/docs/x'],
  ])('%s lists %s', (entry, url) => {
    expect(listed(entry, url)).toBe(true);
  });

  test.each([
    ['example.org', 'http://example.org/'],
    ['example.org', 'https://www.example.org/'],
    ['example.org', 'https://example.org.evil.example/'],
    ['example.org', 'https://evilexample.org/'],
    ['example.org', 'https://example.org:8443/'],
    ['*.example.org', 'https://example.org/'],
    ['*.example.org', 'https://evilexample.org/'],
    ['*.example.org', 'https://a.example.org.evil.example/'],
    ['https://example.com/docs/*', 'https://example.com/docs'],
    ['https://example.com/docs/*', 'https://example.com/docsevil'],
    ['https://example.com/docs/*', 'https://example.com/docs/../x'],
    ['https://example.com/docs/*', 'https://example.com/docs/%2e%2e/x'],
    ['https://example.com/docs/*', 'https://example.com/docs/..%2fx'],
    ['https://example.com/docs/*', 'https://example.com/docs/..%252fx'],
    ['https://example.com/docs/*', 'https://example.com/docs/..;/x'],
    ['https://example.com/docs/*', 'https://example.com/docs/..%5cx'],
    ['https://example.com/docs/*', 'https://example.com/DOCS/x'],
    ['https://example.com/one', 'https://example.com/one/two'],
    ['https://example.com/docs/*', 'http://example.com/docs/'],
  ])('%s does not list %s', (entry, url) => {
    expect(listed(entry, url)).toBe(false);
  });

  test('is for GET unless it says POST, and then for POST alone', () => {
    expect(listed('example.org', 'https://example.org/', 'POST')).toBe(false);
    expect(listed('POST example.org', 'https://example.org/', 'POST')).toBe(true);
    expect(listed('POST example.org', 'https://example.org/', 'GET')).toBe(false);
    expect(listed('GET example.org', 'https://example.org/', 'GET')).toBe(true);
  });

  test.each([
    ...[
      '',
      '*',
      '*.com',
      'https://*',
      '*example.org',
      'exa*mple.org',
      'https://example.org/a*b',
      'https://example.org/**',
    ],
    ...[
      'ftp://example.org',
      'https://user@example.org',
      'https://example.org/?q',
      'https://example.org/#x',
      'PUT example.org',
    ],
    ...[
      'localhost',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      '10.0.0.0/8',
      '*.internal',
      '*.a.internal',
      'metadata.google.internal',
    ],
    ...['example.org:22', 'example org', 'https://', '169.254.169.254'],
  ])('%j is refused', (entry) => {
    expect(() => parseAllowEntry(entry)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION' }));
  });
});
