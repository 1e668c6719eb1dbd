import { expect, test } from 'vitest';

import { computeBackoff, RetryBackoff } from './retry-backoff.ts';

const pace = { firstMs: 500, longestMs: 60_000 };

test('waits longer each time, up to the longest, and never twice the same', () => {
  const pacer = new RetryBackoff(pace);
  const waits = Array.from({ length: 12 }, (_, at) => pacer.next(at));
  for (const [at, wait] of waits.entries()) {
    const middle = Math.min(500 * 2 ** at, 60_000);
    expect(wait).toBeGreaterThanOrEqual(middle * 0.75);
    expect(wait).toBeLessThanOrEqual(middle * 1.25);
  }
  expect(new Set(waits).size).toBe(waits.length);
});

test('begins again after a quiet while', () => {
  const pacer = new RetryBackoff(pace);
  for (let at = 0; at < 10; at += 1) pacer.next(at);
  expect(pacer.next(60_000)).toBeGreaterThan(40_000);
  expect(pacer.next(1_000_000)).toBeLessThan(700);
});

test('spreads the waits over the given part of the time', () => {
  const waits = Array.from({ length: 200 }, () => computeBackoff(3, { firstMs: 10, spread: [0.5, 1.5] }));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(40);
  expect(Math.max(...waits)).toBeLessThanOrEqual(120);
});
