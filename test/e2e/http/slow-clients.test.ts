/** Clients that never finish a request: each is cut off after its timeout, and other clients do not wait for them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startServer, type TestServer } from '../../support/servers/test-server.ts';

const MANY = 50;

let http: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  const timeouts = {
    headersTimeout: 300,
    requestTimeout: 600,
    keepAliveTimeout: 200,
    connectionsCheckingInterval: 100,
  };
  http = await startServer(undefined, undefined, { timeouts });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await http[Symbol.asyncDispose]();
});

interface Line {
  readonly socket: Socket;
  heard: string;
  /** The server says no more. */
  hasEnded: boolean;
  /** The server no longer reads: sending to it fails. */
  isCut: boolean;
}

/** A connection that does not end its own side, whatever the server does. */
async function dial(): Promise<Line> {
  const { hostname, port } = new URL(http.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const line: Line = { socket, heard: '', hasEnded: false, isCut: false };
  socket.on('data', (chunk: Buffer) => (line.heard += chunk.toString('latin1')));
  socket.on('end', () => (line.hasEnded = true));
  socket.on('error', () => (line.isCut = true));
  sockets.push(socket);
  await once(socket, 'connect');
  return line;
}

const host = () => `Host: ${new URL(http.url).host}`;
const body = () => [host(), `Authorization: Bearer ${http.agentToken}`, 'Content-Type: application/json'];
const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];

const SLOW: Record<string, () => readonly [begins: string, drips: string]> = {
  'says nothing': () => ['', ''],
  'sends one header after the other': () => [`GET /api/tools HTTP/1.1\r\n${host()}\r\n`, 'X-More: more\r\n'],
  'sends its body byte by byte': () => [
    `POST /api/calls HTTP/1.1\r\n${[...body(), 'Content-Length: 100000'].join('\r\n')}\r\n\r\n{"tool":"`,
    'a',
  ],
  'sends chunk after chunk': () => [
    `POST /api/calls HTTP/1.1\r\n${[...body(), 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`,
    '1\r\na\r\n',
  ],
  'sends MCP byte by byte': () => [
    `POST /mcp HTTP/1.1\r\n${[...body(), 'Content-Length: 100000'].join('\r\n')}\r\n\r\n{`,
    ' ',
  ],
  'never ends its request for a WebSocket': () => [
    `GET /ws HTTP/1.1\r\n${host()}\r\n${upgrade.join('\r\n')}\r\n`,
    'X: y\r\n',
  ],
  'keeps a connection that it uses no more': () => [`GET /health HTTP/1.1\r\n${host()}\r\n\r\n`, ''],
  'was refused a WebSocket and does not go': () => [
    `GET /ws HTTP/1.1\r\n${[host(), ...upgrade, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='].join('\r\n')}\r\n\r\n`,
    '',
  ],
};

test.each(Object.keys(SLOW))('R19: a client that %s is cut off while others are served', async (name) => {
  const [begins, drips] = SLOW[name]?.() ?? ['', ''];
  const slow = await Promise.all(Array.from({ length: MANY }, dial));
  for (const { socket } of slow) if (begins !== '') socket.write(begins);
  const dripping = setInterval(() => {
    for (const { socket, hasEnded, isCut } of slow)
      if (!isCut && (hasEnded || drips !== '')) socket.write(drips || 'x');
  }, 50);
  try {
    for (let round = 0; round < 3; round += 1)
      expect((await http.call('list_directory', { path: '.' })).body.state).toBe('ok');
    await expect.poll(() => slow.filter(({ isCut }) => !isCut).length, { timeout: 15_000 }).toBe(0);
    for (const { heard } of slow) expect(heard).not.toContain('"state":"ok"');
  } finally {
    clearInterval(dripping);
  }
});
