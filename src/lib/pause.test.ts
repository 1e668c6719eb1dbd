import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pause } from './pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('waits for the time', async () => {
  const done = vi.fn<() => void>();
  const pausing = pause(1_000).then(done);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pausing;
});

test('ends with the signal, and leaves no timer', async () => {
  const controller = new AbortController();
  const pausing = pause(1_000, controller.signal);
  controller.abort();
  await pausing;
  await pause(1_000, controller.signal);
  expect(vi.getTimerCount()).toBe(0);
});
