/** Connects to the automation service of a data folder. If none runs, starts one that ends with this process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect as connectSocket } from 'node:net';
import { fileURLToPath } from 'node:url';

import { DeputizeError, OWNER, type ErrorCode, type Preset, type Tool } from '../../core/index.ts';
import type { RemoteExecutor } from '../../core/remote-executor.ts';
import type { AutomationExecutor } from '../../doors/automation/automation-executor.ts';
import type { AutomationConnection } from '../../doors/automation/automation-connection.ts';
import { packageRoot } from '../../lib/node/package-root.ts';
import type { CapabilityName } from '../../ports/capabilities.ts';
import { readNote } from './socket-path.ts';
import { desktopResource } from './desktop-resource.ts';
import { createChildEnvironment } from './child-environment.ts';

/** The capabilities that only the automation service has. */
const REMOTE_CAPABILITIES: ReadonlySet<CapabilityName> = new Set([
  ...(['apps', 'browser', 'clipboard', 'globs', 'notifications'] as const),
  ...(['files', 'sandbox'] as const),
]);

const program = fileURLToPath(new URL('bin/deputize.mjs', packageRoot));
const START_MS = 30_000;

export interface AutomationClient {
  readonly remoteExecutor: RemoteExecutor;
  /** The preset without its capabilities. The service states the facts and previews of its tools, and runs their calls. */
  readonly preset: Preset;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly data: string;
  readonly preset: Preset;
  /** The command line flags of a service that this process starts. */
  readonly flags: readonly string[];
  readonly environmentNames: readonly string[];
  /** Environment variables of that service. Other users of the machine cannot read them, unlike flags. */
  readonly environment: Readonly<Record<string, string>>;
}

export function openAutomationClient({ data, preset, flags, ...rest }: ClientOptions): AutomationClient {
  let child: ChildProcess | undefined;
  const connect = async (): Promise<AutomationConnection> => {
    const running = await reach(data);
    if (running) return running;
    child = await startService(flags, rest);
    const started = await reach(data);
    if (started) return started;
    throw serviceUnavailableError('It was started and does not answer');
  };
  const handedOver = new Set(preset.tools.filter(isRemoteTool).map(({ name }) => name));
  const has = (name: string, tool: string): boolean => name === preset.name && handedOver.has(tool);
  // Loaded with the first call, because most processes never make one.
  let opened: Promise<AutomationExecutor> | undefined;
  const handOver = (): Promise<AutomationExecutor> =>
    (opened ??= import('../../doors/automation/automation-executor.ts').then(({ createAutomationExecutor }) =>
      createAutomationExecutor(has, connect),
    ));
  const remote = (tool: Tool): Tool =>
    isRemoteTool(tool)
      ? {
          ...tool,
          needs: [],
          facts: async (args) => (await handOver()).facts({ tool: tool.name, args, preset: preset.name }, OWNER),
          preview: async (args) => (await handOver()).preview({ tool: tool.name, args, preset: preset.name }, OWNER),
          run: () => {
            throw serviceUnavailableError('This process has not the powers for it');
          },
        }
      : tool;
  return {
    remoteExecutor: {
      has,
      resources: [desktopResource()],
      ready: async () => (await handOver()).ready(),
      call: async (request, principal) => (await handOver()).call(request, principal),
      cancel: async (callId, principal) => (opened ? (await opened).cancel(callId, principal) : false),
      undo: async (callId, token, person) => (await handOver()).undo(callId, token, person),
    },
    preset: { ...preset, tools: preset.tools.map((tool) => documented(remote(tool), tool)) },
    close: async () => {
      (await opened)?.close();
      if (!child) return;
      const ended = new Promise((resolve) => child?.once('close', resolve));
      child.ref();
      child.stdin?.end();
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}

/** A getter does not survive being spread. */
function documented(remote: Tool, tool: Tool): Tool {
  // On the tool itself the getter would call itself.
  if (remote === tool) return tool;
  return Object.defineProperty(remote, 'documentation', { get: () => tool.documentation, enumerable: true });
}

function isRemoteTool({ needs }: Tool): boolean {
  return needs.some((need) => REMOTE_CAPABILITIES.has(need));
}

async function reach(data: string): Promise<AutomationConnection | undefined> {
  const note = readNote(data);
  if (!note) return undefined;
  const socket = connectSocket(note.socket);
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return undefined;
  const { greet, AutomationConnection } = await import('../../doors/automation/automation-connection.ts');
  const line = new AutomationConnection(socket);
  await greet(line, note.secret);
  return line;
}

function startService(
  flags: readonly string[],
  { environmentNames, environment }: Pick<ClientOptions, 'environmentNames' | 'environment'>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, 'automation', '--with-parent', '--json', ...flags], {
    env: { ...createChildEnvironment(process.env, environmentNames), ...environment, NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  child.stdin?.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(serviceUnavailableError('It did not start in time'));
    }, START_MS);
    const settle = (): void => {
      clearTimeout(late);
      child.stdout?.destroy();
      child.unref();
    };
    child.once('error', (cause) => reject(serviceUnavailableError(`It could not be started (${cause.message})`)));
    child.once('close', () => {
      settle();
      reject(toError(said));
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (!said.includes('\n')) return;
      settle();
      if (said.includes('"socket"')) resolve(child);
      else reject(toError(said));
    });
  });
}

function toError(said: string): DeputizeError {
  try {
    const { error } = JSON.parse(said) as { error: { code: ErrorCode; message: string } };
    return new DeputizeError(error.code, `The automation service does not start: ${error.message}`);
  } catch {
    return serviceUnavailableError('It ended at once');
  }
}

function serviceUnavailableError(what: string): DeputizeError {
  return new DeputizeError(
    'NOT_AVAILABLE',
    `The automation service is not there. ${what}. Start it: deputize automation`,
  );
}
