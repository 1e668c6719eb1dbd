import { expect, test } from 'vitest';

import { ClientRateLimiter } from './client-rate-limiter.ts';

test('counts each client for itself, and begins again after the period', () => {
  let now = 0;
  const limiter = new ClientRateLimiter(2, 1_000, () => now);
  expect([limiter.allows('ann'), limiter.allows('ann'), limiter.allows('ann')]).toEqual([true, true, false]);
  expect(limiter.allows('ben')).toBe(true);
  now = 999;
  expect(limiter.allows('ann')).toBe(false);
  now = 1_000;
  expect(limiter.allows('ann')).toBe(true);
});

test('forgets the oldest client when there are too many', () => {
  const limiter = new ClientRateLimiter(1, 1_000, () => 0);
  expect([limiter.allows('first'), limiter.allows('first')]).toEqual([true, false]);
  for (let client = 0; client < 10_000; client += 1) limiter.allows(`client ${client}`);
  expect(limiter.allows('first')).toBe(true);
});
