import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { RateLimiter } from './rate-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('allows so much at once, and then so much a second', () => {
  const limiter = new RateLimiter(10, 20);
  expect(limiter.take(20)).toBe(true);
  expect(limiter.take(1)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(limiter.take(5)).toBe(true);
  expect(limiter.take(1)).toBe(false);
});

test('a refused amount is not taken', () => {
  const limiter = new RateLimiter(10, 20);
  expect(limiter.take(21)).toBe(false);
  expect(limiter.take(20)).toBe(true);
});

test('a long pause allows no more at once than the most', () => {
  const limiter = new RateLimiter(10, 20);
  vi.advanceTimersByTime(60_000);
  expect(limiter.take(21)).toBe(false);
});
