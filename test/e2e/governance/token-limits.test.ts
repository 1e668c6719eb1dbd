/** Access tokens stay within their presets, workspaces and time, at every door; a chat token passes on words and decides nothing. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { Outcome } from '../../../src/core/index.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';
import { openChatWorld, type ChatWorld } from '../../support/worlds/chat-world.ts';
import { withContents } from '../../support/worlds/stored-contents.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: ChatWorld;
let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  world = await openChatWorld(() => ({ text: 'Good.' }), { config: 'presets: [workspace, personal]\n' });
  await writeFile(join(world.workspace, 'here.txt'), 'here');
  await mkdir(join(elsewhere, 'w'));
  await writeFile(join(elsewhere, 'w', 'there.txt'), 'there');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(elsewhere, { recursive: true, force: true });
});

async function createToken(limits: object): Promise<string> {
  const { status, body } = await world.ask<{ token: string }>(
    '/api/tokens',
    { name: 'x', ...limits },
    world.personToken,
  );
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.token;
}

async function createByCli(...flags: string[]): Promise<string> {
  return (await deputizeJson<{ token: string }>('token', 'create', '--data', world.data, ...flags)).token;
}

async function onLine(token: string, message: object): Promise<Record<string, unknown>> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  try {
    return await new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => socket.send(JSON.stringify({ requestId: 'r', ...message })));
      socket.on('message', (data: Buffer) => {
        const answer = JSON.parse(data.toString('utf8')) as Record<string, unknown>;
        if (answer['requestId'] === 'r') resolve(answer);
      });
    });
  } finally {
    socket.terminate();
  }
}

describe('a token with a preset', () => {
  test('reaches no other preset at any door', async () => {
    const token = await createToken({ scope: 'agent', presets: ['personal'] });
    const ask = <T>(path: string, body?: unknown) => world.ask<T>(path, body, token);
    const call = { tool: 'read_file', args: { path: 'here.txt' }, preset: 'workspace' };
    const refusal = { error: { code: 'TOKEN_RESOURCE' } };
    expect((await ask('/api/calls', call)).body).toMatchObject({ state: 'refused', ...refusal });
    expect((await ask('/api/tools?preset=workspace')).body).toMatchObject(refusal);
    expect((await ask('/api/tools/openai?preset=workspace')).body).toMatchObject(refusal);
    expect((await ask('/api/conversations', { assistant: 'workspace' })).body).toMatchObject(refusal);
    expect(await onLine(token, { type: 'tool.execute', ...call })).toMatchObject({ results: [refusal] });
    const calls = [{ tool: 'read_file', args: { path: 'here.txt' } }];
    expect(await onLine(token, { type: 'plan.propose', preset: 'workspace', calls })).toMatchObject(refusal);
    const mcp = await ask('/mcp/workspace', {
      ...{
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_file', arguments: { path: 'here.txt' } },
      },
    });
    expect(JSON.stringify(mcp.body)).not.toContain('"here"');
    const v1 = { model: 'workspace', messages: [{ role: 'user', content: 'hello' }] };
    expect((await ask('/v1/chat/completions', v1)).status).toBe(403);
  });

  test('sees its presets only, and uses the first where a request names none', async () => {
    const token = await createByCli('--preset', 'personal');
    const ask = <T>(path: string, body?: unknown) => world.ask<T>(path, body, token);
    expect((await ask('/api/presets')).body).toEqual({ presets: ['personal'] });
    expect((await ask('/api/tools')).body).toMatchObject({ preset: 'personal', presets: ['personal'] });
    const { data } = (await ask<{ data: { id: string }[] }>('/v1/models')).body;
    expect(data.map(({ id }) => id)).toEqual(['personal']);
    const { status } = await ask('/v1/chat/completions', {
      ...{ model: 'personal', messages: [{ role: 'user', content: 'hello' }] },
    });
    expect(status).toBe(200);
  });

  test('is refused for a preset that does not exist', async () => {
    const wrong = { name: 'x', scope: 'agent', presets: ['workspcae'] };
    expect((await world.ask('/api/tokens', wrong, world.personToken)).status).toBe(400);
  });

  test('makes no token that reaches more', async () => {
    const limited = await createToken({ scope: 'person', presets: ['personal'] });
    const wider = await world.ask('/api/tokens', { name: 'y', scope: 'agent', presets: ['workspace'] }, limited);
    expect(wider.body).toMatchObject({ error: { code: 'TOKEN_RESOURCE' } });
    const { token } = (await world.ask<{ token: string }>('/api/tokens', { name: 'y', scope: 'agent' }, limited)).body;
    expect((await world.ask('/api/presets', undefined, token)).body).toEqual({ presets: ['personal'] });
  });
});

describe('a token with a workspace', () => {
  test('reads there, also by a plan, and not in the default workspace', async () => {
    const token = await createByCli('--workspace', join(elsewhere, 'w'));
    const read = (path: string) =>
      world.ask<Outcome>('/api/calls', { tool: 'read_file', args: { path }, preset: 'workspace' }, token);
    expect((await read('there.txt')).body).toMatchObject({ state: 'ok' });
    expect((await read('here.txt')).body).toMatchObject({ state: 'failed' });
    const calls = [{ tool: 'read_file', args: { path: 'here.txt' } }];
    const plan = await onLine(token, { type: 'plan.propose', preset: 'workspace', calls });
    const done = await onLine(token, { type: 'plan.execute', planId: plan['planId'] });
    expect(JSON.stringify([plan, done])).not.toContain('"here"');
    expect(done).toMatchObject({ results: [{ state: 'failed' }] });
  });
});

describe('a token with an end', () => {
  test('is refused after it, at every door', async () => {
    const token = await createByCli('--expires', '30d');
    const days = await createToken({ scope: 'agent', days: 1 });
    expect((await world.ask('/api/presets', undefined, token)).status).toBe(200);
    const { tokens } = (
      await world.ask<{ tokens: { expiresAt: string | null }[] }>('/api/tokens', undefined, world.personToken)
    ).body;
    const left = tokens.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt) - Date.now()]));
    expect(left.map((ms) => Math.round(ms / 86_400_000)).toSorted((a, b) => a - b)).toEqual([1, 30]);
    const database = new DatabaseSync(join(world.data, 'deputize.db'));
    database.exec('update access_tokens set expires_at = 1 where expires_at is not null');
    database.close();
    for (const expired of [token, days]) {
      expect((await world.ask('/api/presets', undefined, expired)).status).toBe(401);
      expect((await world.ask('/v1/models', undefined, expired)).status).toBe(401);
      expect((await world.ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, expired)).status).toBe(401);
    }
  });

  test.each(['yesterday', '0d', '2020-01-01', '30'])('is refused as %s', async (text) => {
    const { code } = await deputize('token', 'create', '--data', world.data, '--expires', text);
    expect(code).not.toBe(0);
  });
});

describe('the words in a conversation', () => {
  const spoken = async (token: string, say: (id: string) => Promise<unknown>): Promise<unknown[]> => {
    const { id } = (await world.ask<{ id: string }>('/api/conversations', { assistant: 'workspace' }, token)).body;
    await say(id);
    const database = new DatabaseSync(join(world.data, 'deputize.db'), { readOnly: true });
    const rows = database.prepare('select body_json from messages').all() as { body_json: string }[];
    database.close();
    const bodies = (await withContents(world.data, rows, 'body_json')).map(({ body_json }) => body_json);
    const said = bodies.filter((body) => body.includes('needle') && body.includes('"role":"user"'));
    return said.map((body) => (JSON.parse(body) as { isOfAgent?: boolean }).isOfAgent ?? false);
  };

  test('are the user’s from a chat token and a person, and never from an agent’s token', async () => {
    const chat = await createToken({ scope: 'chat' });
    const v1 = (words: string, token: string) =>
      world.ask(
        '/v1/chat/completions',
        {
          model: 'workspace',
          messages: [
            { role: 'user', content: `${words} before` },
            { role: 'assistant', content: 'Yes.' },
            { role: 'user', content: words },
          ],
        },
        token,
      );
    const all = [];
    for (const [at, token] of [world.agentToken, chat, world.personToken].entries()) {
      const words = `needle ${at}`;
      all.push(
        await spoken(token, async (id) => {
          await v1(words, token);
          await world.ask(`/api/conversations/${id}/messages`, { text: words }, token);
        }),
      );
    }
    expect(all.at(-1)).toEqual([...Array(3).fill(true), ...Array(6).fill(false)]);
  });

  test('a chat token decides, grants, undoes, changes and makes nothing', async () => {
    const chat = await createToken({ scope: 'chat' });
    const call = { tool: 'delete_file', args: { path: 'here.txt' }, preset: 'workspace', callId: 'chat-1' };
    const { body } = await world.ask<Outcome>('/api/calls', call, chat);
    if (body.state !== 'pending') throw new Error(JSON.stringify(body));
    const requests: [string, object][] = [
      [`/api/approvals/${body.approval.id}`, { decision: 'approve' }],
      ['/api/grants', { approvalId: body.approval.id, remember: 'always' }],
      ['/api/calls/chat-1/undo', {}],
      ['/api/tokens', { name: 'x', scope: 'agent' }],
      ['/api/stop-all', { lift: true }],
    ];
    for (const [path, json] of requests)
      expect({ path, body: (await world.ask(path, json, chat)).body }).toMatchObject({
        body: { error: { code: 'FORBIDDEN' } },
      });
    expect((await world.ask('/api/audit', undefined, chat)).status).toBe(403);
  });
});
