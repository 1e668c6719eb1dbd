/** A connection to exactly the address that was checked. It is checked again after connecting, before a byte is sent. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { PortError } from '../../ports/port-error.ts';
import { isSameAddress } from './public-address.ts';
import { notPublicError, resolvePublic, type HostResolver } from './resolve-public.ts';
import { literalAddress, toPort } from './web-address.ts';

export interface ConnectOptions {
  readonly resolve: HostResolver | undefined;
  readonly mayConnect: (address: string, port: number) => boolean;
  /** Certificates to trust instead of the system's. */
  readonly ca: string | undefined;
  readonly connectMs: number;
}

const MOST_ADDRESSES = 4;

export async function connectSocket(url: URL, reach: ConnectOptions, signal: AbortSignal): Promise<Socket> {
  const { resolve } = reach;
  const isAllowed = (address: string): boolean => reach.mayConnect(address, toPort(url));
  const resolving = resolvePublic(url.hostname, { isAllowed, ...(resolve ? { resolve } : {}) });
  const addresses = await orAborted(resolving, signal);
  let fault: unknown;
  for (const address of addresses.slice(0, MOST_ADDRESSES)) {
    signal.throwIfAborted();
    try {
      const socket = await dial(address, url, reach, signal);
      // The final check, on the address that the socket is really connected to.
      const { remoteAddress: reached = '' } = socket;
      if (isSameAddress(reached, address) && isAllowed(reached)) return socket;
      socket.destroy();
      throw notPublicError(url.hostname);
    } catch (thrown) {
      if (thrown instanceof PortError) throw thrown;
      fault = thrown;
    }
  }
  throw unreachableHostError(url, fault);
}

/** With https, the connection counts as open only after the certificate was verified for the host. */
async function dial(
  address: string,
  url: URL,
  { connectMs, ca }: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const plain = await opened(connectTcp({ host: address, port: toPort(url) }), 'connect', connectMs, signal);
  if (url.protocol === 'http:') return plain;
  const name = literalAddress(url) ?? url.hostname;
  const secure = connectTls({
    socket: plain,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ALPNProtocols: ['http/1.1'],
    ...(ca === undefined ? {} : { ca }),
  });
  await opened(secure, 'secureConnect', connectMs, signal);
  return secure;
}

function opened<S extends Socket>(socket: S, event: string, withinMs: number, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const give = (outcome: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outcome();
    };
    const fail = (error: Error): void =>
      give(() => {
        socket.destroy();
        reject(error);
      });
    const abort = (): void => fail(signal.reason as Error);
    const timer = setTimeout(() => fail(new Error(`no connection within ${withinMs} ms`)), withinMs);
    signal.addEventListener('abort', abort, { once: true });
    socket.once(event, () => give(() => resolve(socket)));
    // Never removed: the reader of the socket reports later errors. Without a listener, they would end the process.
    socket.on('error', fail);
  });
}

/** A lookup cannot be cancelled, only abandoned. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function unreachableHostError(url: URL, fault: unknown): PortError {
  const code: unknown = fault instanceof Error ? Reflect.get(fault, 'code') : undefined;
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new PortError('EXTERNAL_ERROR', `${url.host} cannot be reached${why}.`, { host: url.host }, fault);
}
