/** Signed requests of a session: what was signed is accepted once, in time, and unchanged. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createProof,
  createSessionKey,
  exportPublicKey,
  PROOF_HEADER,
  TIME_HEADER,
} from '../../../src/lib/session-proof.ts';
import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
let browser: PlainBrowser;
beforeAll(async () => {
  http = await startServer();
  browser = await PlainBrowser.byLink(http.server.signInUrl);
});
afterAll(() => http[Symbol.asyncDispose]());

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
}
const send = async (path: string, { headers, ...rest }: Sent): Promise<Response> =>
  fetch(new URL(path, http.url), {
    ...rest,
    redirect: 'manual',
    headers: { ...headers, ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
const BODY = JSON.stringify({ name: 'laptop', scope: 'agent' });

describe('R18: a signed request', () => {
  test.each(['GET', 'POST'])('with %s is accepted once', async (method) => {
    const body = method === 'POST' ? { body: BODY } : {};
    const headers = await browser.sign('/api/tokens', { method, ...body });
    expect((await send('/api/tokens', { method, headers, ...body })).status).toBe(200);
    const again = await send('/api/tokens', { method, headers, ...body });
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ error: { details: { reason: 'replay' } } });
  });

  test('of which many copies come at once is accepted once', async () => {
    const headers = await browser.sign('/api/tokens', { method: 'POST', body: BODY });
    const copies = Array.from({ length: 20 }, () => send('/api/tokens', { method: 'POST', headers, body: BODY }));
    const statuses = (await Promise.all(copies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
  });

  test.each<[string, string, Partial<Sent>]>([
    ['another body', '/api/tokens', { body: JSON.stringify({ name: 'laptop', scope: 'person' }) }],
    ['one byte more', '/api/tokens', { body: `${BODY} ` }],
    ['no body', '/api/tokens', { body: '' }],
    ['another path', '/api/stop-all', {}],
    ['another query', '/api/tokens?x=1', {}],
    ['another method', '/api/tokens', { method: 'PUT' }],
  ])('with %s is refused', async (_, path, changed) => {
    const before = (await browser.json<{ tokens: unknown[] }>('/api/tokens')).body.tokens.length;
    const headers = await browser.sign('/api/tokens', { method: 'POST', body: BODY });
    expect((await send(path, { method: 'POST', body: BODY, ...changed, headers })).status).toBe(401);
    expect((await browser.json<{ tokens: unknown[] }>('/api/tokens')).body.tokens).toHaveLength(before);
  });

  test.each([-61_000, 61_000, -86_400_000])(
    'that is %i ms off is refused, with the time of the server',
    async (offset) => {
      const pair = await createSessionKey();
      const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
      const body = new URLSearchParams({ link, key: await exportPublicKey(pair) });
      const entered = await fetch(`${http.url}/sign-in/link`, { method: 'POST', headers: { origin: http.url }, body });
      const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const at = async (time: number) => {
        const proof = await createProof(pair, { method: 'GET', target: '/api/tokens' }, undefined, time);
        return send('/api/tokens', { headers: { cookie, [PROOF_HEADER]: proof } });
      };
      const late = await at(Date.now() + offset);
      expect(late.status).toBe(401);
      const serverTime = Number(late.headers.get(TIME_HEADER));
      expect(Math.abs(serverTime - Date.now())).toBeLessThan(30_000);
      expect((await at(serverTime)).status).toBe(200);
    },
  );

  test.each(['', 'x', 'v1', 'v1.1.1.1.1', `v1.${Date.now()}.${'a'.repeat(22)}.${'a'.repeat(43)}.${'a'.repeat(86)}`])(
    'with the proof "%s" is refused',
    async (proof) => {
      const headers = { cookie: browser.cookie, [PROOF_HEADER]: proof };
      expect((await send('/api/tokens', { headers })).status).toBe(401);
    },
  );

  test('of another session is refused', async () => {
    const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
    const other = await PlainBrowser.byLink(`${http.url}/sign-in?link=${link}`);
    const headers = await other.sign('/api/tokens');
    expect((await send('/api/tokens', { headers: { ...headers, cookie: browser.cookie } })).status).toBe(401);
  });

  test('for a page without a proof brings an empty page', async () => {
    await writeFile(join(http.workspace, 'secret-name.txt'), 'x');
    const { id } = await http.waiting('secret-name.txt');
    for (const path of ['/plain', `/approvals/${id}`, '/account', '/people']) {
      const empty = await send(path, { headers: { cookie: browser.cookie } });
      expect([empty.status, await empty.text()]).toEqual([200, expect.stringContaining('data-task="load"')]);
    }
    const signed = await browser.get(`/approvals/${id}`);
    expect(await signed.text()).toContain('secret-name.txt');
  });
});

describe('R18: an address with a proof', () => {
  test('downloads once, and changes nothing', async () => {
    const address = await browser.signAddress('/api/audit/export');
    const headers = { cookie: browser.cookie };
    const first = await send(address, { headers });
    expect([first.status, first.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.jsonl')]);
    await first.text();
    expect((await send(address, { headers })).status).toBe(401);
    expect((await send(await browser.signAddress('/api/audit/export'), { headers: {} })).status).toBe(401);
    const posted = await send(await browser.signAddress('/api/tokens'), { method: 'POST', headers, body: BODY });
    expect(posted.status).toBe(401);
  });
});

describe('R18: signing in', () => {
  test.each(['', 'x', 'A'.repeat(87), 'B'.repeat(87)])(
    'with the key "%s" is refused and keeps the link',
    async (key) => {
      const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
      const body = new URLSearchParams({ link, key });
      const refused = await fetch(`${http.url}/sign-in/link`, { method: 'POST', headers: { origin: http.url }, body });
      expect(refused.status).toBe(400);
      expect(refused.headers.getSetCookie()).toEqual([]);
      await PlainBrowser.byLink(`${http.url}/sign-in?link=${link}`);
    },
  );
});
