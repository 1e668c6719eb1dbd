/** R24: no message of a client, a model, a search service or a mounted server stops the server. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { guardedFetch } from '../../../src/agent/models/guarded-fetch.ts';
import { searxng } from '../../../src/connectors/web-search/searxng.ts';
import { attemptedArgs } from '../../../src/core/executor/attempted-args.ts';
import { redact } from '../../../src/core/redact.ts';
import { hostileModelAnswers, hostileSearchAnswers } from '../../../bench/stalls/strangers.ts';
import { measureLongestTurn } from '../../support/cases/longest-turn.ts';

vi.setConfig({ testTimeout: 120_000 });

let server: Server;
let url: string;
let sent = { type: '', body: '' };
beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(200, { 'content-type': sent.type }).end(sent.body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close().closeAllConnections());

const settle = (work: () => unknown): Promise<number> =>
  measureLongestTurn(async () => {
    try {
      await work();
    } catch {
      // Whether it answers or refuses does not matter here.
    }
  });

test.each(hostileModelAnswers)('a model answers with %s', async (_, build) => {
  sent = { type: 'text/event-stream', body: build() };
  expect(await settle(async () => (await guardedFetch(url)).text())).toBeLessThan(250);
});

test('a model that answers with too many values in one event is cut', async () => {
  const event = 'data: {"choices":[]}\n\n';
  sent = { type: 'text/event-stream; charset=utf-8', body: event.repeat(50_000) };
  expect(await (await guardedFetch(url)).text()).toHaveLength(sent.body.length);
  sent = { ...sent, body: `data: {"choices":[${'{},'.repeat(50_000)}{}]}\n\n` };
  await expect((await guardedFetch(url)).text()).rejects.toThrow();
});

test.each(hostileSearchAnswers)('a search service answers with %s', async (_, build) => {
  sent = { type: 'application/json', body: build() };
  const { signal } = new AbortController();
  expect(await settle(() => searxng(url).search('news', { numResults: 5, signal }))).toBeLessThan(250);
});

const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

test.each([
  ['90,000 keys', () => keys(90_000)],
  ['a text of eight megabytes', () => ({ content: 'word '.repeat(1_700_000) })],
  ['60,000 numbers', () => ({ query: Array.from({ length: 60_000 }, (_, at) => at) })],
])('a refused call with %s is recorded by its beginning', async (_, build) => {
  const args = build();
  let text = '';
  expect(await settle(() => (text = attemptedArgs(args, undefined)))).toBeLessThan(100);
  expect(text.length).toBeLessThanOrEqual(16_000);
  expect(text).toContain('[cut');
});

test('the record of a call with a long text is made of its beginning, without secrets', async () => {
  const content = `password=hunter2-hunter2 ${'abcdefgh-token '.repeat(500_000)}`;
  let clean: unknown;
  expect(await settle(() => (clean = redact({ content })))).toBeLessThan(50);
  expect(JSON.stringify(clean)).not.toContain('hunter2');
  expect(JSON.stringify(clean)).toContain(`(${content.length} characters)`);
});
