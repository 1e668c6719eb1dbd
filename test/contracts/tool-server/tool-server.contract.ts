/** What every connector to a tool server promises, checked against the official MCP server for everything. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ToolServer, ToolSession } from '../../../src/ports/tool-server.ts';

export interface ToolServerStore {
  open(): ToolServer;
  /** Ends the server behind the connector's back. */
  kill(server: ToolServer): Promise<void>;
  /** Makes it possible for the connector to start it or reach it again. */
  revive(): Promise<void>;
  remove(): Promise<void>;
}

export function describeToolServer(name: string, newStore: () => Promise<ToolServerStore>): void {
  describe(`a tool server by ${name}`, () => {
    let store: ToolServerStore;
    let server: ToolServer;
    let session: ToolSession;
    const quiet = { signal: new AbortController().signal, progress: () => undefined };

    beforeAll(async () => {
      store = await newStore();
      server = store.open();
      session = await server.session();
    });
    afterAll(async () => {
      await server.close();
      await store.remove();
    });

    test('is idle until somebody needs it', async () => {
      const other = store.open();
      expect(other.status()).toMatchObject({ state: 'idle', restarts: 0 });
      await other.close();
      await expect(other.session()).rejects.toMatchObject({ name: 'PortError', code: 'EXTERNAL_ERROR' });
    });

    test('lists its tools as they are', () => {
      expect(server.status().state).toBe('running');
      const echo = session.tools.find((tool) => tool['name'] === 'echo');
      expect(echo).toMatchObject({ inputSchema: { properties: { message: { type: 'string' } } } });
    });

    test('answers calls with content and with structure', async () => {
      expect(await session.call('echo', { message: 'hello' }, quiet)).toEqual({
        isError: false,
        content: [{ type: 'text', text: 'Echo: hello' }],
        structured: undefined,
      });
      const { structured } = await session.call('get-structured-content', { location: 'Chicago' }, quiet);
      expect(structured).toMatchObject({ conditions: expect.any(String) });
    });

    test('answers many calls at once, each with its own', async () => {
      const texts = Array.from({ length: 50 }, (_, at) => `number ${at}`);
      const answers = await Promise.all(texts.map((message) => session.call('echo', { message }, quiet)));
      expect(answers.map(({ content }) => content)).toEqual(texts.map((t) => [{ type: 'text', text: `Echo: ${t}` }]));
    });

    test('says when the server refuses', async () => {
      expect(await session.call('echo', { message: 7 }, quiet)).toMatchObject({ isError: true });
      expect(await session.call('no-such-tool', {}, quiet)).toMatchObject({ isError: true });
    });

    test('tells of progress', async () => {
      const seen: number[] = [];
      const progress = (done: number) => void seen.push(done);
      await session.call('trigger-long-running-operation', { duration: 0.3, steps: 3 }, { ...quiet, progress });
      expect(seen).toEqual([1, 2, 3]);
    });

    test('stops waiting when it is told to', async () => {
      const controller = new AbortController();
      const running = session.call(
        'trigger-long-running-operation',
        { duration: 3_600, steps: 3_600 },
        { signal: controller.signal, progress: () => undefined },
      );
      controller.abort(new Error('enough'));
      await expect(running).rejects.toThrow('enough');
    });

    test('does not know what became of a call when the server is killed, and comes back by itself', async () => {
      const kept = store.open();
      kept.start();
      const first = await kept.session();
      const running = first.call('trigger-long-running-operation', { duration: 3_600, steps: 2 }, quiet);
      const failed = running.catch((error: unknown) => error);
      // The call must have left before the server dies.
      await first.call('echo', { message: 'x' }, quiet);
      await store.kill(kept);
      expect(await failed).toMatchObject({ name: 'PortError', code: 'OUTCOME_UNKNOWN' });
      await store.revive();
      await vi.waitFor(async () => expect(await kept.session()).not.toBe(first), { timeout: 30_000, interval: 100 });
      expect(await (await kept.session()).call('echo', { message: 'again' }, quiet)).toMatchObject({ isError: false });
      expect(kept.status().restarts).toBeGreaterThan(0);
      await kept.close();
    }, 60_000);
  });
}
