/** Administrators see and end the sessions, access tokens and programs of users. Other users can do so only for themselves. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { OpenAccessMessage } from '../../../src/wire/access.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { connectAs, Memory } from '../../support/clients/oauth-client.ts';
import type { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: OrganizationWorld;
let boss: PlainBrowser;
let second: PlainBrowser;
beforeAll(async () => {
  world = await organizationWorld({ config: { presets: ['workspace'] } });
  boss = (await world.signedIn('Boss', { role: 'admin' })).browser;
  second = (await world.signedIn('Second', { role: 'admin' })).browser;
});
afterAll(() => world[Symbol.asyncDispose]());

const of = (userId: string, more = 'access'): string => `/api/organization/users/${userId}/${more}`;
const look = async (userId: string): Promise<OpenAccessMessage> =>
  (await boss.json<OpenAccessMessage>(of(userId))).body;
const end = (by: PlainBrowser, userId: string, what: string) =>
  by.json<{ ended?: string | number; error?: { code: string } }>(of(userId, what), undefined, 'DELETE');
const isIn = async (browser: PlainBrowser): Promise<boolean> =>
  (await browser.json('/api/organization/users/me')).status === 200;
const again = async (name: string): Promise<PlainBrowser> => {
  const browser = world.browser();
  const fields = { email: `${name.toLowerCase()}@example.com`, password: PASSWORD };
  await browser.submit('/sign-in', fields, { 'user-agent': FIREFOX });
  expect(await isIn(browser)).toBe(true);
  return browser;
};

describe('R18, O7: an administrator', () => {
  test('sees the sessions of a person, and ends one of them at once, also on an open line', async () => {
    const { user, browser } = await world.signedIn('Ann');
    const other = await again('Ann');
    const line = new WebSocket(`${world.url.replace('http', 'ws')}${await other.signAddress('/ws')}`, {
      headers: { cookie: other.cookie, origin: world.url },
    });
    const closed = new Promise<number>((resolve) => line.once('close', resolve));
    await new Promise((resolve, reject) => line.once('message', resolve).once('error', reject));
    const { sessions } = await look(user.id);
    const theirs = sessions.find(({ client }) => client === 'Firefox on Linux');
    expect(sessions).toHaveLength(2);
    expect(theirs).toMatchObject({
      userAgent: FIREFOX,
      createdAt: expect.stringMatching(/^\d{4}-/),
      lastSeenAt: expect.stringMatching(/^\d{4}-/),
      isThis: false,
    });
    expect((await end(boss, user.id, `sessions/${theirs?.id}`)).body).toEqual({ ended: theirs?.id });
    expect(await closed).toBe(1008);
    expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
    expect((await end(boss, user.id, 'sessions')).body).toEqual({ ended: 1 });
    expect(await isIn(browser)).toBe(false);
    expect((await look(user.id)).sessions).toEqual([]);
  });

  test('ends the push notifications of a device together with its session', async () => {
    const { user, browser } = await world.signedIn('Ida');
    const { push } = world.server.assembly.runtime;
    const device = { endpoint: 'https://push.example.com/1', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) };
    expect((await browser.json('/api/push', device)).status).toBe(200);
    expect(await push.of(user.id)).toHaveLength(1);
    await end(boss, user.id, 'sessions');
    expect(await push.of(user.id)).toEqual([]);
  });

  test('sees tokens without their secret and when they were used, and revokes one', async () => {
    const { user, browser } = await world.signedIn('Bea');
    const made = await browser.json<{ id: string; token: string }>('/api/tokens', { name: 'laptop', scope: 'agent' });
    const { id, token } = made.body;
    expect((await look(user.id)).tokens).toMatchObject([{ id, name: 'laptop', scope: 'agent', lastUsedAt: null }]);
    const ask = () => fetch(`${world.url}/api/tools`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    const access = await look(user.id);
    expect(access.tokens[0]?.lastUsedAt).toMatch(/^\d{4}-/);
    expect(JSON.stringify(access)).not.toContain(token);
    expect((await end(boss, user.id, `tokens/${id}`)).body).toEqual({ ended: id });
    expect((await ask()).status).toBe(401);
    expect((await look(user.id)).tokens).toEqual([]);
  });

  test('sees the programs that a person let in, and takes one back', async () => {
    const { user, browser } = await world.signedIn('Cid');
    const memory = new Memory('Example\u202EEditor');
    await (await connectAs(browser, `${world.url}/mcp`, memory)).close();
    const { programs } = await look(user.id);
    expect(programs).toMatchObject([{ redirectHosts: ['127.0.0.1:9'] }]);
    expect((await end(boss, user.id, `programs/${programs[0]?.id}`)).status).toBe(200);
    expect((await look(user.id)).programs).toEqual([]);
    const headers = { authorization: `Bearer ${memory.stored?.access_token}`, 'content-type': 'application/json' };
    expect((await fetch(`${world.url}/mcp`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  test('ends an access once, with one audit record, when two try at once', async () => {
    const { user, browser } = await world.signedIn('Dee');
    const { id: tokenId } = (await browser.json<{ id: string }>('/api/tokens', { name: 'x', scope: 'agent' })).body;
    const sessionId = (await look(user.id)).sessions[0]?.id;
    for (const what of [`tokens/${tokenId}`, `sessions/${sessionId}`]) {
      const both = await Promise.all([end(boss, user.id, what), end(second, user.id, what)]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
    }
    const { runtime } = world.server.assembly;
    const records = (await runtime.audit.read({ after: 0, limit: 1_000 })).filter(
      ({ kind, body }) => body['userId'] === user.id && kind.startsWith('access.'),
    );
    expect(records.map(({ kind }) => kind)).toEqual(['access.token_revoked', 'access.session_ended']);
    expect(records[0]?.body).toMatchObject({
      tokenId,
      user: expect.any(String),
      via: expect.stringMatching(/^session:/),
    });
  });

  test('does the same from the command line, on the same folder', async () => {
    const { user, browser } = await world.signedIn('Eve');
    const config = world.config;
    const run = async (...argv: string[]) => deputize(['access', ...argv, '--data', world.data, '--config', config]);
    const { json } = await run('show', user.id);
    const { sessions } = json as OpenAccessMessage;
    expect(sessions).toHaveLength(1);
    expect((await run('end-session', user.id, sessions[0]?.id ?? '')).json).toEqual({ ended: sessions[0]?.id });
    expect(await isIn(browser)).toBe(false);
    expect((await run('end-session', user.id, sessions[0]?.id ?? '')).code).toBe(1);
    expect((await run('end-sessions', user.id)).json).toEqual({ ended: 0 });
    expect((await run('show')).code).toBe(2);
  });
});

describe('R18, O7: a user who is not an administrator', () => {
  test('sees and ends nothing of anybody’s but their own', async () => {
    const { user: fay, browser } = await world.signedIn('Fay', { role: 'super_user' });
    const { user: gus, browser: theirs } = await world.signedIn('Gus');
    const token = (await theirs.json<{ id: string }>('/api/tokens', { name: 'x', scope: 'agent' })).body.id;
    const session = (await look(gus.id)).sessions[0]?.id;
    expect((await browser.json(of(gus.id))).status).toBe(403);
    for (const what of ['sessions', `sessions/${session}`, `tokens/${token}`, 'programs/none'])
      expect((await end(browser, gus.id, what)).status).toBe(403);
    // Under the user's own id, the sessions and tokens of another user are not found.
    for (const what of [`sessions/${session}`, `tokens/${token}`])
      expect((await end(browser, fay.id, what)).status).toBe(404);
    expect(await isIn(theirs)).toBe(true);
    expect((await look(gus.id)).tokens).toHaveLength(1);
    expect((await browser.json<OpenAccessMessage>(of(fay.id))).body.sessions).toMatchObject([{ isThis: true }]);
  });

  test('nor does an administrator of another organization', async () => {
    const { people, credentials, directory } = world.server.assembly.runtime;
    const made = { name: 'Other', admin: { name: 'Kim', email: 'kim@other.example.com' } };
    const { adminId } = await people.createOrganization(world.admin, made);
    const kim = await directory.principal(adminId, 'person', 'test');
    const { token } = await credentials.createToken(kim, { scope: 'person', name: 'kim' });
    const { user, browser } = await world.signedIn('Hal');
    const session = (await look(user.id)).sessions[0]?.id;
    const ask = (path: string, method: string) =>
      fetch(world.url + path, { method, headers: { authorization: `Bearer ${token}` } });
    expect((await ask(of(user.id), 'GET')).status).toBe(404);
    for (const what of ['sessions', `sessions/${session}`])
      expect((await ask(of(user.id, what), 'DELETE')).status).toBe(404);
    expect(await isIn(browser)).toBe(true);
  });
});
