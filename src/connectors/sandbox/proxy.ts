/** The only way out of a sandbox with network, and of the browser: an HTTP proxy that forwards to allowed hosts only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { parseDestination, type NetworkDestination, isAllowed } from './allowed-host.ts';

/** How names are resolved, and which addresses may be reached at all. */
export interface AddressResolver {
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly isPublic: (address: string) => boolean;
}

export interface SandboxProxy {
  /** The path of its socket. */
  readonly path: string;
  /** Its port, if it listens on loopback instead. */
  readonly port: number | undefined;
  close(): void;
}

const MOST_CONNECTIONS = 64;
const CONNECT_MS = 15_000;
/** Headers for the next hop only, which must not be forwarded. */
const HOP = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];

interface ProxyOptions {
  /** For a program that does not support Unix sockets. */
  readonly loopback?: boolean;
  /** Called with each refused host. */
  readonly refused?: (host: string) => void;
}

export async function openProxy(
  patterns: readonly string[],
  given: AddressResolver,
  { loopback = false, refused }: ProxyOptions = {},
): Promise<SandboxProxy> {
  const reach: Watched = { ...given, ...(refused ? { refused } : {}) };
  // A short path, because socket paths are limited; in a folder that no other user may enter.
  const folder = mkdtempSync(join(tmpdir(), 'dpt-'));
  const path = join(folder, 'proxy');
  const sockets = new Set<Duplex>();
  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A closed end is no error; the other end receives its own close event.
    socket.on('error', () => socket.destroy());
    return socket;
  };

  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', keep);
  server.on('request', (incoming, answer) => void forward(incoming, answer, patterns, reach));
  server.on('connect', (incoming: IncomingMessage, near: Duplex, head: Buffer) => {
    void tunnel(incoming.url ?? '', patterns, reach, keep).then(
      (far) => {
        near.write('HTTP/1.1 200 Connection established\r\n\r\n');
        far.write(head);
        near.pipe(far).pipe(near);
        near.once('close', () => far.destroy());
        far.once('close', () => near.destroy());
      },
      (refusal: unknown) => near.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n${sayWhy(refusal)}\n`),
    );
  });
  server.on('upgrade', (_, socket: Duplex) => void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n'));
  server.on('clientError', (_, socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (loopback) server.listen(0, '127.0.0.1', resolve);
    else server.listen(path, resolve);
  });
  const address = server.address();
  return {
    path,
    port: address !== null && typeof address === 'object' ? address.port : undefined,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The message for a refused program. Other failures reveal no details. */
class Refused extends Error {}

function sayWhy(thrown: unknown): string {
  return thrown instanceof Refused ? thrown.message : 'The host could not be reached.';
}

/** Connects to the address that was checked: the name is not resolved a second time. */
async function resolveAddress(
  to: NetworkDestination | undefined,
  patterns: readonly string[],
  reach: Watched,
): Promise<string> {
  if (to === undefined) throw new Refused('This is not a request that the sandbox lets out.');
  try {
    return await allowedAddress(to, patterns, reach);
  } catch (error) {
    if (error instanceof Refused) reach.refused?.(shownHost(to));
    throw error;
  }
}

type Watched = AddressResolver & Pick<ProxyOptions, 'refused'>;

function shownHost({ host, port }: NetworkDestination): string {
  return port === 80 || port === 443 ? host : `${host}:${port}`;
}

async function allowedAddress(
  to: NetworkDestination,
  patterns: readonly string[],
  reach: AddressResolver,
): Promise<string> {
  if (!isAllowed(patterns, to)) throw new Refused(`The sandbox may not reach ${to.host}:${to.port}.`);
  const addresses = await reach.lookup(to.host);
  const [first] = addresses;
  if (first === undefined) throw new Refused(`${to.host} has no address.`);
  if (addresses.every(reach.isPublic)) return first;
  throw new Refused(`${to.host} leads to an address that is not public.`);
}

async function tunnel(
  authority: string,
  patterns: readonly string[],
  reach: Watched,
  keep: (socket: Socket) => Socket,
): Promise<Socket> {
  const to = /^[^/?#@\s]+:\d{1,5}$/.test(authority) ? parseDestination(`https://${authority}`, 'https:') : undefined;
  const host = await resolveAddress(to, patterns, reach);
  return new Promise((resolve, reject) => {
    const far = keep(connect({ host, port: to?.port ?? 0 }));
    far.setTimeout(CONNECT_MS, () => far.destroy());
    far.once('close', () => reject(new Error('closed')));
    far.once('connect', () => {
      far.setTimeout(0);
      resolve(far);
    });
  });
}

async function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  patterns: readonly string[],
  reach: Watched,
): Promise<void> {
  const refuse = (thrown: unknown): void => {
    incoming.resume();
    if (answer.headersSent) answer.destroy();
    else
      answer
        .writeHead(thrown instanceof Refused ? 403 : 502, { 'content-type': 'text/plain' })
        .end(`${sayWhy(thrown)}\n`);
  };
  try {
    const url = incoming.url ?? '';
    const to = parseDestination(url, 'http:');
    const host = await resolveAddress(to, patterns, reach);
    const { pathname, search, host: name } = new URL(url);
    const headers = { ...onward(incoming.headers), host: name };
    const outgoing = request({
      ...{ host, port: to?.port, path: pathname + search, method: incoming.method, headers, setHost: false },
      ...{ agent: false, timeout: CONNECT_MS },
    });
    outgoing.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, onward(response.headers));
      response.pipe(answer);
    });
    outgoing.on('error', refuse);
    answer.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  } catch (error) {
    refuse(error);
  }
}

function onward(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.includes(name) && !named.includes(name)));
}
