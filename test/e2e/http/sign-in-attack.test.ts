/** Wrong passwords from anywhere slow down who sends them, and never keep the owner of the account out. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { pickByTier } from '../../support/cases/test-tier.ts';
import type { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Tries of one attacker that reach a password check within a few seconds: five at once, then one after 10 s and one after 20 s more. */
const MOST_TRIES = 7;
const TRIES = pickByTier({ sample: 40, full: 60, soak: 60 });

let behindProxy: OrganizationWorld;
let direct: OrganizationWorld;
beforeAll(async () => {
  const config = { server: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } };
  [behindProxy, direct] = await Promise.all([organizationWorld({ config }), organizationWorld()]);
});
afterAll(async () => {
  await Promise.all([behindProxy[Symbol.asyncDispose](), direct[Symbol.asyncDispose]()]);
});

const tryFrom = (browser: PlainBrowser, from: string, email: string, password: string) =>
  browser.submit('/sign-in', { email, password }, { 'x-forwarded-for': from });

/** Returns how many of many wrong passwords were looked at. */
async function attack(
  world: OrganizationWorld,
  email: string,
  { tries = TRIES, from }: { tries?: number; from: (at: number) => string },
): Promise<number> {
  let looked = 0;
  for (let at = 0; at < tries; at += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, next) => tryFrom(world.browser(), from(at + next), email, `wrong ${at + next}`)),
    );
    looked += answers.filter(({ status }) => status === 401).length;
    expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  }
  return looked;
}

describe('an attacker with many wrong passwords', () => {
  test('is slowed down, and the owner signs in from another address', async () => {
    await behindProxy.signedIn('Ann');
    const email = 'ann@example.com';
    const attacking = attack(behindProxy, email, { from: () => '203.0.113.9' });
    const entered = await tryFrom(behindProxy.browser(), '198.51.100.7', email, PASSWORD);
    expect(entered.status).toBe(200);
    const looked = await attacking;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(MOST_TRIES);
    const guessed = await tryFrom(behindProxy.browser(), '203.0.113.9', email, PASSWORD);
    expect(guessed.status).toBe(429);
    expect(await guessed.text()).toMatch(/try again in \d+ seconds/i);
    expect((await tryFrom(behindProxy.browser(), '198.51.100.8', email, PASSWORD)).status).toBe(200);
  });

  test('is one attacker with all addresses of an IPv6 network', async () => {
    await behindProxy.signedIn('Bea');
    const email = 'bea@example.com';
    const from = (at: number) => `2001:db8:7:8:${at.toString(16)}::${at.toString(16)}`;
    expect(await attack(behindProxy, email, { from })).toBeLessThanOrEqual(MOST_TRIES);
    expect((await tryFrom(behindProxy.browser(), '2001:db8:7:9::1', email, PASSWORD)).status).toBe(200);
  });

  test('is not another one by inventing addresses, neither directly nor before what the proxy adds', async () => {
    await direct.signedIn('Cem');
    const spoofed = (at: number) => `203.0.113.${at}`;
    expect(await attack(direct, 'cem@example.com', { from: spoofed })).toBeLessThanOrEqual(MOST_TRIES);
    await behindProxy.signedIn('Cem');
    const before = (at: number) => `203.0.113.${at}, 192.0.2.1`;
    expect(await attack(behindProxy, 'cem@example.com', { from: before })).toBeLessThanOrEqual(MOST_TRIES);
    await behindProxy.signedIn('Dan');
    const twoProxies = (at: number) => `198.18.0.${at}, 192.0.2.2, 10.1.2.3`;
    expect(await attack(behindProxy, 'dan@example.com', { from: twoProxies })).toBeLessThanOrEqual(MOST_TRIES);
  });

  test('meets the same limit for an account that does not exist', async () => {
    const from = () => '203.0.113.77';
    expect(await attack(behindProxy, 'absent@example.com', { from })).toBeLessThanOrEqual(MOST_TRIES);
  });

  test('gains nothing by signing in to another account in between', async () => {
    await behindProxy.signedIn('Eve');
    await behindProxy.signedIn('Fay');
    const from = '203.0.113.50';
    let looked = 0;
    for (let round = 0; round < 6; round += 1) {
      looked += await attack(behindProxy, 'fay@example.com', { tries: 20, from: () => from });
      expect((await tryFrom(behindProxy.browser(), from, 'eve@example.com', PASSWORD)).status).toBe(200);
    }
    expect(looked).toBeLessThanOrEqual(MOST_TRIES + 2);
  });

  test('with one try on each of many accounts is stopped after a hundred', async () => {
    const answers = [];
    for (let at = 0; at < 120; at += 20)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, (_, next) =>
            tryFrom(behindProxy.browser(), '203.0.113.99', `user${at + next}@example.com`, 'wrong'),
          ),
        )),
      );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
  });
});

describe('a browser that signed in before', () => {
  test('signs in again from the very address of an attacker', async () => {
    await behindProxy.signedIn('Gil');
    const email = 'gil@example.com';
    const shared = '203.0.113.10';
    const known = behindProxy.browser();
    expect((await tryFrom(known, shared, email, PASSWORD)).status).toBe(200);
    await attack(behindProxy, email, { from: () => shared });
    expect((await tryFrom(behindProxy.browser(), shared, email, PASSWORD)).status).toBe(429);
    expect((await tryFrom(known, shared, email, PASSWORD)).status).toBe(200);
  });

  test('is slowed down by its own wrong passwords, and a forged one counts for nothing', async () => {
    await behindProxy.signedIn('Hal');
    const email = 'hal@example.com';
    const known = behindProxy.browser();
    expect((await tryFrom(known, '203.0.113.11', email, PASSWORD)).status).toBe(200);
    let looked = 0;
    for (let at = 0; at < 20; at += 1)
      if ((await tryFrom(known, `203.0.112.${at}`, email, `wrong ${at}`)).status === 401) looked += 1;
    expect(looked).toBeLessThanOrEqual(MOST_TRIES);
    const forged = (at: number) =>
      fetch(new URL('/sign-in', behindProxy.url), {
        method: 'POST',
        body: new URLSearchParams({ email, password: `wrong ${at}` }),
        headers: {
          ...{ origin: behindProxy.url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.12' },
          cookie: known.cookie.replaceAll(/(deputize_device_\w+=)../g, `$1${String(at).padStart(2, '0')}`),
        },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => forged(at)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(MOST_TRIES);
  });
});
