/** A WebSocket to a provider for JSON messages: opened within a timeout, bounded, and no error contains its key. */
import { WebSocket } from 'ws';

import { PortError } from '../../ports/port-error.ts';

export type JsonMessage = { readonly [key: string]: unknown };

interface JsonLineOptions {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  /** Sent first. */
  readonly hello: readonly object[];
  /** Whether the message says that the provider is ready. Throws if it says that it refuses. */
  readonly isReady: (message: JsonMessage) => boolean;
  readonly on: (message: JsonMessage) => void;
  readonly closed: (why: string) => void;
}

export interface JsonLine {
  send(message: object): void;
  close(): void;
}

const OPEN_MS = 15_000;
const MAX_MESSAGE = 16_000_000;
/** The limit for data that the provider has not received yet. Late audio is of no use to it. */
const MAX_BACKLOG = 4_000_000;
const PING_MS = 20_000;

export async function openJsonLine(options: JsonLineOptions): Promise<JsonLine> {
  const { host } = new URL(options.url);
  const socket = new WebSocket(options.url, {
    headers: options.headers,
    handshakeTimeout: OPEN_MS,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    followRedirects: false,
  });
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  let isOver = false;
  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(pinging);
    clearTimeout(timer);
    socket.terminate();
    if (isReady) options.closed(why);
    else ready.reject(new PortError('EXTERNAL_ERROR', `${host} cannot be talked to: ${why}.`, { host }));
  };
  const timer = setTimeout(() => over('it did not become ready in time'), OPEN_MS);
  let isAnswering = true;
  const pinging = setInterval(() => {
    if (!isAnswering) return over('it no longer answers');
    isAnswering = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, PING_MS);
  socket.on('pong', () => (isAnswering = true));
  socket.on('unexpected-response', (_, response) => over(describeStatus(response.statusCode ?? 0)));
  socket.on('error', (error) =>
    over(Reflect.get(error, 'code') === 'ECONNREFUSED' ? 'no server listens there' : 'the connection failed'),
  );
  // The provider's own reason is left out: it may repeat what was sent to it.
  socket.on('close', (code) => over(`it closed the connection (${code})`));
  socket.on('open', () => {
    for (const message of options.hello) socket.send(JSON.stringify(message));
  });
  socket.on('message', (data: Buffer) => {
    isAnswering = true;
    try {
      const message: unknown = JSON.parse(data.toString('utf8'));
      if (typeof message !== 'object' || message === null) return;
      const read = message as JsonMessage;
      if (isReady) return options.on(read);
      if (!options.isReady(read)) return;
      isReady = true;
      clearTimeout(timer);
      ready.resolve();
    } catch (error) {
      over(error instanceof PortError ? error.message : 'what it says cannot be read');
    }
  });
  await ready.promise;
  return {
    send: (message) => {
      if (isOver || socket.readyState !== WebSocket.OPEN) return;
      if (socket.bufferedAmount > MAX_BACKLOG) over('it does not take what it is sent');
      else socket.send(JSON.stringify(message));
    },
    close: () => {
      isOver = true;
      clearInterval(pinging);
      clearTimeout(timer);
      socket.close(1000);
      setTimeout(() => socket.terminate(), 1_000).unref();
    },
  };
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `it does not accept the key (${status})`;
  if (status === 429) return 'it has had too many requests (429)';
  return `it answered with ${status}`;
}

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const toObject = (value: unknown): JsonMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMessage) : {};
export const toObjectList = (value: unknown): readonly JsonMessage[] =>
  Array.isArray(value) ? (value as readonly unknown[]).map(toObject) : [];
export const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
