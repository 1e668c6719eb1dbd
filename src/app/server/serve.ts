/** The server: HTTP, WebSocket and MCP on one port, by default on loopback. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';

import type { AssistantService } from '../../agent/assistant-service.ts';
import type { SmtpListener } from '../../connectors/mail/smtp-listener.ts';
import { DeputizeError, OWNER, toErrorValue, type Log, type Principal } from '../../core/index.ts';
import type { ServeFlags, ServerHandle } from '../../doors/cli/environment.ts';
import { createHttpApp } from '../../doors/http/app.ts';
import { createDownloads } from '../../doors/http/downloads.ts';
import type { HttpEnvironment } from '../../doors/http/environment.ts';
import { resolveToken } from '../../doors/http/caller.ts';
import type { SetupService } from '../../doors/http/setup-service.ts';
import type { SignIn } from '../../ports/sign-in.ts';
import { createOpenAiDoor } from '../../doors/openai/door.ts';
import { assemble, type AssembleOptions, type AppAssembly } from '../assemble/assemble.ts';
import type { AnchorKeeper } from '../storage/anchor-keeper.ts';
import { createAnchorKeeper, signAndAnchor, signAndClose } from '../storage/anchors.ts';
import { defaultDataFolder } from '../config/config.ts';
import { createAddressLookup } from './address-lookup.ts';
import { builtConsole } from './console.ts';
import { GracefulShutdown } from './graceful-shutdown.ts';
import { AUTONOMY_WARNING } from '../config/autonomy.ts';
import { logToStderr } from './log.ts';
import { mcpListener } from './mcp-listener.ts';
import type { openPush } from '../notifications/push.ts';
import { forgetServer, noteServer } from './server-file.ts';
import { lockDataFolder } from './server-lock.ts';
import { staysHere } from '../storage/cluster-checks.ts';
import { SERVER_TIMEOUTS, type ServerTimeouts } from './server-timeouts.ts';
import { acceptSockets } from './sockets.ts';

export interface ServeOptions extends AssembleOptions, ServeFlags {
  /** How push services are reached. The default is the public web. */
  readonly pushReach?: Parameters<typeof openPush>[0]['reach'];
  /** Timeouts for slow clients. */
  readonly timeouts?: Partial<ServerTimeouts> | undefined;
  /** Refuses to start if another process serves the data folder. */
  readonly isExclusive?: boolean | undefined;
  /** Runs before the server accepts connections. */
  readonly prepare?: ((assembly: AppAssembly) => Promise<void>) | undefined;
}

export interface DeputizeServer extends Pick<ServerHandle, 'url' | 'signInUrl' | 'mcpUrl' | 'smtpPort'> {
  readonly assembly: AppAssembly;
  /** Running calls can finish within this time. After it, calls that can be repeated are left to another node. */
  close(graceMs?: number): Promise<void>;
}

const TICK_MS = 5_000;
const CHECKPOINT_EVERY_MS = 60_000;
const SUMMARIES_EVERY_MS = 2_000;

export async function serve(options: ServeOptions): Promise<DeputizeServer> {
  if (options.isExclusive !== true) return startServing(options);
  const lock = await lockDataFolder(resolve(options.data ?? defaultDataFolder()));
  try {
    const server = await startServing(options);
    return { ...server, close: (graceMs) => server.close(graceMs).finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startServing(options: ServeOptions): Promise<DeputizeServer> {
  const log = options.log ?? logToStderr;
  let url: string | undefined;
  let signIn: SignIn | undefined;
  const assembly = await assemble({ ...options, sweep: true, follow: true, keepsBack: true, origin: () => url });
  const { runtime, config, data, assistants } = assembly;
  await checkStart(assembly, log);
  const push = async () =>
    (await import('../notifications/push.ts')).openPush({
      ...{ runtime, data, origin: () => url ?? '', log, reach: options.pushReach },
    });
  const anchors = createAnchorKeeper(assembly, log);
  const environment = createEnvironment(assembly, log, {
    anchors,
    url: () => url,
    signIn: () => opened(signIn),
    pushKey: async () => (await push()).publicKey(),
    configFile: options.config,
  });
  const leaving = new GracefulShutdown();
  const server = createWebServer(environment, leaving, () => url, options.timeouts);
  const sockets = acceptSockets(environment, assembly.voice);
  server.on(
    'upgrade',
    (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      void (leaving.isDraining ? socket.destroy() : sockets.upgrade(request, socket, head)),
  );

  const smtp = await listenForMail(assembly, options.prepare);
  const host = options.host ?? config.server.host;
  try {
    await listen(server, host, options.port ?? config.server.port);
  } catch (error) {
    await smtp?.close();
    await assembly.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  url = config.server.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  signIn = await assembly.signIn?.(url);
  noteServer(data, { url, pid: process.pid });

  runtime.mounted.start();
  const attending = await assistants();
  await attending.attend();
  await assembly.voice?.attend();
  await assembly.organization?.start();
  const leavePlans = await assembly.plans.attend();
  const stopTicking = tick(assembly, attending, anchors);
  const stopSummarizing = keepSummarizing(assembly);
  const stopPushing = await (await push()).follow();
  const link = await runtime.credentials.createSignInLink(OWNER);
  const stopWork = (): void => {
    stopTicking();
    leavePlans();
    stopPushing();
  };
  return {
    ...{ url, signInUrl: `${url}/sign-in?link=${link}`, mcpUrl: `${url}/mcp`, smtpPort: smtp?.port, assembly },
    close: (graceMs = 0) =>
      stopServing({ assembly, anchors, server, sockets, leaving, attending, smtp, stopWork, stopSummarizing }, graceMs),
  };
}

interface RunningServer {
  readonly assembly: AppAssembly;
  readonly anchors: AnchorKeeper;
  readonly server: Server;
  readonly sockets: ReturnType<typeof acceptSockets>;
  readonly leaving: GracefulShutdown;
  readonly attending: AssistantService;
  readonly smtp: SmtpListener | undefined;
  readonly stopWork: () => void;
  readonly stopSummarizing: () => Promise<void>;
}

async function stopServing(running: RunningServer, graceMs: number): Promise<void> {
  const { assembly, server, sockets, leaving, attending, smtp } = running;
  const { runtime } = assembly;
  const isGraceful = graceMs > 0;
  // From here on no new links to this server are created.
  forgetServer(assembly.data);
  if (isGraceful) {
    server.close();
    sockets.leave();
    await leaving.begin();
    await runtime.settle(graceMs);
  }
  running.stopWork();
  // Before the connections close: a closed connection cancels its turn, but these turns must continue in the next process.
  await assembly.voice?.close();
  await attending.close();
  await smtp?.close();
  await running.stopSummarizing();
  if (isGraceful) await runtime.drain(true);
  if (isGraceful) await leaving.waitForAnswers(sockets.isIdle);
  sockets.close();
  server.close();
  server.closeAllConnections();
  await signAndClose(assembly, running.anchors);
  await assembly.close();
}

/** An invalid policy must fail the start, not the first call. Other doubts are logged. */
async function checkStart(assembly: AppAssembly, log: Log): Promise<void> {
  const { runtime, config, data } = assembly;
  await runtime.loadPolicies();
  const offered = runtime.registry.presets().map(({ name }) => name);
  if (offered.includes('workspace')) await checkWorkspace(assembly, log);
  if (config.autonomy !== 'ask') log('warn', AUTONOMY_WARNING);
  for (const sentence of staysHere(config, offered, data)) log('warn', sentence);
}

/** What only the listening server knows. */
interface ServerContext {
  readonly url: () => string | undefined;
  readonly signIn: () => SignIn;
  readonly pushKey: HttpEnvironment['pushKey'];
  /** The configuration file named on the command line. */
  readonly configFile: string | undefined;
  readonly anchors: AnchorKeeper;
}

function createEnvironment(assembly: AppAssembly, log: Log, context: ServerContext): HttpEnvironment {
  const { runtime, config, defaultPreset, assistants, organization } = assembly;
  const { url, signIn, pushKey, configFile } = context;
  const startedAt = Date.now();
  let setup: SetupService | undefined;
  const recognise = async (request: Request): Promise<Principal | undefined> => resolveToken({ runtime }, request);
  return {
    ...{ runtime, defaultPreset, assistants, pushKey, plans: assembly.plans },
    signIn: assembly.signIn && signIn,
    addressOf: createAddressLookup(config.server.trustedProxies, log),
    notifications: organization?.notifications,
    team: organization && {
      of: (principal) => organization.team(principal),
      mail: (principal) => organization.mail.administration(principal),
    },
    assets: builtConsole(),
    setup: async () =>
      (setup ??= (await import('./setup.ts')).openSetup({
        ...{ assembly, named: configFile, url: () => url() ?? '', startedAt },
      })),
    mounted: [
      { path: '/v1', app: createOpenAiDoor({ runtime, assistants, recognise, log }) },
      ...(organization ? [{ path: '/api/files', app: createDownloads(organization.filesOf) }] : []),
    ],
    allowedHosts: [
      ...config.server.allowedHosts,
      ...(config.server.origin ? [new URL(config.server.origin).hostname] : []),
    ],
    isSecure: () => url()?.startsWith('https:') ?? false,
    gauges: () => gauges(assembly, context.anchors),
  };
}

function createWebServer(
  environment: HttpEnvironment,
  leaving: GracefulShutdown,
  url: () => string | undefined,
  timeouts: ServeOptions['timeouts'],
): Server {
  const listener = getRequestListener(createHttpApp(environment).fetch);
  const mcp = mcpListener(environment, url);
  return createServer({ ...SERVER_TIMEOUTS, ...timeouts }, (request, response) => {
    if (leaving.rejectRequest(request, response)) return;
    // MCP is most of the traffic, so it skips the conversion to web-standard objects.
    if (request.url?.startsWith('/mcp')) void mcp(request, response);
    else void listener(request, response);
  });
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((done, reject) => {
      server.once('error', reject);
      server.listen(port, host, done);
    });
  } catch (cause) {
    throw listenError(host, port, cause);
  }
}

/** An invalid workspace folder fails the start. A system without workspace support still serves everything else. */
async function checkWorkspace({ workspaces, close }: AppAssembly, log: Log): Promise<void> {
  try {
    (await workspaces.openDefault()).release();
  } catch (error) {
    const { code, message } = toErrorValue(error);
    if (code === 'NOT_AVAILABLE') return log('warn', `The workspace tools do not work here: ${message}`);
    await close();
    throw error;
  }
}

/** A request may arrive before sign-in is open. The client should then retry. */
function opened(signIn: SignIn | undefined): SignIn {
  if (signIn) return signIn;
  throw new DeputizeError('NOT_AVAILABLE', 'The server is starting. Try again in a moment.', { retryable: true });
}

function gauges({ runtime }: AppAssembly, anchors: AnchorKeeper): ReturnType<HttpEnvironment['gauges']> {
  const { running, quarantined } = runtime.mounted.counts();
  const { failures, failing } = anchors.counts();
  return {
    resident_memory_bytes: { help: 'Memory of the process.', value: process.memoryUsage.rss() },
    mounted_servers_running: { help: 'Mounted MCP servers that run.', value: running },
    audit_anchor_failures: { help: 'Failed attempts to anchor the audit since the start.', value: failures },
    audit_anchors_failing: { help: 'Anchors of the audit whose last attempt failed.', value: failing },
    mounted_tools_quarantined: { help: 'Tools of mounted servers that a person must accept.', value: quarantined },
  };
}

async function listenForMail(
  assembly: AppAssembly,
  prepare: ServeOptions['prepare'],
): Promise<SmtpListener | undefined> {
  try {
    await prepare?.(assembly);
    return await assembly.mail.listen();
  } catch (error) {
    await assembly.close();
    throw error;
  }
}

/** Writes due summaries in a loop. It pauses only when none are due. */
function keepSummarizing({ mail: { summarize } }: AppAssembly): () => Promise<void> {
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

function listenError(host: string, port: number, cause: unknown): DeputizeError {
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

function tick(assembly: AppAssembly, attending: AssistantService, anchors: AnchorKeeper): () => void {
  const { runtime } = assembly;
  const work = async (): Promise<void> => {
    await runtime.tick();
    await attending.pickUp();
  };
  const beat = setInterval(() => void work().catch(complain('housekeeping failed')), TICK_MS);
  const sign = setInterval(
    () => void signAndAnchor(assembly, anchors).catch(complain('the audit could not be signed')),
    CHECKPOINT_EVERY_MS,
  );
  return () => {
    clearInterval(beat);
    clearInterval(sign);
  };
}
