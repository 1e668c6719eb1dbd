/** The common part of the loopback servers for realtime models: a script, and the received messages. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export type Shape = { readonly [key: string]: unknown };

export interface SpokenTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: object | string }[];
  /** Begins to speak and does not end by itself. */
  readonly hold?: boolean;
}

export interface RealtimeScript {
  readonly key: string;
  /** What the sound is understood as, each time that half a second of it has come. */
  readonly hears?: () => string;
  readonly play: (told: { user: string; results: readonly string[] }) => SpokenTurn;
}

export interface RealtimeServer {
  readonly url: string;
  /** Every received message, over all connections. */
  readonly received: readonly Shape[];
  readonly connections: () => number;
  /** Breaks every connection off. */
  drop(): void;
  /** Sends something to every client, as the provider would. */
  send(message: unknown): void;
  sendText(text: string): void;
  /** Refuses new connections with this status. */
  refuse(status: number | undefined): void;
  close(): Promise<void>;
}

export const HALF_A_SECOND = 24_000;
/** A tenth of a second of a tone. */
export const TONE = Buffer.from(Int16Array.from({ length: 2_400 }, (_, at) => 8_000 * Math.sin(at / 8)).buffer);

export interface Peer {
  take(message: Shape): void;
}

export async function startRealtime(
  isKnown: (request: IncomingMessage) => boolean,
  meet: (send: (message: object) => void, socket: WebSocket) => Peer,
): Promise<RealtimeServer> {
  const received: Shape[] = [];
  let refusing: number | undefined;
  let connections = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    const status = refusing ?? (isKnown(request) ? undefined : 401);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      connections += 1;
      const peer = meet((message) => client.send(JSON.stringify(message)), client);
      client.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString('utf8')) as Shape;
        received.push(message);
        peer.take(message);
      });
      client.on('error', () => undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    drop: () => sockets.clients.forEach((client) => client.terminate()),
    send: (message) => sockets.clients.forEach((client) => client.send(JSON.stringify(message))),
    sendText: (text) => sockets.clients.forEach((client) => client.send(text)),
    refuse: (status) => void (refusing = status),
    async close() {
      const closed = once(server, 'close');
      sockets.clients.forEach((client) => client.terminate());
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
