/** How long the server waits for those who are slow, or pretend to be. Only for what a client has to send: an answer may take as long as it takes. */
import type { ServerOptions } from 'node:http';

export type ServerTimeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'>
>;

export const SERVER_TIMEOUTS: ServerTimeouts = {
  // Headers, and the request for a WebSocket, are a few packets. Whoever connects and says nothing is counted here too.
  headersTimeout: 10_000,
  // The largest body is 9 MB: a megabit a second is enough.
  requestTimeout: 120_000,
  // Longer than a proxy before us keeps its connections: otherwise it would send a request to one that is just being closed.
  keepAliveTimeout: 75_000,
  // Nobody is cut more than this too late.
  connectionsCheckingInterval: 5_000,
};
