/** Sign-in at an OpenID provider: the provider identifies the person, and our list of users decides who may sign in. */
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { onward, type PlainBrowser } from '../../support/clients/plain-browser.ts';
import { startOpenIdProvider, type OpenIdProvider, type Says } from '../../support/servers/openid-provider.ts';
import { organizationWorld, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let provider: OpenIdProvider;
let world: OrganizationWorld;
let folder: string;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  folder = await mkdtemp(join(tmpdir(), 'provider-'));
  const file = join(folder, 'secret');
  await writeFile(file, provider.clientSecret);
  const { issuer, clientId } = provider;
  const company = { name: 'The company', issuer, clientId, clientSecret: { file } };
  world = await organizationWorld({ signIn: { password: 'off', passkeys: 'off', providers: { company } } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Does what the script of the landing page does: it registers the key with the code of the address. */
async function finish(browser: PlainBrowser, arrived: Response): Promise<string> {
  const place = arrived.headers.get('location') ?? String(arrived.status);
  const { pathname, hash } = new URL(place, world.url);
  if (pathname !== '/sign-in/finish') return place;
  const answer = await browser.submit('/sign-in/key', Object.fromEntries(new URLSearchParams(hash.slice(1))));
  return answer.ok ? ((await answer.json()) as { next: string }).next : String(answer.status);
}

/** Goes there and back, as a browser does. */
async function signInAs(says: Says): Promise<{ browser: PlainBrowser; callback: string; place: string }> {
  provider.says = says;
  const browser = world.browser();
  const begun = await browser.submit('/sign-in/provider', { provider: 'company', next: '/plain' });
  const there = await fetch(onward(await begun.text()), { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  const callback = back.pathname + back.search;
  const arrived = await browser.get(callback);
  return { browser, callback, place: await finish(browser, arrived) };
}
const whoIs = async (browser: PlainBrowser) => browser.json<{ id?: string }>('/api/organization/users/me');

describe('R18: signing in at a provider', () => {
  test('is the only way that is offered where the others are off', async () => {
    const page = await (await world.browser().get('/sign-in')).text();
    expect(page).toContain('Sign in with The company');
    expect(page).not.toContain('type="password"');
    expect(page).not.toContain('passkey');
    expect((await world.browser().get('/auth/passkey/generate-authenticate-options')).status).toBe(404);
    const email = 'ann@example.com';
    expect((await world.browser().submit('/sign-in', { email, password: 'whatever it is' })).status).toBe(401);
  });

  test('lets a user in whose verified address it names, again and again', async () => {
    const ann = await world.newUser('Ann');
    const says = { sub: 'a-1', email: 'Ann@example.com', email_verified: true };
    for (let time = 0; time < 2; time += 1) {
      const { browser, place } = await signInAs(says);
      expect(new URL(place, world.url).pathname).toBe('/plain');
      expect((await whoIs(browser)).body.id).toBe(ann.id);
    }
  });

  test('refuses unknown users, unverified addresses and removed users', async () => {
    const cid = await world.newUser('Cid');
    await world.newUser('Bob');
    await world.server.assembly.runtime.people.removeUser(world.admin, cid.id);
    for (const says of [
      { sub: 'x-1', email: 'nobody@example.com', email_verified: true },
      { sub: 'x-2', email: 'bob@example.com', email_verified: false },
      { sub: 'x-3', email: 'cid@example.com', email_verified: true },
    ]) {
      const { browser, place } = await signInAs(says);
      expect(new URL(place, world.url).pathname).toBe('/sign-in');
      expect((await whoIs(browser)).status).toBe(401);
    }
    expect((await world.server.assembly.runtime.people.users(world.admin)).map(({ name }) => name)).not.toContain(
      'As told',
    );
  });

  test.each(['other key', 'other nonce', 'other audience'] as const)('believes no token with %s', async (fault) => {
    await world.newUser(`Dan-${fault.slice(6)}`);
    const email = `dan-${fault.slice(6)}@example.com`;
    const { browser } = await signInAs({ sub: 'd-1', email, email_verified: true, fault });
    expect((await whoIs(browser)).status).toBe(401);
  });

  test('gives the session its key by a code that only the landing page gets, once', async () => {
    await world.newUser('Hal');
    provider.says = { sub: 'h-1', email: 'hal@example.com', email_verified: true };
    const browser = world.browser();
    const begun = await browser.submit('/sign-in/provider', { provider: 'company', next: '/..//evil.example/' });
    const there = await fetch(onward(await begun.text()), { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    const arrived = await browser.get(back.pathname + back.search);
    const code = new URLSearchParams(new URL(arrived.headers.get('location') ?? '', world.url).hash.slice(1));
    // Another page of the same host has the cookie, and no code.
    const neighbour = world.browser();
    const withCookie = { cookie: browser.cookie };
    for (const guess of ['', 'a'.repeat(43), `${code.get('code')}a`])
      expect((await neighbour.submit('/sign-in/key', { code: guess }, withCookie)).status).toBe(401);
    expect((await neighbour.get('/api/organization/users/me', withCookie)).status).toBe(401);
    const answer = await browser.submit('/sign-in/key', Object.fromEntries(code));
    expect(await answer.json()).toEqual({ next: '/evil.example/' });
    expect((await whoIs(browser)).status).toBe(200);
    expect((await neighbour.submit('/sign-in/key', Object.fromEntries(code), withCookie)).status).toBe(401);
    expect((await whoIs(browser)).status).toBe(200);
  });

  test('takes an answer once, and only in the browser that asked', async () => {
    await world.newUser('Eve');
    const { browser, callback } = await signInAs({ sub: 'e-1', email: 'eve@example.com', email_verified: true });
    expect((await whoIs(browser)).status).toBe(200);
    const other = world.browser();
    await other.get(callback);
    expect((await whoIs(other)).status).toBe(401);
  });

  test('ends with the user', async () => {
    const fay = await world.newUser('Fay');
    const { browser } = await signInAs({ sub: 'f-1', email: 'fay@example.com', email_verified: true });
    await world.server.assembly.runtime.people.removeUser(world.admin, fay.id);
    expect((await whoIs(browser)).status).toBe(401);
    const again = await signInAs({ sub: 'f-1', email: 'fay@example.com', email_verified: true });
    expect((await whoIs(again.browser)).status).toBe(401);
  });
});

describe('R18: a provider that cannot be reached', () => {
  test('does not prevent a start, is reported to users, and works once it is back', async () => {
    const told: string[] = [];
    const before = await startOpenIdProvider();
    const { issuer, clientId } = before;
    await before[Symbol.asyncDispose]();
    const file = join(folder, 'secret');
    const company = { name: 'The company', issuer, clientId, clientSecret: { file } };
    await using without = await organizationWorld({
      signIn: { providers: { company } },
      log: (_, message) => void told.push(message),
    });
    await without.newUser('Gus');
    const begin = () => without.browser().submit('/sign-in/provider', { provider: 'company', next: '/plain' });
    expect((await without.browser().get('/sign-in')).status).toBe(200);
    const down = await begin();
    expect({ status: down.status, text: await down.text() }).toEqual({
      status: 502,
      text: expect.stringContaining('This provider cannot be reached now.') as string,
    });
    await vi.waitFor(() => expect(told.join()).toContain('the provider company cannot be reached'));
    await using back = await startOpenIdProvider(Number(new URL(issuer).port));
    back.says = { sub: 'g-1', email: 'gus@example.com', email_verified: true };
    const browser = without.browser();
    const begun = await vi.waitFor(
      async () => {
        const answer = await browser.submit('/sign-in/provider', { provider: 'company', next: '/plain' });
        expect(answer.status).toBe(200);
        return answer;
      },
      { timeout: 20_000, interval: 500 },
    );
    const there = await fetch(onward(await begun.text()), { redirect: 'manual' });
    const place = new URL(there.headers.get('location') ?? '');
    await finish(browser, await browser.get(place.pathname + place.search));
    expect((await whoIs(browser)).status).toBe(200);
  });
});
