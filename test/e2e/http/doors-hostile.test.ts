/** Attacks on the doors: DNS rebinding, requests that never end or are ambiguous, and sessions that an attacker chose. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
const sockets: Socket[] = [];
beforeAll(async () => {
  http = await startServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await http[Symbol.asyncDispose]();
});

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(http.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** What comes back for bytes that no client would send. */
async function raw(lines: readonly string[], body = ''): Promise<string> {
  const socket = await dial();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  await expect.poll(() => socket.closed || answer.includes('\r\n\r\n'), { timeout: 10_000 }).toBe(true);
  socket.destroy();
  return answer;
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
const DOORS = [
  'GET /api/tools',
  'POST /api/calls',
  'GET /v1/models',
  'POST /mcp',
  'GET /',
  'GET /metrics',
  'GET /openapi.json',
];

describe('R19: a name that was made to lead here', () => {
  test.each(DOORS)('opens nothing at %s', async (door) => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '']) {
      const answer = await raw(
        [
          ...[`${door} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${http.personToken}`],
          ...['Content-Type: application/json', 'Content-Length: 2', 'Connection: close'],
        ],
        '{}',
      );
      expect({ host, status: statusOf(answer) }).toEqual({
        host,
        status: expect.toSatisfy((status: number) => status >= 400),
      });
      expect(answer).not.toContain('list_directory');
    }
  });
});

describe('R19: a request that says two things', () => {
  const call = JSON.stringify({ tool: 'list_directory', args: { path: '.' } });
  const head = () => [
    'POST /api/calls HTTP/1.1',
    `Host: ${new URL(http.url).host}`,
    `Authorization: Bearer ${http.agentToken}`,
    'Content-Type: application/json',
  ];

  test.each([
    ['two lengths', ['Content-Length: 5', `Content-Length: ${call.length}`]],
    ['a length and chunks', [`Content-Length: ${call.length}`, 'Transfer-Encoding: chunked']],
    ['a length that is no number', ['Content-Length: 0x10']],
    ['chunks that are none', ['Transfer-Encoding: chunked']],
    ['two hosts', ['Host: evil.example', `Content-Length: ${call.length}`]],
  ])('is refused: %s', async (_, more) => {
    const answer = await raw([...head(), ...more], call);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(answer).not.toContain('"state":"ok"');
  });
});

test('R19: requests that never end do not block other clients', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, dial));
  for (const [at, socket] of slow.entries()) {
    socket.write(`POST /api/calls HTTP/1.1\r\nHost: ${new URL(http.url).host}\r\n`);
    if (at % 2 === 0) socket.write('Content-Length: 1000\r\nContent-Type: application/json\r\n\r\n{"tool":');
  }
  for (let round = 0; round < 5; round += 1) {
    const { body } = await http.call('list_directory', { path: '.' });
    expect(body.state).toBe('ok');
  }
});

describe('R18: a session', () => {
  const signIn = async (cookie?: string) => {
    const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
    const browser = new PlainBrowser(http.url);
    await browser.submit('/sign-in/link', { link }, cookie === undefined ? {} : { cookie });
    return browser;
  };
  const reaches = async (browser: PlainBrowser, cookie = browser.cookie) =>
    (await browser.get('/api/tokens', { cookie })).status;

  test('is never one from before signing in', async () => {
    const first = await signIn();
    const [name = ''] = first.cookie.split('=');
    const chosen = `${name}=${'a'.repeat(43)}`;
    expect(await reaches(first, chosen)).toBe(401);
    const given = await signIn(chosen);
    expect(given.cookie).not.toBe(chosen);
    expect(given.cookie).not.toBe(first.cookie);
    expect(await reaches(given, chosen)).toBe(401);
    expect(await reaches(given)).toBe(200);
    // The key of one session signs nothing for another one.
    expect(await reaches(given, first.cookie)).toBe(401);
  });

  test('is not had by a link that was used, cut short or made up', async () => {
    const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
    const tries = [link.slice(0, -1), `${link}a`, link.toUpperCase(), 'a', ''];
    const cookies = async (given: string) =>
      (await new PlainBrowser(http.url).submit('/sign-in/link', { link: given })).headers
        .getSetCookie()
        .filter((cookie) => !/=;|Max-Age=0/i.test(cookie));
    for (const given of tries) expect(await cookies(given)).toEqual([]);
    expect(await cookies(link)).toHaveLength(1);
    expect(await cookies(link)).toEqual([]);
  });
});
