/** What the official client sees of us, over both transports and in both protocol versions. */
import type { Client } from '@modelcontextprotocol/client';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectHttp, connectStdio, outcomeOf, textOf, VERSIONS } from './connect.ts';
import { startHttp, type Started } from './http-server.ts';
import { testPreset } from './test-tools.ts';

const data = mkdtempSync(join(tmpdir(), 'deputize-mcp-test-'));
let web: Started;
let node: Started;

beforeAll(async () => {
  web = await startHttp(testPreset('test'), 'web');
  node = await startHttp(testPreset('test'), 'node');
});
afterAll(async () => {
  await web.close();
  await node.close();
  rmSync(data, { recursive: true, force: true });
});

const transports = {
  stdio: (version: (typeof VERSIONS)[number]) => connectStdio(data, version),
  'web-standard HTTP': (version: (typeof VERSIONS)[number]) => connectHttp(web.url, version),
  'Node HTTP': (version: (typeof VERSIONS)[number]) => connectHttp(node.url, version),
};

describe.each(VERSIONS)('MCP %s', (version) => {
  describe.each(Object.entries(transports))('over %s', (_, connect) => {
    let client: Client;
    beforeAll(async () => {
      client = await connect(version);
    });
    afterAll(() => client.close());

    it('R15 R19 lists every tool with both schemas and its annotations, dots written so that they travel', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('notes__list');
      expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        outputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        annotations: { readOnlyHint: true, destructiveHint: false },
      });
      expect(tools.find(({ name }) => name === 'send_letter')?.annotations?.destructiveHint).toBe(true);
    });

    it('R19 answers a call with the tool’s own output, as structure and as text', async () => {
      const result = await client.callTool({ name: 'echo', arguments: { text: 'hello ✓' } });
      expect(result.structuredContent).toEqual({ text: 'hello ✓' });
      expect(textOf(result)).toEqual(['{"text":"hello ✓"}']);
      expect(result.isError).toBeUndefined();
      expect(outcomeOf(result)).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
      expect(outcomeOf(result)).not.toHaveProperty('value');
    });

    it('R15 finds a tool by the name it was listed under, and by its own', async () => {
      expect((await client.callTool({ name: 'notes__list' })).structuredContent).toEqual({ notes: ['one', 'two'] });
      expect((await client.callTool({ name: 'notes.list' })).structuredContent).toEqual({ notes: ['one', 'two'] });
    });

    it('R19 says what was done where the policy wants it reported', async () => {
      const result = await client.callTool({ name: 'tidy_up' });
      expect(result.structuredContent).toEqual({ tidied: 3 });
      expect(textOf(result)[1]).toContain('tidy_up');
      expect(outcomeOf(result).state).toBe('reported');
    });

    it('R14 answers what failed or was refused as an error that holds the outcome and no structure', async () => {
      for (const [name, args, state, code] of [
        ['fail', {}, 'failed', 'EXTERNAL_ERROR'],
        ['echo', { text: 1 }, 'refused', 'INVALID_ARGUMENTS'],
      ] as const) {
        const result = await client.callTool({ name, arguments: args });
        expect(result).toMatchObject({ isError: true });
        expect(result.structuredContent).toBeUndefined();
        const [sentence, text] = textOf(result);
        expect(sentence).toContain(code);
        expect(JSON.parse(text ?? '')).toEqual(outcomeOf(result));
        expect(outcomeOf(result)).toMatchObject({ state, error: { code } });
      }
    });

    it('answers a tool that is not offered by a protocol error', async () => {
      await expect(client.callTool({ name: 'constructor' })).rejects.toMatchObject({ code: -32602 });
      await expect(client.callTool({ name: '__proto__' })).rejects.toMatchObject({ code: -32602 });
    });

    it('R18 answers a call that needs a person, from a client that cannot open pages, with the link', async () => {
      const result = await client.callTool({ name: 'send_letter', arguments: { to: `nobody ${version}` } });
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      const { state, approval } = outcomeOf(result);
      expect(state).toBe('pending');
      expect(approval.url).toContain(approval.id);
    });

    it('R17 says how to read on where a result was cut', async () => {
      const result = await client.callTool({ name: 'read_much', arguments: { lines: 10_000 } });
      expect((result.structuredContent as { lines: string[] }).lines.length).toBeLessThan(10_000);
      expect(textOf(result)[1]).toContain(`read_result with callId "${outcomeOf(result).callId}"`);
    });

    it('R21 reports progress while a call runs', async () => {
      const seen: number[] = [];
      // `onprogress` loses what arrives in one piece with the result: the SDK drops its callback as soon as it reads that.
      client.setNotificationHandler('notifications/progress', ({ params }) => void seen.push(params.progress));
      const result = await client.callTool(
        { name: 'count_up', arguments: { steps: 5 } },
        { onprogress: () => undefined },
      );
      expect(result.structuredContent).toEqual({ counted: 5 });
      await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5]);
    });

    it('R21 stops a call that the client cancels, and goes on answering', async () => {
      const abort = new AbortController();
      const call = client.callTool({ name: 'wait_long', arguments: { label: version } }, { signal: abort.signal });
      setTimeout(() => abort.abort(), 200);
      await expect(call).rejects.toBeInstanceOf(Error);
      expect((await client.callTool({ name: 'echo', arguments: { text: 'still here' } })).isError).toBeUndefined();
    });

    it('R9 takes a call id from the client and runs it once', async () => {
      const _meta = { 'deputize/callId': `mine-${version}-${Math.random()}`, 'deputize/traceId': 'trace-1' };
      const call = { name: 'tidy_up', arguments: {}, _meta };
      const first = await client.callTool(call);
      const again = await client.callTool(call);
      expect(outcomeOf(first)).toMatchObject({ callId: _meta['deputize/callId'], traceId: 'trace-1' });
      expect(outcomeOf(again)).toEqual(outcomeOf(first));
    });
  });
});

it('R19 records every call that came by MCP, also for tools that are not offered', async () => {
  const calls = await node.runtime.calls.list({ limit: 1_000 }, node.person);
  expect(calls.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['echo', 'constructor', 'notes.list']));
  expect(calls.find(({ tool }) => tool === 'wait_long')).toMatchObject({ state: 'error' });
});
