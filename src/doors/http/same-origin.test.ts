/** Which requests count as coming from our own pages. Another port or another name of the same site does not. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { isSameOrigin } from './guard.ts';

const app = new Hono().post('/', (context) => context.json(isSameOrigin(context)));
const ask = async (headers: Record<string, string>): Promise<boolean> =>
  (await (
    await app.request('/', { method: 'POST', headers: { host: '127.0.0.1:7777', ...headers } })
  ).json()) as boolean;

test.each<[string, Record<string, string>, boolean]>([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:7777' }, true],
  ['a browser that sends no fetch metadata', { origin: 'http://127.0.0.1:7777' }, true],
  ['a browser that sends no origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['another port of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8888' }, false],
  ['the same site without an origin', { 'sec-fetch-site': 'same-site' }, false],
  ['the same site with a forged origin', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:7777' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:7777' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['another origin', { origin: 'http://127.0.0.1:8888' }, false],
  ['an opaque origin', { origin: 'null' }, false],
  ['neither header', {}, false],
])('%s', async (_, headers, expected) => {
  expect(await ask(headers)).toBe(expected);
});
