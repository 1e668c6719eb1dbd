import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { eventStream, firstSign } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a stream of events', () => {
  test('names its events, keeps lines apart, and ends', async () => {
    const events = eventStream(() => undefined);
    events.send('one');
    events.send('two\nthree', 'named');
    events.close();
    events.send('too late');
    expect(await new Response(events.body).text()).toBe('data: one\n\nevent: named\ndata: two\ndata: three\n\n');
  });

  test('is kept open with comments while nothing happens, and not beyond its end', async () => {
    const events = eventStream(() => undefined);
    await vi.advanceTimersByTimeAsync(25_000);
    events.close();
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await new Response(events.body).text()).toBe(': still at work\n\n: still at work\n\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('says when the other side has left', async () => {
    const gone = vi.fn<() => void>();
    const events = eventStream(gone);
    await events.body.cancel();
    expect(gone).toHaveBeenCalledOnce();
    events.send('nobody hears this');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('gives up one that does not read', () => {
    const gone = vi.fn<() => void>();
    const events = eventStream(gone);
    for (let sent = 0; sent < 9; sent += 1) events.send('x'.repeat(1_000_000));
    expect(gone).toHaveBeenCalledOnce();
  });
});

describe('the first sign', () => {
  test('is waited for, and a failure before it is thrown', async () => {
    await firstSign(Promise.resolve());
    await expect(firstSign(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not waited for too long', async () => {
    const waiting = firstSign(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(waiting).resolves.toBeUndefined();
  });
});
