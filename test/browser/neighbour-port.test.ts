/** A page on another port of the same host gets the cookie of the session. It can do nothing with it. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { listRoutes, type ListedRoute } from '../support/cases/listed-routes.ts';
import { launchBrowser } from '../support/clients/browser.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CANARY = `canary-${randomBytes(6).toString('hex')}`;
/** What a stolen session would change. Uses and attempts are noted for unknown clients too. */
const TABLES = [
  ...['approvals', 'grants', 'settings', 'access_tokens', 'users', 'departments', 'push_subscriptions', 'workspaces'],
  ...['auth_account', 'auth_passkey', 'auth_oauthConsent', 'auth_oauthRefreshToken', 'conversations', 'calls'],
];

type SentRequest = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(['127.0.0.1', 'localhost'])('on %s, a page on another port', (host) => {
  let world: OrganizationWorld;
  let context: BrowserContext;
  let neighbour: Server;
  let neighbourUrl: string;
  let page: Page;
  let cookie = '';
  let userId = '';
  let approvalId = '';
  let callId = '';
  const asked: string[] = [];

  beforeAll(async () => {
    const port = await findFreePort();
    const origin = `http://${host}:${port}`;
    world = await organizationWorld({ port, config: { presets: ['workspace'], server: { origin } } });
    userId = (await world.signedIn('Ann', { role: 'admin' })).user.id;
    await writeFile(join(dirname(world.config), 'work', `${CANARY}.txt`), CANARY);
    const { runtime } = world.server.assembly;
    const agent = await runtime.directory.principal(userId, 'agent', 'test');
    const request = { tool: 'delete_file', args: { path: `${CANARY}.txt` }, preset: 'workspace' };
    const outcome = await runtime.call(request, agent);
    if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
    approvalId = outcome.approval.id;
    callId = outcome.callId;

    neighbour = createServer((incoming, response) => {
      cookie = incoming.headers.cookie ?? cookie;
      asked.push(incoming.url ?? '');
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>An app</title><p>An app</p>');
    });
    neighbourUrl = `http://${host}:${await listen(neighbour)}`;

    context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    const own = await context.newPage();
    await own.goto(`${world.url}/sign-in`);
    await own.getByLabel('E-mail address').fill('ann@example.com');
    await own.getByLabel('Password').fill(PASSWORD);
    await own.getByRole('button', { name: 'Sign in', exact: true }).click();
    // The person's own console shows the call, so the session works.
    await own.getByText(CANARY).first().waitFor();
    page = await context.newPage();
    await page.goto(neighbourUrl);
  });
  afterAll(async () => {
    await context.close();
    await new Promise((resolve) => neighbour.close(resolve));
    await world[Symbol.asyncDispose]();
  });

  /** A request as the server of the neighbour sends it: with the cookie, and with headers that look like our own page. */
  const send = (path: string, init: SentRequest = {}): Promise<Response> =>
    fetch(new URL(path, world.url), {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin: world.url, 'sec-fetch-site': 'same-origin', ...init.headers },
    });
  const json = (body: object): SentRequest => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const readTables = (): Record<string, unknown[]> => {
    const database = new DatabaseSync(join(world.data, 'deputize.db'), { readOnly: true });
    try {
      return Object.fromEntries(TABLES.map((table) => [table, database.prepare(`select * from "${table}"`).all()]));
    } finally {
      database.close();
    }
  };
  const readSessions = (): unknown[] => {
    const database = new DatabaseSync(join(world.data, 'deputize.db'), { readOnly: true });
    try {
      return database.prepare('select id, "userId" from auth_session').all();
    } finally {
      database.close();
    }
  };

  test('gets the cookie, and has no key in its own storage', async () => {
    expect(cookie).toContain('deputize.session_token=');
    expect(await page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
  });

  test('can neither read, decide nor create a token by its server', async () => {
    expect((await send('/api/approvals')).status).toBe(401);
    expect((await send(`/api/approvals/${approvalId}`, json({ decision: 'approve' }))).status).toBe(401);
    expect((await send('/api/tokens', json({ name: 'mine', scope: 'person' }))).status).toBe(401);
    expect((await send('/api/audit/export')).status).toBe(401);
    const form = new URLSearchParams({ decision: 'approve', confirmed: 'high-risk' });
    expect((await send(`/approvals/${approvalId}`, { method: 'POST', body: form })).status).toBe(401);
    expect(await (await send(`/approvals/${approvalId}`)).text()).not.toContain(CANARY);
    expect(await (await send('/account')).text()).not.toContain('ann@example.com');
  });

  test('can open no WebSocket', async () => {
    const open = (path: string): Promise<number> =>
      new Promise((resolve) => {
        const headers = { cookie, origin: world.url };
        const socket = new WebSocket(`${world.url.replace('http', 'ws')}${path}`, { headers });
        socket.on('unexpected-response', (_, response) => (socket.terminate(), resolve(response.statusCode ?? 0)));
        socket.on('open', () => (socket.terminate(), resolve(101)));
        socket.on('error', () => undefined);
      });
    expect(await open('/ws')).toBe(401);
    expect(await open(`/ws?proof=v1.${Date.now()}.${'a'.repeat(22)}.${'a'.repeat(43)}.${'a'.repeat(86)}`)).toBe(401);
  });

  test('can register neither a key nor a passkey', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const { publicKey } = pair;
    const key = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url');
    const before = readSessions();
    for (const [path, fields] of [
      ['/sign-in/key', { code: '' }],
      ['/sign-in/key', { code: randomBytes(32).toString('base64url') }],
      ['/sign-in/link', { link: '' }],
      ['/sign-in', { email: 'ann@example.com', password: '' }],
      ['/invitation', { token: '' }],
      ['/account/password', { chosen: 'a password of the neighbour' }],
    ] as const) {
      const body = new URLSearchParams({ ...fields, key });
      expect((await send(path, { method: 'POST', body })).status).toBeGreaterThanOrEqual(400);
    }
    expect((await send('/auth/passkey/generate-register-options')).status).toBe(401);
    expect((await send('/auth/passkey/verify-registration', json({ response: {} }))).status).toBe(401);
    const asserted = {
      ...json({ response: {} }),
      headers: { 'content-type': 'application/json', 'x-deputize-key': key },
    };
    expect((await send('/auth/passkey/verify-authentication', asserted)).ok).toBe(false);
    expect(readSessions()).toEqual(before);
    expect((await send('/api/approvals', { headers: { 'x-deputize-key': key } })).status).toBe(401);
  });

  /** A native client with its authorization address. Its redirect names a port that it does not listen on. */
  const registerClient = async (redirect: string) => {
    const registered = await fetch(`${world.url}/auth/oauth2/register`, {
      ...json({ client_name: 'An editor', redirect_uris: [redirect], token_endpoint_auth_method: 'none' }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const authorize = (to: string): string => {
      const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
      const query = { client_id: clientId, redirect_uri: to, response_type: 'code', state: 'state', scope: 'tools' };
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256', resource: `${world.url}/mcp` };
      return `/auth/oauth2/authorize?${new URLSearchParams({ ...query, ...pkce })}`;
    };
    return { authorize };
  };

  test('cannot consent to a program, and gets no code of one that was let in before', async () => {
    const { authorize } = await registerClient('http://127.0.0.1:9/callback');
    const place = (await send(authorize('http://127.0.0.1:9/callback'))).headers.get('location') ?? '';
    expect(place).not.toContain('code=');
    const question = new URL(place || '/', world.url).search.slice(1);
    for (const answered of [question, authorize('http://127.0.0.1:9/callback').split('?')[1] ?? '']) {
      const body = new URLSearchParams({ question: answered, answer: 'yes' });
      const response = await send('/consent', { method: 'POST', body });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('code=');
    }
    // The person lets the program in.
    const own = await context.newPage();
    await own.goto(new URL(authorize('http://127.0.0.1:9/callback'), world.url).href);
    await own.getByRole('heading', { name: 'Let “An editor” act for you?' }).waitFor();
    const sent = own.waitForRequest((request) => request.url().includes('127.0.0.1:9/callback?'));
    await own.getByRole('button', { name: 'Let it in' }).click();
    expect(new URL((await sent).url()).searchParams.get('code')).not.toBeNull();
    await own.close();
    // Ports of loopback redirects are free, so the neighbour can name its own.
    const redirect = `http://127.0.0.1:${new URL(neighbourUrl).port}/callback`;
    expect((await send(authorize(redirect))).headers.get('location') ?? '').not.toContain('code=');
    const led = await context.newPage();
    await led.goto(neighbourUrl);
    await led.evaluate(`location.assign(${JSON.stringify(new URL(authorize(redirect), world.url).href)})`);
    await led.getByRole('heading', { name: 'Let “An editor” act for you?' }).waitFor();
    // The question names the port that the code would go to.
    await led.getByText(new URL(redirect).host).waitFor();
    expect(asked.filter((path) => path.includes('code='))).toEqual([]);
    await led.close();
  });

  test('can do nothing from the browser either', async () => {
    const before = readTables();
    const read = (path: string): Promise<unknown> =>
      page.evaluate(
        `fetch(${JSON.stringify(world.url + path)}, { credentials: 'include' }).then((answer) => answer.text(), () => 'nothing')`,
      );
    for (const path of ['/api/approvals', '/plain', `/approvals/${approvalId}`, '/account'])
      expect(await read(path)).toBe('nothing');
    const socket = `new Promise((done) => {
      const line = new WebSocket(${JSON.stringify(`${world.url.replace('http', 'ws')}/ws`)});
      line.onopen = () => done('open');
      line.onerror = () => done('refused');
    })`;
    expect(await page.evaluate(socket)).toBe('refused');
    const led = await context.newPage();
    await led.goto(neighbourUrl);
    const submit = `(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = ${JSON.stringify(`${world.url}/approvals/${approvalId}`)};
      for (const [name, value] of [['decision', 'approve'], ['confirmed', 'high-risk']])
        form.append(Object.assign(document.createElement('input'), { name, value }));
      document.body.append(form);
      form.submit();
    })()`;
    await Promise.all([led.waitForURL(`${world.url}/**`), led.evaluate(submit)]);
    await led.close();
    expect(readTables()).toEqual(before);
  });

  // Last, because where a route can be reached, it may end the session.
  test('reaches no route with it', async () => {
    const before = { tables: readTables(), sessions: readSessions() };
    const fill = (path: string): string =>
      path
        .replace(/^(\/(?:api\/)?(?:approvals|waiting))\/[:{]id\}?(?:\{[^}]*\})?/, `$1/${approvalId}`)
        .replace(/^(\/api\/calls)\/[:{]id\}?/, `$1/${callId}`)
        .replace(/^(\/api\/organization\/users)\/[:{]id\}?/, `$1/${userId}`)
        .replaceAll(/[:{](\w+)\}?/g, 'x')
        .replace('*', 'x');
    const bodies: readonly (readonly [string, string])[] = [
      ['application/json', JSON.stringify({ decision: 'approve', name: 'mine', scope: 'person', ids: [approvalId] })],
      ['application/x-www-form-urlencoded', 'decision=approve&confirmed=high-risk&name=mine&answer=yes&kind=session'],
    ];
    const reached: string[] = [];
    const tryRoute = async ({ method, path }: ListedRoute): Promise<void> => {
      const sendings: SentRequest[] =
        method === 'GET' || method === 'DELETE'
          ? [{ method }]
          : bodies.map(([type, body]) => ({ method, body, headers: { 'content-type': type } }));
      for (const sending of sendings) {
        const response = await send(fill(path), sending);
        const text = await response.text();
        const isGuarded = /^\/(?:api\/|v1\/|openapi|metrics)/.test(path);
        const isOpen = isGuarded && response.status !== 401;
        const isTold = [CANARY, 'ann@example.com', userId].some((secret) => text.includes(secret));
        if (isOpen || isTold) reached.push(`${method} ${path} ${response.status}`);
      }
    };
    const routes = listRoutes();
    expect(routes.length).toBeGreaterThan(80);
    for (const route of routes) await tryRoute(route);
    expect(reached).toEqual([]);
    expect({ tables: readTables(), sessions: readSessions() }).toEqual(before);
  });
});
