/** MCP over streamable HTTP for any web-standard server. The application authenticates the caller first. */
import {
  createHttpExchange,
  type McpHttpRequest,
  type McpEnv,
  type McpHttpOptions,
  type McpHttpResponse,
} from './http-exchange.ts';
import { concatBytes } from '../../lib/concat-bytes.ts';
import type { McpEventStream } from './mcp-event-stream.ts';

type McpHttpHandler = (request: Request, env: McpEnv) => Promise<Response>;

/** How many events may wait for a slow client before progress messages are dropped. */
const BEHIND = 64;

export function createMcpHttp(options: McpHttpOptions): McpHttpHandler {
  const exchange = createHttpExchange(options);
  return async (request, env) => toResponse(await exchange(fromRequest(request), env));
}

function fromRequest(request: Request): McpHttpRequest {
  const { headers } = request;
  return {
    method: request.method,
    header: (name) => headers.get(name) ?? (name === 'host' ? new URL(request.url).host : undefined),
    read: (maxBytes) => readBody(request, maxBytes),
    signal: () => request.signal,
  };
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > maxBytes) return undefined;
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body === null) return new Uint8Array();
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}

function toResponse({ status, headers, body, events }: McpHttpResponse): Response {
  return new Response(events ? readable(events) : (body ?? null), { status, headers });
}

function readable(events: McpEventStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        events.pipe({
          write: (chunk) => controller.enqueue(encoder.encode(chunk)),
          end: () => controller.close(),
          isBehind: () => (controller.desiredSize ?? 0) <= 0,
        });
      },
      cancel: () => events.cancel(),
    },
    { highWaterMark: BEHIND },
  );
}
