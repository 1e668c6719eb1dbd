/** A person decides on the approval's own page while the client waits; whatever the client says itself counts for nothing. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectHttp, outcomeOf, textOf, VERSIONS, type Version } from './connect.ts';
import { startHttp, type Started } from './http-server.ts';
import { testPreset } from './test-tools.ts';

const WAIT_MS = 1_500;
let server: Started;

beforeAll(async () => {
  server = await startHttp(testPreset('test'), 'node', { approvalWaitMs: WAIT_MS });
});
afterAll(() => server.close());

/** A client that can open pages; `onPage` is what its user does there. */
async function connect(
  version: Version,
  onPage: (approvalId: string) => Promise<'accept' | 'decline'>,
): Promise<{ client: Client; urls: string[] }> {
  const urls: string[] = [];
  const client = await connectHttp(server.url, version, {
    capabilities: { elicitation: { url: {} } },
    inputRequired: { maxRounds: 3 },
  });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const url = 'url' in params ? params.url : '';
    urls.push(url);
    return { action: await onPage(url.split('/').at(-1) ?? '') };
  });
  return { client, urls };
}

const decide = (id: string, decision: 'approve' | 'deny') =>
  server.runtime.approvals.decide(id, { decision, via: 'test' }, server.person);

describe.each(VERSIONS)('MCP %s', (version) => {
  it('R18 answers with the result once a person has approved on the page', async () => {
    const { client, urls } = await connect(version, async (id) => {
      setTimeout(() => void decide(id, 'approve'), 300);
      return 'accept';
    });
    const result = await client.callTool({ name: 'send_letter', arguments: { to: `anna ${version}` } });
    expect(result.structuredContent).toEqual({ sentTo: `anna ${version}` });
    expect(urls).toHaveLength(1);
    await client.close();
  });

  it('R7 returns the arguments that a person changed before approving', async () => {
    const edited = { to: `edith ${version}` };
    const { client } = await connect(version, async (id) => {
      const verdict = { decision: 'approve', modifiedArgs: edited, via: 'test' } as const;
      await server.runtime.approvals.decide(id, verdict, server.person);
      return 'accept';
    });
    const result = await client.callTool({ name: 'send_letter', arguments: { to: `emil ${version}` } });
    expect(result.structuredContent).toEqual({ sentTo: edited.to });
    expect(outcomeOf(result)).toMatchObject({ state: 'ok', executedArgs: edited });
    expect(textOf(result)).toContain(
      `A person changed the arguments before approving; executed were: ${JSON.stringify(edited)}`,
    );
    await client.close();
  });

  it('R18 answers with the refusal once a person has denied it', async () => {
    const { client } = await connect(version, async (id) => {
      await decide(id, 'deny');
      return 'accept';
    });
    const result = await client.callTool({ name: 'send_letter', arguments: { to: `bert ${version}` } });
    expect(outcomeOf(result)).toMatchObject({ state: 'refused', error: { code: 'DENIED' } });
    await client.close();
  });

  it('R18 gives nothing to a client that says yes without a person', async () => {
    const to = `eve ${version}`;
    const { client, urls } = await connect(version, async () => 'accept');
    const result = await client.callTool({ name: 'send_letter', arguments: { to } }).catch((error: unknown) => error);
    expect(JSON.stringify(result)).not.toContain('sentTo');
    expect(urls).toHaveLength(1);
    const waiting = await server.runtime.approvals.list(server.person);
    expect(waiting.find(({ args }) => JSON.stringify(args).includes(to))).toMatchObject({ decision: null });
    await client.close();
  });

  it('R18 answers at once that it waits when the client does not open the page', async () => {
    const started = Date.now();
    const { client } = await connect(version, async () => 'decline');
    const result = await client.callTool({ name: 'send_letter', arguments: { to: `carl ${version}` } });
    expect(outcomeOf(result).state).toBe('pending');
    expect(Date.now() - started).toBeLessThan(WAIT_MS);
    await client.close();
  });

  it('R9 runs an approved call once, though the client asks again', async () => {
    const { client } = await connect(version, async (id) => {
      await decide(id, 'approve');
      return 'accept';
    });
    const first = await client.callTool({ name: 'send_letter', arguments: { to: `dora ${version}` } });
    const { callId } = outcomeOf(first);
    const again = await client.callTool({
      name: 'send_letter',
      arguments: { to: `dora ${version}` },
      _meta: { 'deputize/callId': callId },
    });
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
    await client.close();
  });
});

it('notifies a client of a session that the question is settled', async () => {
  const { client } = await connect('2025-11-25', async (id) => {
    await decide(id, 'approve');
    return 'accept';
  });
  const settled: string[] = [];
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
    settled.push(params.elicitationId);
  });
  await client.callTool({ name: 'send_letter', arguments: { to: 'frida' } });
  expect(settled).toHaveLength(1);
  await client.close();
});

describe('a state that a client made up', () => {
  const post = async (requestState: string, to: string, via = 'token:test'): Promise<Record<string, unknown>> => {
    const params = {
      name: 'send_letter',
      arguments: { to },
      requestState,
      inputResponses: { approval: { action: 'accept' } },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
      },
    };
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'send_letter',
        'x-test-via': via,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  it('is refused when no call has that id', async () => {
    expect(await post('made-up', 'gerd')).toMatchObject({ error: { code: -32602 } });
  });

  it('is refused when it belongs to a call with other arguments', async () => {
    const pending = await server.runtime.call(
      { tool: 'send_letter', args: { to: 'hans' }, preset: 'test', callId: 'for-hans' },
      server.agent,
    );
    expect(pending.state).toBe('pending');
    expect(await post('for-hans', 'someone else')).toMatchObject({
      result: { isError: true, _meta: { 'deputize/outcome': { error: { code: 'CALL_ID_REUSED' } } } },
    });
  });
});
