/** How many passwords an attacker can try in a day, and that known browsers and other networks are not slowed down by it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { testChain } from '../../../test/contracts/database/test-chain.ts';
import { pickByTier } from '../../../test/support/cases/test-tier.ts';
import type { Database } from '../../ports/database.ts';
import { openSqlite } from '../database/sqlite.ts';
import { signInAttempts } from './attempts.ts';

const folder = mkdtempSync(join(tmpdir(), 'attempts-'));
let database: Database;
beforeAll(async () => {
  database = openSqlite(join(folder, 'deputize.db'), { chain: testChain('sqlite') });
  const statements = [
    'create table sign_in_tries (key text primary key, count integer not null, since integer not null)',
  ];
  await database.migrate([{ name: 'tries', statements }]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const HOUR = 3_600_000;
/** The time between two attempts. */
const STEP_MS = pickByTier({ sample: 10_000, full: 1_000, soak: 1_000 });

test('an attacker at one network tries 110 passwords of an account in a day, and other networks are not slowed down', async () => {
  let now = 1_000_000;
  const attempts = signInAttempts({ database, now: () => now, secret: 'x'.repeat(32), isSecure: true });
  const isLookedAt = (address: string): Promise<boolean> =>
    attempts.count('ann@example.com', { address, cookie: '' }).then(
      () => true,
      () => false,
    );
  let tries = 0;
  const end = now + 24 * HOUR;
  for (; now < end; now += STEP_MS) if (await isLookedAt('192.0.2.1')) tries += 1;
  expect(tries).toBeGreaterThan(100);
  expect(tries).toBeLessThanOrEqual(110);
  expect(await isLookedAt('192.0.2.2')).toBe(true);
  now += 25 * HOUR;
  expect([await isLookedAt('192.0.2.1'), await isLookedAt('192.0.2.1')]).toEqual([true, true]);
}, 120_000);

test('the cookie of a known browser counts for its own account only', async () => {
  const attempts = signInAttempts({ database, now: () => 0, secret: 'x'.repeat(32), isSecure: true });
  const cookie = attempts.deviceCookie('Bea@example.com ');
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
  const [value = ''] = cookie.split(';');
  const fill = async (email: string, from: { address: string; cookie: string }): Promise<number> => {
    for (let tries = 0; ; tries += 1) if (await attempts.count(email, from).catch(() => true)) return tries;
  };
  expect(await fill('bea@example.com', { address: '192.0.2.9', cookie: '' })).toBe(5);
  expect(await fill('bea@example.com', { address: '192.0.2.9', cookie: `a=b; ${value}; c=d` })).toBe(5);
  expect(await fill('cem@example.com', { address: '192.0.2.9', cookie: value })).toBe(5);
  expect(await fill('cem@example.com', { address: '192.0.2.9', cookie: '' })).toBe(0);
});
