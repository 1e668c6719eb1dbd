/** A small internet on loopback: sites that count as public, canaries that must not be reached, and a runtime. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { isPublicAddress } from '../../../src/connectors/web/public-address.ts';
import { openNodeWeb, type NodeWebOptions } from '../../../src/connectors/web/node-web.ts';
import type { Outcome } from '../../../src/core/index.ts';
import { workspace } from '../../../src/presets/workspace/preset.ts';

export interface Site extends AsyncDisposable {
  readonly port: number;
  /** Every request that arrived, and every connection. */
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  connections: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface SiteOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startSite(handle: Handler, options: SiteOptions = {}): Promise<Site> {
  const requests: Site['requests'] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      handle(request, response, body);
    });
  };
  const { tls, host = '127.0.0.1', port = 0 } = options;
  const server: Server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  const site: Site = {
    get port() {
      return (server.address() as AddressInfo).port;
    },
    requests,
    connections: 0,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  server.on('connection', (socket) => {
    site.connections += 1;
    socket.on('error', () => undefined);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return site;
}

export interface Browser extends AsyncDisposable {
  readonly deputize: Deputize;
  /** Makes the call; where a person is asked, the person approves. */
  fetch(args: object): Promise<Outcome>;
  /** Makes the call and nothing else. */
  ask(args: object): Promise<Outcome>;
}

/** A runtime whose `web` is the real connector. Beside public addresses, only `allowed` (address:port) can be reached. */
export async function openBrowser(
  options: Omit<NodeWebOptions, 'mayConnect'> & { readonly allowed?: readonly string[] },
): Promise<Browser> {
  const { allowed = [], ...rest } = options;
  const mayConnect = (address: string, port: number) =>
    isPublicAddress(address) || allowed.includes(`${address}:${port}`);
  const data = await mkdtemp(join(tmpdir(), 'web-'));
  const web = openNodeWeb({ ...rest, mayConnect });
  const deputize = await createDeputize({
    data,
    presets: [workspace],
    capabilities: () => ({ web }),
    log: () => undefined,
  });
  const ask: Browser['ask'] = async (args) => (await deputize.call('web_fetch', args)).outcome;
  return {
    deputize,
    ask,
    fetch: async (args) => {
      const outcome = await ask(args);
      if (outcome.state !== 'pending') return outcome;
      return (await deputize.approvals.decide(outcome.approval.id, { decision: 'approve' })).outcome;
    },
    [Symbol.asyncDispose]: async () => {
      await deputize.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export function errorOf(outcome: Outcome): { code: string; message: string; details: object; retryable: boolean } {
  if (!('error' in outcome)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  return outcome.error;
}

export function valueOf<T>(outcome: Outcome): T {
  if (!('value' in outcome)) throw new Error(`no value: ${JSON.stringify(outcome)}`);
  return outcome.value as T;
}
