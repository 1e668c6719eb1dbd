/** Real CalDAV servers for tests, on loopback and on folders of their own: Debian's Radicale and xandikos. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { provision } from '../../../scripts/provision.ts';

export interface CalDavServer {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The name of the one calendar that the assistant may use. There is another one beside it. */
  readonly calendar: string;
  /** Speaks to the server as another program would. Paths are relative to the calendar. */
  request(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export const CALENDAR = 'AI Assistant Shared';
const PRIVATE = 'Private';

export async function startRadicale(): Promise<CalDavServer> {
  const program = (await provision(['radicale'])).get('radicale') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'deputize-radicale-'));
  const users = join(folder, 'users');
  const account = { username: 'ann@example.com', password: 'correct horse ö' };
  writeFileSync(users, `${account.username}:${account.password}\n`);
  const port = await freePort();
  const words = [
    ...['--config', '', '--server-hosts', `127.0.0.1:${port}`, '--storage-filesystem-folder', join(folder, 'data')],
    ...['--auth-type', 'htpasswd', '--auth-htpasswd-filename', users, '--auth-htpasswd-encryption', 'plain'],
    ...['--auth-delay', '0'],
  ];
  const home = `http://127.0.0.1:${port}/${encodeURIComponent(account.username)}/`;
  return start(program, words, folder, { url: `http://127.0.0.1:${port}/`, home, ...account });
}

/** Xandikos without authentication. */
export async function startXandikos(): Promise<CalDavServer> {
  const program = (await provision(['xandikos'])).get('xandikos') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'deputize-xandikos-'));
  const port = await freePort();
  mkdirSync(join(folder, 'data'));
  const words = ['-d', join(folder, 'data'), '-l', '127.0.0.1', '-p', String(port), '--defaults'];
  const url = `http://127.0.0.1:${port}/`;
  return start(program, words, folder, { url, home: `${url}user/calendars/`, username: 'ann', password: 'none' });
}

async function start(
  program: string,
  words: readonly string[],
  folder: string,
  account: { url: string; home: string; username: string; password: string },
): Promise<CalDavServer> {
  const child = spawn(program, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, TZ: 'UTC' },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)));
  const closed = once(child, 'close');
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
  const send = (method: string, url: string, body?: string, headers = {}) =>
    fetch(url, { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) });
  const deadline = Date.now() + 30_000;
  while (
    !(await send('OPTIONS', account.url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const [path, name] of [
    ['shared', CALENDAR],
    ['private', PRIVATE],
  ] as const) {
    const made = await send('MKCALENDAR', `${account.home}${path}/`, mkcalendar(name), {
      'content-type': 'application/xml',
    });
    if (!made.ok) throw new Error(`${program} made no calendar: ${made.status} ${await made.text()}\n${log}`);
  }
  return {
    ...account,
    calendar: CALENDAR,
    request: (method, path, body, headers) => send(method, `${account.home}shared/${path}`, body, headers),
    async stop() {
      process.off('exit', end);
      end();
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}

/** A proxy that adds HTTP/1.1 to a server without it, as a web server does in front of a server for Workers. */
export async function startFront(
  url: string,
  /** Called before a request is handed on, and before its answer is; false keeps it back for good. */
  letsThrough: (method: string, what: 'request' | 'answer') => boolean = () => true,
): Promise<{ url: string; close(): Promise<void> }> {
  const front = createHttpServer((incoming, outgoing) => {
    const { method = '', headers } = incoming;
    if (!letsThrough(method, 'request')) return;
    const behind = request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
      if (!letsThrough(method, 'answer')) return;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    behind.on('error', () => outgoing.destroy());
    incoming.pipe(behind);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      front.close();
      front.closeAllConnections();
      await once(front, 'close');
    },
  };
}

const mkcalendar = (name: string): string =>
  '<?xml version="1.0" encoding="utf-8"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">' +
  `<d:set><d:prop><d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
