/** Signing in on PostgreSQL, with two nodes: what holds on one holds on the other. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { connectAs, Memory } from '../../support/clients/oauth-client.ts';
import type { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const [, postgres] = bothDatabases();
const VARIABLE = `TEST_SIGN_IN_${process.pid}`;
const me = '/api/organization/users/me';
let folder: string;
let one: OrganizationWorld;
let two: OrganizationWorld;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-nodes-'));
  process.env[VARIABLE] = (await postgres?.place())?.postgres;
  const file = join(folder, 'secret');
  await writeFile(file, 'the same example secret on every node');
  const options = {
    signIn: { secret: { file } },
    config: { presets: ['workspace'], database: { postgres: VARIABLE } },
  };
  one = await organizationWorld(options);
  two = await organizationWorld({ ...options, keysOf: one.data });
});
afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const on = async (world: OrganizationWorld, browser: PlainBrowser) =>
  (await fetch(new URL(me, world.url), { headers: { ...(await browser.sign(me)), origin: world.url } })).status;

describe('O9, R18: two nodes on PostgreSQL', () => {
  test('know the same sessions, and end them together', async () => {
    const { user, browser } = await one.signedIn('Ann');
    expect([await on(one, browser), await on(two, browser)]).toEqual([200, 200]);
    await two.server.assembly.runtime.people.removeUser(two.admin, user.id);
    expect([await on(one, browser), await on(two, browser)]).toEqual([401, 401]);
  });

  test('accept a signed change once together', async () => {
    const { browser } = await one.signedIn('Dora');
    const body = JSON.stringify({ name: 'x', scope: 'agent' });
    const signed = await browser.sign('/api/tokens', { method: 'POST', body });
    const send = async (world: OrganizationWorld) => {
      const headers = { ...signed, origin: world.url, 'content-type': 'application/json' };
      return (await fetch(new URL('/api/tokens', world.url), { method: 'POST', headers, body })).status;
    };
    const answers = await Promise.all([one, two, one, two].map(send));
    expect(answers.sort((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  test('use an invitation once, and count tries together', async () => {
    const bob = await one.newUser('Bob');
    const token = await one.invite(bob.id);
    const answers = await Promise.all(
      [one, two, one].map((world) => world.browser().submit('/invitation', { token, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410]);
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? one : two).browser().submit('/sign-in', { email: 'bob@example.com', password: `wrong ${at}` }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('let a client in, which is out when its user is', async () => {
    const { user, browser } = await one.signedIn('Cid');
    const memory = new Memory();
    const client = await connectAs(browser, `${one.url}/mcp`, memory);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    expect((await browser.get('/account')).status).toBe(200);
    await two.server.assembly.runtime.people.removeUser(two.admin, user.id);
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
  });
});
