/** The server: HTTP, WebSocket and MCP on one port, on loopback unless told otherwise. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { WebSocketServer, type WebSocket } from 'ws';

import type { Assistants } from '../agent/assistants.ts';
import type { SmtpListener } from '../connectors/mail/smtp-listener.ts';
import { DeputizeError, OWNER, type Principal } from '../core/index.ts';
import { createHttpApp } from '../doors/http/app.ts';
import type { HttpEnvironment } from '../doors/http/environment.ts';
import { principalOf, SESSION_COOKIE } from '../doors/http/guard.ts';
import { LOOPBACK } from '../doors/mcp/host-guard.ts';
import { createOpenAiDoor } from '../doors/openai/door.ts';
import { SocketSession } from '../doors/websocket/session.ts';
import { assemble, type AssembleOptions, type Assembly } from './assemble.ts';
import { keepCheckpoint } from './checkpoints.ts';
import { builtConsole } from './console.ts';
import { logToStderr } from './log.ts';
import { headersOf, mcpListener } from './mcp-listener.ts';
import { forgetServer, noteServer } from './server-file.ts';

export interface ServeOptions extends AssembleOptions {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
}

export interface Server {
  readonly url: string;
  readonly signInUrl: string;
  readonly mcpUrl: string;
  /** The port that mail is received on; undefined where the configuration names none. */
  readonly smtpPort: number | undefined;
  readonly assembly: Assembly;
  close(): Promise<void>;
}

const TICK_MS = 5_000;
const CHECKPOINT_EVERY_MS = 60_000;
const SUMMARIES_EVERY_MS = 2_000;
/** How long a line may go on hearing events after its credential was revoked. */
const RECHECK_MS = 5_000;
const MAX_SOCKET_MESSAGE = 9_000_000;

export async function serve(options: ServeOptions): Promise<Server> {
  let url: string | undefined;
  const assembly = await assemble({ ...options, sweep: true, follow: true, origin: () => url });
  const { runtime, config, data, defaultPreset, assistants } = assembly;
  // A policy that is wrong must stop the start, not the first call.
  await runtime.loadPolicies();

  const recognise = async (request: Request): Promise<Principal | undefined> =>
    (await principalOf({ runtime }, request, undefined))?.principal;
  const log = options.log ?? logToStderr;
  const environment: HttpEnvironment = {
    runtime,
    defaultPreset,
    assets: builtConsole(),
    assistants,
    mounted: [{ path: '/v1', app: createOpenAiDoor({ runtime, assistants, recognise, log }) }],
    allowedHosts: [
      ...config.server.allowedHosts,
      ...(config.server.origin ? [new URL(config.server.origin).hostname] : []),
    ],
    isSecure: () => url?.startsWith('https:') ?? false,
    gauges: () => gauges(assembly),
  };
  const app = createHttpApp(environment);
  const listener = getRequestListener(app.fetch);
  const mcp = mcpListener(environment);
  const server = createServer((request, response) => {
    // MCP clients make most of the traffic; theirs goes without web-standard objects in between.
    if (request.url?.startsWith('/mcp')) void mcp(request, response);
    else void listener(request, response);
  });
  const sockets = acceptSockets(environment);
  server.on(
    'upgrade',
    (request: IncomingMessage, socket: Duplex, head: Buffer) => void sockets.upgrade(request, socket, head),
  );

  const smtp = await listenForMail(assembly);
  const host = options.host ?? config.server.host;
  const wanted = options.port ?? config.server.port;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, resolve);
    });
  } catch (cause) {
    await smtp?.close();
    await assembly.close();
    throw cannotListen(host, wanted, cause);
  }
  const { port } = server.address() as AddressInfo;
  url = config.server.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  noteServer(data, { url, pid: process.pid });

  runtime.mounted.start();
  const attending = await assistants();
  await attending.attend();
  const stopTicking = tick(assembly, attending);
  const stopSummarizing = keepSummarizing(assembly);
  const link = await runtime.credentials.createSignInLink(OWNER);
  return {
    url,
    signInUrl: `${url}/sign-in?link=${link}`,
    mcpUrl: `${url}/mcp`,
    smtpPort: smtp?.port,
    assembly,
    async close() {
      stopTicking();
      // Before the connections end: a turn whose client leaves is cancelled, and these are to go on in the next process.
      await attending.close();
      await smtp?.close();
      await stopSummarizing();
      sockets.close();
      server.close();
      server.closeAllConnections();
      forgetServer(data);
      await keepCheckpoint(assembly);
      await assembly.close();
    },
  };
}

function gauges({ runtime }: Assembly): ReturnType<HttpEnvironment['gauges']> {
  const { running, quarantined } = runtime.mounted.counts();
  return {
    resident_memory_bytes: { help: 'Memory of the process.', value: process.memoryUsage.rss() },
    mounted_servers_running: { help: 'Mounted MCP servers that run.', value: running },
    mounted_tools_quarantined: { help: 'Tools of mounted servers that a person must accept.', value: quarantined },
  };
}

async function listenForMail(assembly: Assembly): Promise<SmtpListener | undefined> {
  try {
    return await assembly.mail.listen();
  } catch (error) {
    await assembly.close();
    throw error;
  }
}

/** Looks for summaries to write, now and then, and at once again as long as there are some. */
function keepSummarizing({ mail: { summarize } }: Assembly): () => Promise<void> {
  if (!summarize) return async () => undefined;
  const stop = new AbortController();
  const work = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const written = await summarize(stop.signal).catch(complain('summaries could not be written'));
      if (!written) await pause(SUMMARIES_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const working = work();
  return async () => {
    stop.abort();
    await working;
  };
}

function cannotListen(host: string, port: number, cause: unknown): DeputizeError {
  const code = cause instanceof Error ? String(Reflect.get(cause, 'code')) : 'unknown';
  const why = code === 'EADDRINUSE' ? 'another program listens there' : code;
  return new DeputizeError(
    'NOT_AVAILABLE',
    `Cannot listen on ${host}, port ${port}: ${why}. Choose another with --port, or 0 for a free one.`,
    { details: { host, port }, cause },
  );
}

const complain =
  (what: string) =>
  (error: unknown): void =>
    void process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`);

function tick(assembly: Assembly, attending: Assistants): () => void {
  const { runtime } = assembly;
  const work = async (): Promise<void> => {
    await runtime.tick();
    await attending.pickUp();
  };
  const beat = setInterval(() => void work().catch(complain('housekeeping failed')), TICK_MS);
  const sign = setInterval(
    () => void keepCheckpoint(assembly).catch(complain('the audit could not be signed')),
    CHECKPOINT_EVERY_MS,
  );
  return () => {
    clearInterval(beat);
    clearInterval(sign);
  };
}

function acceptSockets(environment: HttpEnvironment) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_SOCKET_MESSAGE, perMessageDeflate: false });
  const refuse = (socket: Duplex, status: string): void => {
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };
  return {
    close: () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy());
      try {
        const { host = '', origin, cookie = '' } = request.headers;
        const name = host.replace(/:\d+$/, '');
        const known = [...LOOPBACK, ...environment.allowedHosts];
        if (new URL(request.url ?? '/', 'http://local').pathname !== '/ws') return refuse(socket, '404 Not Found');
        if (!known.includes(name)) return refuse(socket, '403 Forbidden');
        // A page of another site could open a socket with the cookie of this one.
        if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
          return refuse(socket, '403 Forbidden');
        const session = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`).exec(cookie)?.[1];
        const recognise = () => principalOf(environment, { headers: headersOf(request) }, session);
        const found = await recognise();
        if (!found || (found.isCookie && origin === undefined)) return refuse(socket, '401 Unauthorized');
        sockets.handleUpgrade(request, socket, head, (client) =>
          attach(environment, found.principal, async () => (await recognise()) !== undefined, client),
        );
      } catch {
        refuse(socket, '500 Internal Server Error');
      }
    },
  };
}

function attach(
  { runtime, defaultPreset }: HttpEnvironment,
  principal: Principal,
  isStillKnown: () => Promise<boolean>,
  client: WebSocket,
): void {
  const session = new SocketSession(runtime, principal, isStillKnown, defaultPreset, {
    send: (text) => client.send(text),
    get backlog() {
      return client.bufferedAmount;
    },
    close: (code, reason) => client.close(code, reason),
  });
  client.on('message', (message: Buffer) => void session.receive(message));
  const checking = setInterval(() => void session.check().catch(() => client.terminate()), RECHECK_MS);
  client.on('close', () => {
    clearInterval(checking);
    session.close();
  });
  client.on('error', () => client.terminate());
  session.open().catch(() => client.close(1011, 'could not subscribe'));
}
