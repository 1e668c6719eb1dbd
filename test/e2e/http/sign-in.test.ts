/** Signing in to an organization by password and invitation, sessions that end, and what is refused on the way. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { collect } from '../../support/worlds/sample-runtime.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: OrganizationWorld;
beforeAll(async () => {
  world = await organizationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const me = '/api/organization/users/me';

describe('R18: a session', () => {
  test('is kept under the hash of its token, and goes on when its time is renewed', async () => {
    const { user, browser } = await world.signedIn('Harriet');
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(browser.cookie)?.[1] ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    const database = new DatabaseSync(join(world.data, 'deputize.db'));
    const rows = () => database.prepare('select * from auth_session where "userId" = ?').all(user.id);
    expect(rows()).toMatchObject([{ token: createHash('sha256').update(token).digest('base64url') }]);
    expect(JSON.stringify(rows())).not.toContain(token);
    // Older than a day, it is renewed by being used.
    const soon = new Date(Date.now() + 12 * 24 * 60 * 60_000).toISOString();
    database.prepare('update auth_session set "expiresAt" = ? where "userId" = ?').run(soon, user.id);
    for (let time = 0; time < 3; time += 1) expect((await browser.json<{ id: string }>(me)).body.id).toBe(user.id);
    expect(rows()).toHaveLength(1);
    expect(browser.cookie).toContain(encodeURIComponent(token).slice(0, 20));
    // The hash in the table is not accepted as a session token.
    const forged = browser.cookie.replace(token, String(rows()[0]?.['token']));
    expect((await browser.get(me, { cookie: forged })).status).toBe(401);
    await browser.submit('/account/sign-out', {});
    database.close();
  });
});

describe('R18: an invitation', () => {
  test('lets one in once, with a password of one’s own', async () => {
    const user = await world.newUser('Ann');
    const token = await world.invite(user.id);
    const browser = world.browser();
    const looked = await browser.get(`/invitation?token=${token}`);
    expect(looked.status).toBe(200);
    expect(await looked.text()).toContain('Welcome, Ann');
    // Looking does not use it up; a password that is too short does not either.
    const short = await browser.submit('/invitation', { token, password: 'short' });
    expect(short.status).toBe(400);
    const accepted = await browser.submit('/invitation', { token, password: PASSWORD });
    expect(accepted.status).toBe(200);
    expect(await accepted.json()).toEqual({ next: '/account' });
    expect((await browser.json<{ id: string }>(me)).body.id).toBe(user.id);
    expect((await world.browser().submit('/invitation', { token, password: PASSWORD })).status).toBe(410);
    expect((await world.browser().get(`/invitation?token=${token}`)).status).toBe(410);
    const kinds = (await collect(world.server.assembly.runtime.audit.records())).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['people.user_invited', 'people.invitation_accepted', 'access.signed_in']),
    );
  });

  test('is worth nothing after a newer one, after the user was removed, and when it is made up', async () => {
    const user = await world.newUser('Bob');
    const [older, newer] = [await world.invite(user.id), await world.invite(user.id)];
    expect((await world.browser().submit('/invitation', { token: older, password: PASSWORD })).status).toBe(410);
    await world.server.assembly.runtime.people.removeUser(world.admin, user.id);
    expect((await world.browser().submit('/invitation', { token: newer, password: PASSWORD })).status).toBe(410);
    expect((await world.browser().submit('/invitation', { token: 'inv_x', password: PASSWORD })).status).toBe(410);
  });

  test('lets only one of two in who come at once', async () => {
    const user = await world.newUser('Cid');
    const token = await world.invite(user.id);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        world.browser().submit('/invitation', { token, password: `${PASSWORD} ${word}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410]);
  });
});

describe('R18: signing in by password', () => {
  test('opens the console’s API as a person, and leads to where one wanted to go', async () => {
    const { user } = await world.signedIn('Dan');
    const browser = world.browser();
    const wanted = await browser.get('/plain');
    expect([wanted.status, wanted.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fplain']);
    expect(await (await browser.get('/sign-in?next=%2Fplain')).text()).toContain('name="next" value="/plain"');
    const answer = await browser.submit('/sign-in', { email: 'DAN@example.com', password: PASSWORD, next: '/plain' });
    expect(await answer.json()).toEqual({ next: '/plain' });
    expect((await browser.get('/plain')).status).toBe(200);
    expect((await browser.json(me)).body).toMatchObject({ id: user.id, role: 'user' });
    // A person’s session may do what a person may, and only what this user may.
    expect((await browser.json('/api/tokens', { name: 'x', scope: 'person' })).status).toBe(200);
    expect((await browser.json('/api/organization/users')).status).toBe(403);
    expect((await browser.json('/api/audit')).status).toBe(403);
  });

  test('never leads to another site', async () => {
    await world.signedIn('Eve');
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      const answer = await world.browser().submit('/sign-in', { email: 'eve@example.com', password: PASSWORD, next });
      expect(await answer.json()).toEqual({ next: '/' });
    }
  });

  test('returns the same for a wrong password and for an unknown user', async () => {
    await world.signedIn('Fay');
    const wrong = await world.browser().submit('/sign-in', { email: 'fay@example.com', password: 'wrong password' });
    const nobody = await world
      .browser()
      .submit('/sign-in', { email: 'nobody@example.com', password: 'wrong password' });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('is refused after too many tries from here, also with the right password, whether there is such an account or not', async () => {
    await world.signedIn('Gus');
    for (const email of ['gus@example.com', 'nobody-at-all@example.com']) {
      const tries = await Promise.all(
        Array.from({ length: 12 }, (_, at) => world.browser().submit('/sign-in', { email, password: `wrong ${at}` })),
      );
      expect(tries.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(7);
      expect((await world.browser().submit('/sign-in', { email, password: PASSWORD })).status).toBe(429);
    }
  });

  test('takes no form of another site, and no sign-up', async () => {
    await world.signedIn('Hal');
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const fields = { email: 'hal@example.com', password: PASSWORD };
    expect((await world.browser().submit('/sign-in', fields, foreign)).status).toBe(403);
    for (const path of [
      '/auth/sign-up/email',
      '/auth/sign-in/email',
      '/auth/get-session',
      '/auth/update-user',
      '/auth/oauth2/create-client',
    ])
      expect(
        (
          await world
            .browser()
            .json(path, { ...fields, name: 'x' })
            .catch(() => ({ status: 404 }))
        ).status,
      ).toBe(404);
  });

  test('sends pages with a policy that lets no script run but our own file', async () => {
    const page = await world.browser().get('/sign-in');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; connect-src 'self'/);
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect((await world.browser().get('/session.js')).headers.get('content-type')).toMatch(/javascript/);
  });
});

describe('R18: a session', () => {
  test('ends by signing out, by the account’s page, by a new password, and with the user', async () => {
    const { user, browser: first } = await world.signedIn('Ian');
    const open = async () => {
      const browser = world.browser();
      await browser.submit('/sign-in', { email: 'ian@example.com', password: PASSWORD });
      expect((await browser.json(me)).status).toBe(200);
      return browser;
    };
    const signedOut = await open();
    const kept = signedOut.cookie;
    await signedOut.submit('/sign-out', {});
    const replay = await signedOut.get(me, { cookie: kept });
    expect(replay.status).toBe(401);

    const ended = await open();
    const { runtime } = world.server.assembly;
    const page = await (await first.get('/account')).text();
    const ids = [...page.matchAll(/value="session" \/><input type="hidden" name="id" value="([^"]+)"/g)].map(
      ([, id = '']) => id,
    );
    expect(ids).toHaveLength(2);
    await first.submit('/account/end', { kind: 'session', id: ids[0] ?? '' });
    expect((await ended.json(me)).status).toBe(401);

    const other = await open();
    const wrong = await first.submit('/account/password', { current: 'not it at all', chosen: `${PASSWORD} 2` });
    expect(await wrong.text()).toContain('nothing was changed');
    await first.submit('/account/password', { current: PASSWORD, chosen: `${PASSWORD} 2` });
    expect((await other.json(me)).status).toBe(401);
    expect((await first.json(me)).status).toBe(200);
    expect((await world.browser().submit('/sign-in', { email: 'ian@example.com', password: PASSWORD })).status).toBe(
      401,
    );

    await runtime.people.removeUser(world.admin, user.id);
    expect((await first.json(me)).status).toBe(401);
    expect(
      (await world.browser().submit('/sign-in', { email: 'ian@example.com', password: `${PASSWORD} 2` })).status,
    ).toBe(401);
    await runtime.people.restoreUser(world.admin, user.id);
    expect((await first.json(me)).status).toBe(401);
  });

  test('of one user ends nothing of another’s', async () => {
    const [{ browser: jo }, { browser: kim }] = [await world.signedIn('Jo'), await world.signedIn('Kim')];
    const page = await (await kim.get('/account')).text();
    const id = /value="session" \/><input type="hidden" name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await jo.submit('/account/end', { kind: 'session', id });
    expect((await kim.json(me)).status).toBe(200);
  });

  test('the owner’s one-time link works beside it', async () => {
    const browser = await PlainBrowser.byLink(world.server.signInUrl);
    expect((await browser.json(me)).body).toMatchObject({ id: 'owner', role: 'admin' });
  });
});
