/** Sends one request over an open connection, and returns the head of its answer. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { PortError } from '../../ports/port-error.ts';
import type { RequestHeaders } from './request-headers.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly body: string | undefined;
}

export function exchange(
  { method, url, headers, body }: OutgoingRequest,
  socket: Socket,
  maxHeaderSize: number,
): Promise<IncomingMessage> {
  const payload = body === undefined ? undefined : Buffer.from(body, 'utf8');
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        // With a given connection there is no agent, and so no pool, no second connection and no proxy.
        createConnection: () => socket,
        method,
        path: url.pathname + url.search,
        setHost: false,
        insecureHTTPParser: false,
        maxHeaderSize,
        headers: {
          host: url.host,
          'user-agent': 'Deputize',
          accept: '*/*',
          ...headers,
          'accept-encoding': 'gzip, deflate, br, zstd',
          connection: 'close',
          ...(payload === undefined ? {} : { 'content-length': String(payload.length) }),
        },
      },
      resolve,
    );
    request.on('error', (cause) => reject(brokenResponseError(url, cause)));
    // An answer that switches to another protocol is an error.
    request.on('upgrade', () => reject(brokenResponseError(url)));
    request.end(payload);
  });
}

/** By lower-case name, in the order of the answer. Cookies are left out: no later request sends them back. */
export function readHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name, value] = [String(rawHeaders[at]).toLowerCase(), String(rawHeaders[at + 1])];
    if (name === 'set-cookie' || name === 'set-cookie2' || name === '__proto__') continue;
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(headers);
}

export function brokenResponseError(url: URL, cause?: unknown): PortError {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new PortError('TOO_LARGE', `${url.host} answered with more headers than are read.`, { host: url.host });
  }
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new PortError('EXTERNAL_ERROR', `${url.host} did not answer properly${why}.`, { host: url.host }, cause);
}
