/** What a running server sends and offers is what docs/websocket.md and docs/http-api.md describe. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { auditEvents, socketEvent, socketMessage } from '../../../src/wire/socket-messages.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

const repository = join(import.meta.dirname, '../../..');

interface SocketFrame {
  readonly type: string;
  readonly requestId?: string | null;
  readonly [field: string]: unknown;
}

let http: TestServer;
beforeAll(async () => {
  http = await startServer();
});
afterAll(() => http[Symbol.asyncDispose]());

/** A connection that collects every frame it receives. */
async function connect(token: string) {
  const frames: SocketFrame[] = [];
  const socket = new WebSocket(`${http.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('message', (data: Buffer) => void frames.push(JSON.parse(data.toString('utf8')) as SocketFrame));
  const until = (fits: (frame: SocketFrame) => boolean): Promise<SocketFrame> =>
    vi.waitUntil(() => frames.find(fits), { timeout: 10_000 });
  await until(({ type }) => type === 'ready');
  const ask = (request: { readonly type: string; readonly [field: string]: unknown }): Promise<SocketFrame> => {
    const requestId = `r${frames.length}-${request.type}`;
    socket.send(JSON.stringify({ requestId, ...request }));
    return until((frame) => frame.requestId === requestId && frame.type !== 'tool.progress');
  };
  return { frames, ask, until, socket, [Symbol.dispose]: () => socket.terminate() };
}

/** Which schema a frame breaks; undefined where it fits. Only events have a number in the audit. */
function findFault(frame: SocketFrame): string | undefined {
  const { error } = ('seq' in frame ? socketEvent : socketMessage).safeParse(frame);
  return error && `${frame.type}: ${error.message}`;
}

test('R19: every frame of the WebSocket fits the described message of its type', async () => {
  await writeFile(join(http.workspace, 'old.txt'), 'old\n');
  using line = await connect(http.personToken);
  await line.ask({ type: 'ping' });
  await line.ask({ type: 'tool.execute', tool: 'list_directory', args: { path: '.' } });
  const waiting = await line.ask({ type: 'tool.execute', tool: 'delete_file', args: { path: 'old.txt' } });
  const [{ approval }] = waiting['results'] as [{ approval: { id: string } }];
  await line.ask({ type: 'approval.decide', approvalId: approval.id, decision: 'approve' });
  await line.ask({ type: 'call.cancel', callId: 'unknown-call' });
  const calls = [{ tool: 'write_file', args: { path: 'planned.txt', content: 'x' } }];
  const plan = await line.ask({ type: 'plan.propose', calls });
  await line.ask({ type: 'plan.show', planId: plan['planId'] });
  await line.ask({ type: 'plan.execute', planId: plan['planId'] });
  await line.ask({ type: 'plan.show', planId: 'unknown-plan' });
  line.socket.send('no JSON');
  await line.until(({ type, requestId }) => type === 'error' && requestId === null);
  await line.until(({ type }) => type === 'approval.approved');

  expect(line.frames.map(findFault).filter((fault) => fault !== undefined)).toEqual([]);
  const answers = [
    'ready',
    'pong',
    'tool.results',
    'approval.decided',
    'call.cancelled',
    'chat.assistant_plan',
    'error',
  ];
  expect(line.frames.map(({ type }) => type)).toEqual(expect.arrayContaining(answers));
  expect(line.frames.filter((frame) => 'seq' in frame).every(({ type }) => Object.hasOwn(auditEvents, type))).toBe(
    true,
  );
});

test('R19: the page of the HTTP API has every route that the server describes, and no other', async () => {
  const { body } = await http.json<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json');
  const served = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const page = readFileSync(join(repository, 'docs/http-api.md'), 'utf8');
  const written = [...page.matchAll(/^#### ([A-Z]+ \/\S+)$/gm)].map(([, route = '']) => route);
  expect(written.toSorted()).toEqual(served.toSorted());
});
