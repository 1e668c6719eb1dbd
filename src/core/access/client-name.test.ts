import { expect, test } from 'vitest';

import { clientName } from './client-name.ts';

test('a browser’s description of itself is said in two or three words', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
  expect(clientName(`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`)).toBe('Chrome on Linux');
  expect(clientName(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`)).toBe(
    'Edge on Windows',
  );
  expect(
    clientName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Safari on iPhone');
  expect(clientName('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox on a Mac',
  );
});

test('what describes itself otherwise is shown as it says, and not at any length', () => {
  expect(clientName('curl/8.5.0')).toBe('curl/8.5.0');
  expect(clientName('x'.repeat(300))).toHaveLength(80);
  expect(clientName(null)).toBe('a browser');
});
