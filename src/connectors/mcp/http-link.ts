/** MCP over Streamable HTTP, with what comes back bounded, no redirects, and no haste in coming back to a stream that ended. */
import type { FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { MAX_MESSAGE_BYTES } from './limits.ts';
import type { ServerLink } from './link.ts';

export interface HttpAddress {
  readonly url: string;
  /** May hold secrets. They go to this address and to no other. */
  readonly headers: Readonly<Record<string, string>>;
}

const SLOWEST_FAREWELL_MS = 1_000;
const SHORTEST_PAUSE_MS = 1_000;

export async function openHttp({ url, headers }: HttpAddress): Promise<ServerLink> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  let reason: string | undefined;
  const tooLong = (): void => {
    reason = `it answered with more than ${MAX_MESSAGE_BYTES} bytes`;
    void transport.close();
  };
  const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers, redirect: 'error' },
    fetch: boundedFetch(tooLong),
    // A server may ask to be asked again at once, and end every stream as soon as it was opened.
    reconnectionScheduler: (reconnect, delay) => {
      const timer = setTimeout(reconnect, Math.max(delay, SHORTEST_PAUSE_MS));
      return () => clearTimeout(timer);
    },
  });
  return {
    transport,
    isDistant: true,
    pid: undefined,
    reason: () => reason,
    complaints: () => '',
    async end() {
      const farewell = transport.terminateSession().catch(() => undefined);
      await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, SLOWEST_FAREWELL_MS).unref())]);
      await transport.close();
    },
  };
}

function boundedFetch(tooLong: () => void): FetchLike {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (!response.body) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    const body = response.body.pipeThrough(isStream ? boundedEvents(tooLong) : bounded(tooLong));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

function bounded(tooLong: () => void): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size <= MAX_MESSAGE_BYTES) return controller.enqueue(chunk);
      tooLong();
      return controller.error(new Error('too long'));
    },
  });
}

/** A stream of events may go on for ever, so each event is measured: from one empty line to the next. */
function boundedEvents(tooLong: () => void): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      for (const byte of chunk) {
        size += 1;
        if (byte === 0x0a && isLineEmpty) size = 0;
        if (byte !== 0x0d) isLineEmpty = byte === 0x0a;
      }
      if (size <= MAX_MESSAGE_BYTES) return controller.enqueue(chunk);
      tooLong();
      return controller.error(new Error('too long'));
    },
  });
}
