/** MCP over Streamable HTTP, with what comes back bounded, no redirects, and no haste in coming back to a stream that ended. */
import type { FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { JsonMeter } from '../../lib/bounded-json.ts';
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES } from './limits.ts';
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
  const exceeded = (what: 'bytes' | 'values'): void => {
    reason = `it answered with more than ${what === 'bytes' ? MAX_MESSAGE_BYTES : MAX_MESSAGE_VALUES} ${what}`;
    void transport.close();
  };
  const transport: StreamableHTTPClientTransport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers, redirect: 'error' },
    fetch: boundedFetch(exceeded),
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

/** A stream of events may go on for ever, so each of its events is measured. */
function boundedFetch(exceeded: (what: 'bytes' | 'values') => void): FetchLike {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (!response.body) return response;
    const isEventStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    const meter = new JsonMeter({ maxBytes: MAX_MESSAGE_BYTES, maxValues: MAX_MESSAGE_VALUES, isEventStream });
    const measured = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const excess = meter.push(chunk);
        if (excess === undefined) return controller.enqueue(chunk);
        exceeded(excess);
        return controller.error(new Error('too long'));
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(measured), { status, statusText, headers });
  };
}
