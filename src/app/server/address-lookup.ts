/** Looks up the network address of a client, through the proxies that the configuration trusts. */
import type { IncomingMessage } from 'node:http';

import type { Log } from '../../core/index.ts';
import type { HttpEnvironment } from '../../doors/http/environment.ts';
import { createProxyCheck, findClientAddress } from '../../lib/node/client-address.ts';

/** Returns a function from the platform's request to the client's address. It warns once of a proxy that the configuration does not name. */
export function createAddressLookup(trustedProxies: readonly string[], log: Log): HttpEnvironment['addressOf'] {
  const isTrusted = createProxyCheck(trustedProxies);
  let hasWarned = false;
  return (platform) => {
    const { incoming } = (platform ?? {}) as { incoming?: IncomingMessage };
    const peer = incoming?.socket.remoteAddress;
    if (incoming === undefined || peer === undefined) return undefined;
    const header = [incoming.headers['x-forwarded-for'] ?? []].flat().join(',');
    if (header === '') return findClientAddress(peer, undefined, isTrusted);
    if (!hasWarned && !isTrusted(findClientAddress(peer, undefined, isTrusted))) {
      hasWarned = true;
      log('warn', 'X-Forwarded-For is ignored: its sender is not in server.trustedProxies', { peer });
    }
    return findClientAddress(peer, header, isTrusted);
  };
}
