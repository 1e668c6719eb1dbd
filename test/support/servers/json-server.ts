/** A small HTTP server on loopback that takes JSON, keeps what came, and answers with JSON or a stream of events. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export type Reply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly events: readonly string[] };

export interface JsonServer {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export async function startJsonServer(answer: (request: Received) => Reply): Promise<JsonServer> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      };
      received.push(request);
      const reply = answer(request);
      if ('events' in reply) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of reply.events) response.write(event);
        response.end();
      } else {
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
        response.end(JSON.stringify(reply.json));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
