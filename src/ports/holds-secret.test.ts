import { expect, test } from 'vitest';

import { holdsSecret } from './holds-secret.ts';

const secret = 'canary/with+signs-and_more';
const coded = (before: string): string => Buffer.from(`${before}${secret}:after`).toString('base64');

test.each([
  ['as it is', `before ${secret} after`],
  ['broken over lines', 'canary/with\n  +signs-\nand_more'],
  ['with its breaks written out', String.raw`canary/with\n+signs-\nand_more`],
  ['for a URL', `?key=${encodeURIComponent(secret)}&x`],
  ['with every letter coded', [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')],
  ['in base64', coded('')],
  ['in base64 after one letter', coded('a')],
  ['in base64 after two letters', coded('ab')],
  ['in base64 for URLs', Buffer.from(`ab${secret}`).toString('base64url')],
])('finds a secret %s', (_, text) => {
  expect(holdsSecret(text, secret)).toBe(true);
});

test.each(['', 'canary/with', 'nothing of the kind', Buffer.from('something else entirely').toString('base64')])(
  'finds none in "%s"',
  (text) => {
    expect(holdsSecret(text, secret)).toBe(false);
  },
);
