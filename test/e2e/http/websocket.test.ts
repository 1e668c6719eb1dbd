/** The WebSocket door: it sends events to the users whom they concern, and accepts calls and decisions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

type Message = Record<string, unknown> & { type: string };

let http: TestServer;
const lines: Line[] = [];
beforeAll(async () => {
  http = await startServer();
});
afterEach(() => lines.splice(0).forEach((line) => line.socket.terminate()));
afterAll(() => http[Symbol.asyncDispose]());

class Line {
  readonly heard: Message[] = [];
  readonly socket: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(headers: Record<string, string>, path = '/ws') {
    this.socket = new WebSocket(`${http.url.replace('http', 'ws')}${path}`, { headers });
    this.socket.on('message', (data: Buffer) => {
      this.heard.push(JSON.parse(data.toString('utf8')) as Message);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    lines.push(this);
  }

  async until(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found) return found;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`heard only ${JSON.stringify(this.heard)}`)), 5_000);
        this.#waiting.push(() => (clearTimeout(timer), resolve()));
      });
    }
  }

  async ask(message: object): Promise<Message> {
    const requestId = `r${Math.random().toString(36).slice(2)}`;
    this.socket.send(JSON.stringify({ requestId, ...message }));
    return this.until((answer) => answer['requestId'] === requestId && answer.type !== 'tool.progress');
  }
}

async function open(token: string): Promise<Line> {
  const line = new Line({ authorization: `Bearer ${token}` });
  await line.until(({ type }) => type === 'ready');
  return line;
}

/** The status with which a line is refused. */
function refusal(headers: Record<string, string>, path = '/ws'): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${http.url.replace('http', 'ws')}${path}`, { headers });
    socket.on('unexpected-response', (_, response) => (socket.terminate(), resolve(response.statusCode ?? 0)));
    socket.on('open', () => reject(new Error('it was let in')));
    socket.on('error', () => undefined);
  });
}

async function signIn(): Promise<PlainBrowser> {
  const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
  return PlainBrowser.byLink(`${http.url}/sign-in?link=${link}`);
}

describe('R19: a connection is given to', () => {
  test('a person and an agent, by token', async () => {
    expect((await open(http.personToken)).heard[0]).toEqual({ type: 'ready', userId: 'owner', kind: 'person' });
    expect((await open(http.agentToken)).heard[0]).toMatchObject({ kind: 'agent' });
  });

  test('a person with a session, for a signed address, once and from our own pages only', async () => {
    const browser = await signIn();
    const { cookie } = browser;
    const address = await browser.signAddress('/ws');
    const line = new Line({ cookie, origin: http.url }, address);
    expect(await line.until(({ type }) => type === 'ready')).toMatchObject({ kind: 'person' });
    expect(await refusal({ cookie, origin: http.url }, address)).toBe(401);
    expect(await refusal({ cookie, origin: http.url })).toBe(401);
    const signed = () => browser.signAddress('/ws');
    expect(await refusal({ cookie }, await signed())).toBe(401);
    expect(await refusal({ cookie, origin: 'https://evil.example' }, await signed())).toBe(403);
    expect(await refusal({ cookie, origin: 'null' }, await signed())).toBe(403);
    expect(await refusal({ cookie, origin: http.url }, await browser.signAddress('/api/tools'))).toBe(404);
  });

  test('no other client', async () => {
    const authorization = `Bearer ${http.personToken}`;
    expect(await refusal({})).toBe(401);
    expect(await refusal({ authorization: 'Bearer dpt_wrong' })).toBe(401);
    expect(await refusal({ cookie: 'deputize_session=made-up', origin: http.url })).toBe(401);
    expect(await refusal({ authorization, origin: 'https://evil.example' })).toBe(403);
    expect(await refusal({ authorization, host: 'evil.example' })).toBe(403);
    expect(await refusal({ authorization }, '/elsewhere')).toBe(404);
  });
});

describe('R18: a token that is revoked', () => {
  const make = async () => {
    const { runtime, owner } = http.server.assembly;
    const person = await owner('person', 'test');
    const made = await runtime.credentials.createToken(person, { scope: 'person', name: 'brief' });
    return { ...made, revoke: () => runtime.credentials.revokeToken(person, made.id) };
  };
  const closing = (line: Line) => new Promise<number>((resolve) => line.socket.on('close', resolve));

  test('is worth nothing on a line that is open already', async () => {
    await writeFile(join(http.workspace, 'revoked.txt'), 'x');
    const { token, revoke } = await make();
    const line = await open(token);
    const { id } = await http.waiting('revoked.txt');
    const closed = closing(line);
    await revoke();
    line.socket.send(
      JSON.stringify({ type: 'approval.decide', requestId: 'late', approvalId: id, decision: 'approve' }),
    );
    expect(await closed).toBe(1008);
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({ state: 'awaiting_approval' });
  });

  test('soon loses its connection, also an idle one', async () => {
    const { token, revoke } = await make();
    const closed = closing(await open(token));
    await revoke();
    expect(await closed).toBe(1008);
  });
});

describe('R19: calls and decisions', () => {
  test('a call returns its results, and everyone it concerns gets an event', async () => {
    const [agent, person] = [await open(http.agentToken), await open(http.personToken)];
    const answer = await agent.ask({
      type: 'tool.execute',
      tool: 'write_file',
      args: { path: 'ws.txt', content: 'x' },
      callId: 'ws-1',
    });
    expect(answer).toMatchObject({
      type: 'tool.results',
      results: [{ state: 'ok', callId: 'ws-1', value: { path: 'ws.txt', size: 1 } }],
    });
    for (const line of [agent, person]) {
      expect(await line.until(({ type, callId }) => type === 'call.started' && callId === 'ws-1')).toMatchObject({
        tool: 'write_file',
        user: 'owner',
        decision: { rule: 'low-risk-runs' },
      });
      expect(await line.until(({ type, callId }) => type === 'call.ended' && callId === 'ws-1')).toMatchObject({
        result: 'ok',
      });
    }
  });

  test('R18: a person decides on the line, and an agent cannot', async () => {
    await writeFile(join(http.workspace, 'decide.txt'), 'x');
    const [agent, person] = [await open(http.agentToken), await open(http.personToken)];
    const { results } = await agent.ask({ type: 'tool.execute', tool: 'delete_file', args: { path: 'decide.txt' } });
    const [{ approval, callId }] = results as [{ approval: { id: string }; callId: string }];
    const decide = { type: 'approval.decide', approvalId: approval.id, decision: 'approve' };
    expect(await agent.ask(decide)).toMatchObject({ type: 'error', error: { code: 'FORBIDDEN' } });
    expect(await person.until((event) => event.type === 'approval.requested' && event.callId === callId)).toMatchObject(
      { approvalId: approval.id },
    );
    expect(await person.ask(decide)).toMatchObject({
      type: 'approval.decided',
      approvalId: approval.id,
      outcome: { state: 'ok', value: { deleted: ['decide.txt'] } },
    });
    expect(
      await agent.until((event) => event.type === 'approval.approved' && event['callId'] === callId),
    ).toMatchObject({ via: 'websocket' });
    expect(await person.ask(decide)).toMatchObject({ type: 'error', error: { code: 'ALREADY_DECIDED' } });
  });

  test('a call of another process on the same data is reported as well', async () => {
    await writeFile(join(http.workspace, 'other.txt'), 'x');
    const person = await open(http.personToken);
    const { json } = await deputize([
      'call',
      'delete_file',
      '{"path":"other.txt"}',
      '--data',
      http.data,
      '--workspace',
      http.workspace,
    ]);
    const { approval, callId } = json as { approval: { id: string }; callId: string };
    expect(await person.until((event) => event['callId'] === callId)).toMatchObject({ type: 'approval.requested' });
    await deputize(['approvals', 'deny', approval.id, '--data', http.data, '--workspace', http.workspace]);
    expect(await person.until((event) => event.type === 'approval.denied' && event['callId'] === callId)).toMatchObject(
      { via: 'cli' },
    );
  });

  test('a ping is answered, and cancelling what does not run says so', async () => {
    const line = await open(http.agentToken);
    expect(await line.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    expect(await line.ask({ type: 'call.cancel', callId: 'nothing' })).toMatchObject({
      type: 'call.cancelled',
      cancelled: false,
    });
  });
});

describe('R2: bad messages', () => {
  test.each<[string, string | Buffer, string]>([
    ['no JSON', '{', 'INVALID_JSON'],
    ['nothing', '', 'INVALID_JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'INVALID_JSON'],
    ['null', 'null', 'INVALID_REQUEST'],
    ['a list', '[]', 'INVALID_REQUEST'],
    ['an unknown type', '{"type":"approve.all","requestId":"a"}', 'INVALID_REQUEST'],
    ['a type that objects inherit', '{"type":"constructor","requestId":"a"}', 'INVALID_REQUEST'],
    ['no request id', '{"type":"ping"}', 'INVALID_REQUEST'],
    ['an unknown property', '{"type":"ping","requestId":"a","x":1}', 'INVALID_REQUEST'],
    [
      'a wrong decision',
      '{"type":"approval.decide","requestId":"a","approvalId":"b","decision":"yes"}',
      'INVALID_REQUEST',
    ],
  ])('%s is answered, and the line stays open', async (_, message, code) => {
    const line = await open(http.personToken);
    line.socket.send(message, { binary: typeof message !== 'string' });
    expect(await line.until(({ type }) => type === 'error')).toMatchObject({
      error: { code, type: 'validation_error' },
    });
    expect(await line.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  });

  test('arguments that do not fit are refused as a call', async () => {
    const line = await open(http.agentToken);
    const answer = await line.ask({ type: 'tool.execute', tool: 'read_file', args: { path: 7 } });
    expect(answer).toMatchObject({
      type: 'tool.results',
      results: [{ state: 'refused', error: { code: 'INVALID_ARGUMENTS' } }],
    });
  });

  test('a message that is too large ends that line, and no other', async () => {
    const [large, other] = [await open(http.personToken), await open(http.personToken)];
    const closed = new Promise<number>((resolve) => large.socket.on('close', resolve));
    large.socket.on('error', () => undefined);
    large.socket.send('x'.repeat(9_500_000));
    expect(await closed).toBe(1009);
    expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  });
});

describe('R16: several users', () => {
  test('one user neither sees nor reaches another’s calls', async () => {
    const database = new DatabaseSync(join(http.data, 'deputize.db'), { timeout: 10_000 });
    database.exec(
      `insert into users (id, organization_id, name, role, created_at) values ('bob', 'home', 'Bob', 'user', 0)`,
    );
    database.close();
    const { runtime } = http.server.assembly;
    const bob = await runtime.directory.principal('bob', 'person', 'test');
    const { token } = await runtime.credentials.createToken(bob, { scope: 'person', name: 'bob' });
    await writeFile(join(http.workspace, 'private.txt'), 'x');

    const [owner, other] = [await open(http.agentToken), await open(token)];
    const { results } = await owner.ask({ type: 'tool.execute', tool: 'delete_file', args: { path: 'private.txt' } });
    const [{ approval, callId }] = results as [{ approval: { id: string }; callId: string }];
    await owner.until((event) => event.type === 'approval.requested' && event['callId'] === callId);
    expect(await other.ask({ type: 'approval.decide', approvalId: approval.id, decision: 'approve' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(await http.json(`/api/calls/${callId}`, { token })).toMatchObject({ status: 404 });
    expect((await http.json<{ calls: unknown[] }>('/api/calls', { token })).body.calls).toEqual([]);
    expect(await http.json('/api/audit', { token })).toMatchObject({ status: 403 });

    await other.ask({ type: 'tool.execute', tool: 'list_directory', args: { path: '.' }, callId: 'bobs' });
    await other.until((event) => event.type === 'call.ended' && event['callId'] === 'bobs');
    expect(other.heard.filter((event) => event['user'] !== undefined && event['user'] !== 'bob')).toEqual([]);
    expect(owner.heard.filter((event) => event['callId'] === 'bobs')).toEqual([]);
  });
});
