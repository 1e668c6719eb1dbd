import { expect, test } from 'vitest';

import { isReachable } from './dav-exchange.ts';

const ICLOUD = 'https://caldav.icloud.com/';

test.each([
  [ICLOUD, 'https://caldav.icloud.com/123/principal/', true],
  [ICLOUD, 'https://p34-caldav.icloud.com/123/calendars/', true],
  [ICLOUD, 'https://p34-caldav.icloud.com:443/123/calendars/', true],
  [ICLOUD, 'http://p34-caldav.icloud.com/', false],
  [ICLOUD, 'https://p34-caldav.icloud.com:8443/', false],
  [ICLOUD, 'https://p34-caldav.icloud.com.example.com/', false],
  [ICLOUD, 'https://example.com/p34-caldav.icloud.com/', false],
  [ICLOUD, 'https://xp34-caldav.icloud.com/', false],
  [ICLOUD, 'https://www.icloud.com/', false],
  [ICLOUD, 'http://caldav.icloud.com/', false],
  [ICLOUD, 'https://ann:word@caldav.icloud.com/', false],
  ['https://dav.example.com/', 'https://p34-caldav.icloud.com/', false],
  ['https://dav.example.com/', 'https://other.example.com/', false],
  ['https://dav.example.com/', 'https://dav.example.com:8443/', false],
  ['http://127.0.0.1:5232/', 'http://127.0.0.1:5233/', false],
  ['http://127.0.0.1:5232/', 'http://127.0.0.1:5232/ann/', true],
])('the password for %s: may it go to %s? %j', (home, target, may) => {
  expect(isReachable(new URL(home), new URL(target))).toBe(may);
});
