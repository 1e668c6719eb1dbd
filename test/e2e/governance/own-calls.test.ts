/** Two agents and a person plant canaries at every door. Another agent's token then asks every door for them, with all ids known. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { Outcome } from '../../../src/core/index.ts';
import { openChatWorld, type ChatWorld, type Play } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const NAMES = [
  ...['done-args', 'done-path', 'result', 'waiting-args', 'edited-args', 'denial-reason', 'invalid-args', 'error-path'],
  ...['conversation-words', 'conversation-answer', 'conversation-call', 'v1-words', 'plan-args'],
  ...['person-result', 'person-words', 'person-conversation-result', 'person-grant', 'person-long-result'],
] as const;
type CanaryName = (typeof NAMES)[number];
const canaries = Object.fromEntries(NAMES.map((name) => [name, `c${randomBytes(8).toString('hex')}`])) as Record<
  CanaryName,
  string
>;

/** Reads the file that the user names, and repeats the words otherwise. */
const play: Play = ({ user, results }) => {
  if (results.length > 0) return { text: 'I have read it.' };
  if (user.startsWith('read ')) return { text: '', calls: [{ name: 'read_file', args: { path: user.slice(5) } }] };
  return { text: user.startsWith('answer ') ? user.slice(7) : 'Good.' };
};

let world: ChatWorld;
let other = '';
const heard: string[] = [];
let line: WebSocket;
const ids = { calls: [] as string[], approvals: [] as string[], conversations: [] as string[], plan: '', response: '' };

const asOther = <T>(path: string, body?: unknown) => world.ask<T>(path, body, other);
const asPerson = <T>(path: string, body?: unknown) => world.ask<T>(path, body, world.personToken);

async function openLine(token: string, on: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('message', (data: Buffer) => on(data.toString('utf8')));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

async function make(ask: typeof asOther, tool: string, args: object, callId: string): Promise<Outcome> {
  ids.calls.push(callId);
  const { body } = await ask<Outcome>('/api/calls', { tool, args, callId });
  if (body.state === 'pending') ids.approvals.push(body.approval.id);
  return body;
}

async function plantByAgent(): Promise<void> {
  const put = (name: string, text: string) => writeFile(join(world.workspace, name), text);
  await put('secret.txt', canaries.result);
  await put('edit.txt', 'old');
  await put('deny.txt', 'old');
  await put(`${canaries['waiting-args']}.txt`, 'x');
  await make(asOther, 'write_file', { path: 'note.txt', content: canaries['done-args'] }, 'b-args');
  await make(asOther, 'write_file', { path: `${canaries['done-path']}.txt`, content: 'x' }, 'b-path');
  expect(await make(asOther, 'read_file', { path: 'secret.txt' }, 'b-result')).toMatchObject({ state: 'ok' });
  await make(asOther, 'delete_file', { path: `${canaries['waiting-args']}.txt` }, 'b-waiting');
  const edit = await make(asOther, 'write_file', { path: 'edit.txt', content: 'mine' }, 'b-edited');
  const modifiedArgs = { path: 'edit.txt', content: canaries['edited-args'] };
  if (edit.state !== 'pending') throw new Error(JSON.stringify(edit));
  await asPerson(`/api/approvals/${edit.approval.id}`, { decision: 'edit', modifiedArgs });
  const denied = await make(asOther, 'delete_file', { path: 'deny.txt' }, 'b-denied');
  if (denied.state !== 'pending') throw new Error(JSON.stringify(denied));
  await asPerson(`/api/approvals/${denied.approval.id}`, { decision: 'deny', reason: canaries['denial-reason'] });
  await make(asOther, 'read_file', { path: 'a', [canaries['invalid-args']]: 1 }, 'b-invalid');
  await make(asOther, 'read_file', { path: `${canaries['error-path']}.txt` }, 'b-missing');
}

async function converse(ask: typeof asOther, words: readonly string[]): Promise<string> {
  const { id } = (await ask<{ id: string }>('/api/conversations', { assistant: 'workspace' })).body;
  ids.conversations.push(id);
  for (const text of words)
    expect((await ask(`/api/conversations/${id}/messages`, { text })).body).toMatchObject({ state: 'done' });
  ids.calls.push(...[2, 4, 6, 8].map((place) => `${id}.${place}.0`));
  return id;
}

async function plantInConversations(): Promise<void> {
  await writeFile(join(world.workspace, `${canaries['conversation-call']}.txt`), 'x');
  await writeFile(join(world.workspace, 'theirs.txt'), canaries['person-conversation-result']);
  const words = `hello ${canaries['conversation-words']}`;
  await converse(asOther, [
    words,
    `answer ${canaries['conversation-answer']}`,
    `read ${canaries['conversation-call']}.txt`,
  ]);
  await converse(asPerson, [`hello ${canaries['person-words']}`, 'read theirs.txt']);
  const v1 = { model: 'workspace', input: `hello ${canaries['v1-words']}`, store: true };
  ids.response = (await asOther<{ id: string }>('/v1/responses', v1)).body.id;
  const messages = [{ role: 'user', content: 'read secret.txt' }];
  await asOther('/v1/chat/completions', { model: 'workspace', messages });
  const proposed = await openLine(other, (text) => {
    const { planId } = JSON.parse(text) as { planId?: string };
    if (planId !== undefined) ids.plan = planId;
  });
  const calls = [{ tool: 'write_file', args: { path: 'plan.txt', content: canaries['plan-args'] } }];
  proposed.send(JSON.stringify({ requestId: 'p', type: 'plan.propose', calls }));
  await vi.waitFor(() => expect(ids.plan).not.toBe(''), { timeout: 10_000 });
  proposed.terminate();
}

async function plantByPerson(): Promise<void> {
  await writeFile(join(world.workspace, 'person.txt'), canaries['person-result']);
  await writeFile(join(world.workspace, `${canaries['person-grant']}.txt`), 'old');
  const long = Array.from({ length: 20_000 }, (_, at) => `${at} ${canaries['person-long-result']}`).join('\n');
  await writeFile(join(world.workspace, 'long.txt'), long);
  await make(asPerson, 'read_file', { path: 'person.txt' }, 'p-result');
  await make(asPerson, 'read_file', { path: 'long.txt' }, 'p-long');
  const asked = await make(
    asOther,
    'write_file',
    { path: `${canaries['person-grant']}.txt`, content: 'new' },
    'b-grant',
  );
  if (asked.state !== 'pending') throw new Error(JSON.stringify(asked));
  const grant = { decision: 'allow_always', pattern: { '/path': `${canaries['person-grant']}*` } };
  expect((await asPerson(`/api/approvals/${asked.approval.id}`, grant)).status).toBe(200);
}

beforeAll(async () => {
  world = await openChatWorld(play);
  const made = await asPerson<{ token: string }>('/api/tokens', { name: 'other', scope: 'agent' });
  other = made.body.token;
  line = await openLine(world.agentToken, (text) => heard.push(text));
  await plantByAgent();
  await plantInConversations();
  await plantByPerson();
});
afterAll(async () => {
  line.terminate();
  await world[Symbol.asyncDispose]();
});

/** The canaries in an answer, without those that the request itself named. */
const found = (text: string, asked = ''): CanaryName[] =>
  NAMES.filter((name) => text.includes(canaries[name]) && !asked.includes(canaries[name]));

/** The text of every answer that a token gets, by the request. */
async function askEverything(token: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (path: string, json?: unknown, headers: Record<string, string> = {}): Promise<void> => {
    const response = await fetch(new URL(path, world.url), {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const asked = `${path} ${json === undefined ? '' : JSON.stringify(json)}`;
    answers.set(asked, await response.text());
  };
  const lists = ['/api/calls?limit=1000', '/api/calls?state=unknown', '/api/approvals', '/api/grants', '/api/settings'];
  const more = ['/api/activity?hours=24', '/api/conversations', '/api/audit', '/api/audit/export', '/metrics', '/'];
  for (const path of [...lists, ...more, '/api/notifications', '/api/tokens']) await ask(path);
  for (const name of NAMES) await ask(`/api/conversations?search=${canaries[name]}`);
  for (const id of ids.calls) {
    for (const path of ['', '?wait=1', '/result?offset=0&length=30000', '/undo']) await ask(`/api/calls/${id}${path}`);
    await ask(`/api/calls?before=${id}`);
    await ask('/api/calls', { tool: 'read_result', args: { callId: id, offset: 0, length: 30_000 } });
    await ask('/api/calls', { tool: 'read_file', args: { path: 'nothing.txt' }, callId: id });
  }
  await ask('/api/calls', { tool: 'read_file', args: { path: 'person.txt' }, callId: 'p-result' });
  for (const id of ids.approvals) {
    await ask(`/api/approvals/${id}`);
    await ask(`/approvals/${id}`);
    await ask(`/api/approvals/${id}`, { decision: 'approve' });
  }
  for (const id of ids.conversations) {
    await ask(`/api/conversations/${id}`);
    await ask(`/api/conversations/${id}/events`);
    await ask(`/api/conversations/${id}/messages`, { text: 'hello' });
    await ask('/v1/responses', { model: 'workspace', input: 'more', conversation: id });
    await ask(
      '/v1/chat/completions',
      { model: 'workspace', messages: [{ role: 'user', content: 'x' }] },
      { 'x-conversation-id': id },
    );
    for (const place of [2, 4, 6]) await ask(`/api/plans/${id}.${place}`);
  }
  await ask('/v1/responses', { model: 'workspace', input: 'more', previous_response_id: ids.response });
  await ask(`/api/plans/${ids.plan}`);
  for (const id of ids.calls) {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const params = { name: 'read_result', arguments: { callId: id, offset: 0, length: 30_000 } };
    await ask('/mcp/workspace', { ...call, params }, { accept: 'application/json, text/event-stream' });
  }
  await askOnLine(token, (asked, text) => answers.set(`ws ${asked}`, text));
  return answers;
}

async function askOnLine(token: string, keep: (asked: string, text: string) => void): Promise<void> {
  const waiting = new Map<string, (text: string) => void>();
  const socket = await openLine(token, (text) => {
    const { requestId, type } = JSON.parse(text) as { requestId?: string; type: string };
    if (requestId !== undefined && type !== 'tool.progress') waiting.get(requestId)?.(text);
  });
  const messages = [
    ...ids.calls.map((callId) => ({ type: 'tool.execute', tool: 'list_directory', args: { path: 'none' }, callId })),
    ...ids.calls.map((callId) => ({ type: 'call.cancel', callId })),
    ...['plan.show', 'plan.execute', 'plan.resume'].map((type) => ({ type, planId: ids.plan })),
  ];
  for (const [at, message] of messages.entries()) {
    const text = await new Promise<string>((resolve) => {
      waiting.set(`r${at}`, resolve);
      socket.send(JSON.stringify({ requestId: `r${at}`, ...message }));
    });
    keep(JSON.stringify(message), text);
  }
  socket.terminate();
}

const leaks = (answers: ReadonlyMap<string, string>): Record<string, CanaryName[]> =>
  Object.fromEntries(
    [...answers].flatMap(([asked, text]) => {
      const all = found(text, asked);
      return all.length === 0 ? [] : [[asked, all]];
    }),
  );

describe('R18: an agent’s token', () => {
  test('reads nothing of another agent or of the person, at any door', async () => {
    expect(leaks(await askEverything(world.agentToken))).toEqual({});
    expect(found(heard.join('\n'))).toEqual([]);
    expect(heard.some((text) => text.includes('"ready"'))).toBe(true);
  });

  test('reads its own, and the person reads everything', async () => {
    const person = await askEverything(world.personToken);
    expect(NAMES.filter((name) => ![...person.values()].some((text) => text.includes(canaries[name])))).toEqual([]);
    const { calls } = (await asOther<{ calls: { callId: string }[] }>('/api/calls?limit=1000')).body;
    const own = JSON.stringify(calls);
    const theirs = ['done-args', 'done-path', 'result', 'waiting-args', 'conversation-call'] as const;
    expect(theirs.filter((name) => !own.includes(canaries[name]))).toEqual([]);
    expect(found(own).filter((name) => name.startsWith('person-') && name !== 'person-grant')).toEqual([]);
  });

  test('cancels no call of another agent and puts no call into its conversation', async () => {
    const [conversationId] = ids.conversations;
    const { body } = await world.ask<Outcome>('/api/calls', {
      tool: 'list_directory',
      args: { path: '.' },
      conversationId,
    });
    expect(body).toMatchObject({ state: 'refused', error: { code: 'NOT_FOUND' } });
  });
});
