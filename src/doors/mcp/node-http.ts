/** Streamable HTTP on Node's own request and response, for servers that do not need web-standard objects in between. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  createHttpExchange,
  type McpHttpRequest,
  type McpEnv,
  type McpHttpOptions,
  type McpHttpResponse,
} from './http-exchange.ts';

type McpNodeHandler = (request: IncomingMessage, response: ServerResponse, env: McpEnv) => Promise<void>;

/** How many bytes may wait for a slow reader before progress is dropped. */
const BEHIND = 256 * 1024;

export function createMcpNode(options: McpHttpOptions): McpNodeHandler {
  const exchange = createHttpExchange(options);
  return async (request, response, env) => send(response, await exchange(fromNode(request, response), env));
}

function fromNode(request: IncomingMessage, response: ServerResponse): McpHttpRequest {
  return {
    method: request.method ?? '',
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    read: (maxBytes) => readBody(request, maxBytes),
    signal() {
      const controller = new AbortController();
      response.once('close', () => {
        if (!response.writableFinished) controller.abort();
      });
      return controller.signal;
    },
  };
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        // The rest is read and thrown away, so that the client gets to read the answer.
        chunks.length = 0;
        resolve(undefined);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function send(response: ServerResponse, { status, headers, body, events }: McpHttpResponse): void {
  if (!events) {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...length });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  response.once('close', () => events.cancel());
  events.pipe({
    write: (chunk) => void response.write(chunk),
    end: () => void response.end(),
    isBehind: () => response.writableLength > BEHIND,
  });
}
