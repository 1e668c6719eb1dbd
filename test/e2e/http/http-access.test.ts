/** Who gets in at the HTTP door, and how far. */
import { request as rawRequest } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PROOF_HEADER } from '../../../src/lib/session-proof.ts';
import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
beforeAll(async () => {
  http = await startServer();
});
afterAll(() => http[Symbol.asyncDispose]());

const GUARDED: readonly (readonly [string, string])[] = [
  ['GET', '/api/tools'],
  ['GET', '/api/calls'],
  ['POST', '/api/calls'],
  ['GET', '/api/calls/x'],
  ['GET', '/api/calls/x/result'],
  ['POST', '/api/calls/x/cancel'],
  ['POST', '/api/calls/x/undo'],
  ['GET', '/api/approvals'],
  ['POST', '/api/approvals'],
  ['GET', '/api/approvals/x'],
  ['POST', '/api/approvals/x'],
  ['GET', '/api/grants'],
  ['POST', '/api/grants'],
  ['DELETE', '/api/grants/x'],
  ['GET', '/api/audit'],
  ['GET', '/api/audit/verify'],
  ['GET', '/api/settings'],
  ['PUT', '/api/settings'],
  ['GET', '/openapi.json'],
  ['GET', '/metrics'],
  ['GET', '/api/audit/export'],
  ['POST', '/api/rehearse'],
  ['POST', '/api/approvals/x/rehearse'],
  ['GET', '/'],
  ['GET', '/plain'],
  ['GET', '/activity'],
  ['GET', '/waiting/x'],
  ['GET', '/approvals/x'],
  ['POST', '/approvals/x'],
  ['POST', '/sign-out'],
  ['GET', '/anything'],
  ['POST', '/mcp'],
  ['GET', '/api/assistants'],
  ['GET', '/api/conversations'],
  ['POST', '/api/conversations'],
  ['GET', '/api/conversations/x'],
  ['POST', '/api/conversations/x/messages'],
  ['POST', '/api/conversations/x/cancel'],
  ['GET', '/api/conversations/x/events'],
  ['GET', '/v1/models'],
  ['GET', '/v1/models/x'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/responses'],
];

/** A request as no browser would send it. */
function raw(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(http.url);
    rawRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

async function signIn(): Promise<PlainBrowser> {
  const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
  return PlainBrowser.byLink(`${http.url}/sign-in?link=${link}`);
}

describe('R19: without a credential', () => {
  test.each(GUARDED)('%s %s answers 401 and nothing else', async (method, path) => {
    for (const token of [null, 'dpt_wrong', '']) {
      const response = await http.request(path, { method, token });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toMatch(/delete_file|workspace/);
    }
  });

  test('the health check answers, and says nothing more', async () => {
    const { status, body } = await http.json('/healthz', { token: null });
    expect([status, body]).toEqual([200, { ok: true }]);
  });

  test('the API says how to bring one', async () => {
    const response = await http.request('/api/tools', { token: null });
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED', type: 'permission_denied' } });
  });
});

describe('R19: signing in', () => {
  test('works once with a link, and gives a cookie that scripts and other sites do not get', async () => {
    const link = new URL(http.server.signInUrl).searchParams.get('link') ?? '';
    // Opening the address does not use the link.
    for (const _ of [1, 2]) expect((await http.request(http.server.signInUrl, { token: null })).status).toBe(200);
    const browser = new PlainBrowser(http.url);
    const first = await browser.submit('/sign-in/link', { link });
    expect(await first.json()).toEqual({ next: '/' });
    const [cookie = ''] = first.headers.getSetCookie();
    expect(cookie).toMatch(/^deputize_session=[\w-]{40,}/);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Path=\//i);
    expect(cookie).toMatch(/Max-Age=\d+/i);
    expect(cookie).not.toMatch(/Domain/i);

    expect((await http.request(http.server.signInUrl, { token: null })).status).toBe(401);
    const again = await new PlainBrowser(http.url).submit('/sign-in/link', { link });
    expect(again.status).toBe(401);
    expect(again.headers.getSetCookie()).toEqual([]);

    const home = await browser.get('/plain');
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('Waiting for you');
  });

  test.each(['', '?link=', '?link=made-up', '?link=%00'])('does not work with "%s"', async (query) => {
    const response = await http.request(`/sign-in${query}`, { token: null });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('ends with signing out', async () => {
    const browser = await signIn();
    const { cookie } = browser;
    expect((await browser.get('/api/tools')).status).toBe(200);
    expect((await browser.submit('/sign-out', {})).status).toBe(303);
    expect((await browser.get('/api/tools', { cookie })).status).toBe(401);
  });
});

describe('R18, R19: other sites', () => {
  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that is no address', { origin: 'x' }],
    ['an opaque origin', { origin: 'null' }],
    ['what the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['what the browser calls the same site', { 'sec-fetch-site': 'same-site' }],
  ])('a signed POST from %s is refused', async (_, headers) => {
    const browser = await signIn();
    await writeFile(join(http.workspace, 'kept.txt'), 'x');
    const { id } = await http.waiting('kept.txt');
    const decide = await browser.send(`/api/approvals/${id}`, {
      method: 'POST',
      body: JSON.stringify({ decision: 'approve' }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(decide.status).toBe(403);
    const form = await browser.submit(`/approvals/${id}`, { decision: 'approve' }, headers);
    expect(form.status).toBe(403);
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({
      state: 'awaiting_approval',
      decision: null,
    });
  });

  test('a signed POST without any origin is refused', async () => {
    const body = JSON.stringify({ tool: 'list_directory', args: { path: '.' } });
    const { cookie = '', [PROOF_HEADER]: proof = '' } = await (
      await signIn()
    ).sign('/api/calls', { method: 'POST', body });
    const headers = { cookie, [PROOF_HEADER]: proof, 'content-type': 'application/json' };
    expect((await http.request('/api/calls', { token: null, body, headers })).status).toBe(403);
  });

  test('a signed POST from our own page works', async () => {
    const { status } = await (
      await signIn()
    ).json('/api/calls', {
      tool: 'list_directory',
      args: { path: '.' },
    });
    expect(status).toBe(200);
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'the host name "%s" is not answered',
    async (host) => {
      const headers = { host, authorization: `Bearer ${http.personToken}` };
      expect(await raw('/api/tools', headers)).toBe(403);
      expect(await raw('/healthz', { host })).toBe(403);
    },
  );

  test.each(['127.0.0.1', 'localhost', '[::1]'])('the host name %s is', async (host) => {
    expect(await raw('/healthz', { host: `${host}:${new URL(http.url).port}` })).toBe(200);
  });

  test('no page may be framed, sniffed, cached or run scripts', async () => {
    for (const path of ['/', '/api/tools', '/nothing', '/healthz']) {
      const { headers } = await http.request(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('R18: an agent’s token', () => {
  test.each<[string, string, unknown]>([
    ['POST', '/api/approvals/ID', { decision: 'approve' }],
    ['POST', '/api/approvals/ID', { decision: 'deny' }],
    ['POST', '/api/grants', { approvalId: 'ID', remember: 'always' }],
    ['DELETE', '/api/grants/ID', undefined],
    ['POST', '/api/calls/CALL/undo', undefined],
    ['PUT', '/api/settings', { level: 'user', subject: 'owner', pattern: '*', value: 'allow' }],
    ['GET', '/api/audit', undefined],
    ['GET', '/api/audit/verify', undefined],
  ])('%s %s is refused', async (method, path, json) => {
    await writeFile(join(http.workspace, 'agent.txt'), 'x');
    const { id, callId } = await http.waiting('agent.txt');
    const place = path.replace('ID', id).replace('CALL', callId);
    const { status, body } = await http.json(place, {
      method,
      token: http.agentToken,
      json: json && JSON.parse(JSON.stringify(json).replace('ID', id)),
    });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({ state: 'awaiting_approval' });
  });

  test('cannot approve several at once, nor by the form', async () => {
    const { id } = await http.waiting('agent.txt');
    const many = await http.json('/api/approvals', {
      token: http.agentToken,
      json: { ids: [id], decision: 'approve' },
    });
    expect(many.body).toMatchObject({ results: [{ id, error: { code: 'FORBIDDEN' } }] });
    const form = await http.request(`/approvals/${id}`, {
      token: http.agentToken,
      body: new URLSearchParams({ decision: 'approve' }),
      headers: { origin: http.url },
    });
    expect(await form.text()).toContain('An agent cannot decide approvals');
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({ state: 'awaiting_approval' });
  });
});
