/** R24: no mail stops the server, however it is made. The main thread's own time between two turns is bounded, not the clock's. */
import { afterAll, expect, test, vi } from 'vitest';

import { openMailReader } from '../../../src/app/parsing/read-mail.ts';
import { measureLongestTurn } from '../../support/cases/longest-turn.ts';

vi.setConfig({ testTimeout: 180_000 });

// Less time than in a server, which can wait for a mail.
const reader = openMailReader(3_000);
afterAll(() => reader.close());

const HEAD =
  'From: stranger@example.net\r\nTo: ann@example.com\r\nSubject: Offer\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n';
const mail = (headers: string, body: string): Uint8Array => Buffer.from(`${HEAD}${headers}\r\n${body}`);
const parts = (count: number): string => `${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;

const hostile: readonly (readonly [name: string, raw: Uint8Array])[] = [
  [
    'three megabytes of soft line breaks',
    mail('Content-Transfer-Encoding: quoted-printable\r\n', '=\r\n'.repeat(1_000_000)),
  ],
  ['100,000 parts', mail('Content-Type: multipart/mixed; boundary=b\r\n', parts(100_000))],
  ['thirty megabytes of plain text', mail('', `${'word '.repeat(14)}\r\n`.repeat(420_000))],
  [
    'nested parts',
    mail(
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(20_000),
    ),
  ],
  ['a deep page', mail('Content-Type: text/html\r\n', '<div>'.repeat(300_000))],
  ['a page of open tags', mail('Content-Type: text/html\r\n', '<a <b '.repeat(300_000))],
  ['a page of entities', mail('Content-Type: text/html\r\n', '&amp'.repeat(500_000))],
  ['quotation marks of a history', mail('', '> '.repeat(1_000_000))],
  ['many addresses', mail(`Cc: ${'a@example.com, '.repeat(60_000)}a@example.com\r\n`, 'x')],
  ['a long header', mail(`X-Long: ${'x '.repeat(400_000)}\r\n`, 'x')],
  ['an encoded word after the other', mail(`X-Words: ${'=?utf-8?q?a?= '.repeat(60_000)}\r\n`, 'x')],
];

test.each(hostile)('%s', async (_, raw) => {
  let subject = '';
  const longest = await measureLongestTurn(async () => {
    ({ subject } = await reader.read('ann', raw));
  });
  expect(longest).toBeLessThan(250);
  expect(subject).toBe('Offer');
});

test('a mail that takes too long is kept with its headers, and the next one is read', async () => {
  const quick = openMailReader(1);
  const slow = await quick.read('ann', mail('', 'word '.repeat(1_000_000)));
  expect(slow).toMatchObject({ subject: 'Offer', sender: 'stranger@example.net', body: '' });
  expect(slow.problem).toMatch(/takes too long to read/);
  await quick.close();
  const fine = await reader.read('ann', mail('', 'word '.repeat(10_000)));
  expect(fine.body.length).toBe(49_999);
});
