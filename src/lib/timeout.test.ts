import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isDoneWithin, raceTimeout } from './timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

test('returns what the work brings in time, and leaves no timer', async () => {
  expect(await raceTimeout(1_000, Promise.resolve('done'))).toBe('done');
  expect(await isDoneWithin(1_000, Promise.resolve())).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('returns when the time is over', async () => {
  const [raced, isDone] = [raceTimeout(1_000, never), isDoneWithin(1_000, never)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await raced).toBeUndefined();
  expect(await isDone).toBe(false);
});

test('throws what the work throws', async () => {
  const failing = () => Promise.reject(new Error('broken'));
  await expect(raceTimeout(1_000, failing())).rejects.toThrow('broken');
  await expect(isDoneWithin(1_000, failing())).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});
