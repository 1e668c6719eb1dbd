/** Timeouts against slow or hostile clients. They limit only what a client sends: an answer may take any time. */
import type { ServerOptions } from 'node:http';

export type ServerTimeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'>
>;

export const SERVER_TIMEOUTS: ServerTimeouts = {
  // Headers and a WebSocket upgrade are a few packets. This also ends connections that send nothing.
  headersTimeout: 10_000,
  // The largest body is 9 MB: it arrives in time at one megabit per second.
  requestTimeout: 120_000,
  // Longer than a proxy keeps its connections: otherwise it could send a request to a connection that is just closing.
  keepAliveTimeout: 75_000,
  // The longest delay until an expired connection is closed.
  connectionsCheckingInterval: 5_000,
};
