/** Puts a whole runtime together from the configuration: presets, powers, storage. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { openDiskFiles, type DiskFiles } from '../connectors/files/disk.ts';
import { openDiskObjects } from '../connectors/objects/disk.ts';
import { DeputizeError, OWNER, type Log, type Principal, type Runtime } from '../core/index.ts';
import { AUTHORED, openAuthored, type Authored } from './authored.ts';
import {
  defaultDataFolder,
  defaultWorkspace,
  loadConfig,
  refuseOverlap,
  type Config,
  type LoadedConfig,
} from './config.ts';
import { logToStderr } from './log.ts';
import { openRuntime } from './open.ts';
import { plainSession } from './plain-session.ts';
import { choosePresets } from './presets.ts';
import { runningServer } from './server-file.ts';

export interface AssembleOptions {
  readonly data?: string | undefined;
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly tools?: string | undefined;
  readonly log?: Log;
  /** Known only once the server listens. */
  readonly origin?: () => string | undefined;
  /** A server looks for leftovers of a crash in the workspace; a single command does not wait for that. */
  readonly sweep?: boolean;
  /** Whoever goes on running takes up what changes; a single command does not. */
  readonly follow?: boolean;
}

export interface Assembly {
  readonly runtime: Runtime;
  readonly config: Config;
  readonly data: string;
  readonly workspace: string;
  readonly defaultPreset: string;
  /** The owner, as a person at this machine, or as an agent that acts for them. */
  readonly owner: (kind: Principal['kind'], via: string) => Promise<Principal>;
  readonly close: () => Promise<void>;
}

export async function assemble(options: AssembleOptions): Promise<Assembly> {
  const data = resolve(options.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, options.config);
  const config = withPaths(loaded);
  const workspace = workspaceFolder(options, loaded, data);
  const log = options.log ?? logToStderr;
  const authored = openTools(options, loaded, log);
  const presets = choosePresets(config.presets, authored ? [AUTHORED] : []);
  const files = await openWorkspace(workspace, data, options.sweep ?? false);
  const runtime = await openRuntime({
    data,
    presets,
    sources: authored && presets.includes(AUTHORED) ? [authored.source] : [],
    postgres: connectionString(config),
    localPolicy: config.policy === undefined ? undefined : readPolicy(loaded.path(config.policy)),
    systemSettings: config.settings,
    limits: limitsOf(config),
    capabilities: (principal) => ({ files, session: plainSession(principal, log) }),
    origin: () =>
      options.origin?.() ??
      config.server.origin ??
      runningServer(data)?.url ??
      `http://127.0.0.1:${config.server.port}`,
    log,
  });
  if (options.follow === true && presets.includes(AUTHORED)) authored?.follow(runtime.registry);
  return {
    runtime,
    config,
    data,
    workspace,
    defaultPreset: presets[0]?.name ?? 'workspace',
    owner: (kind, via) => runtime.directory.principal(OWNER, kind, via),
    close: async () => {
      await runtime.close();
      await authored?.close();
      await files.close();
    },
  };
}

/** The folder of authored tools, where one is named. */
export function openTools(
  { tools, follow }: Pick<AssembleOptions, 'tools' | 'follow'>,
  loaded: LoadedConfig,
  log: Log,
): Authored | undefined {
  const folder = toolsFolder(tools, loaded);
  return folder === undefined ? undefined : openAuthored(folder, { log, isServer: follow });
}

function toolsFolder(named: string | undefined, { config, path }: LoadedConfig): string | undefined {
  if (named !== undefined) return resolve(named);
  return config.tools === undefined ? undefined : path(config.tools);
}

/** Every path of the file is relative to the file, not to where the program was started. */
function withPaths({ config, path }: LoadedConfig): Config {
  const { checkpointFile } = config.audit;
  return { ...config, audit: checkpointFile === undefined ? {} : { checkpointFile: path(checkpointFile) } };
}

function workspaceFolder({ workspace, tools }: AssembleOptions, loaded: LoadedConfig, data: string): string {
  const { config, file, path } = loaded;
  const chosen = workspace ?? (config.workspace === undefined ? undefined : path(config.workspace));
  const folder = resolve(chosen ?? defaultWorkspace(data));
  const { policy, audit } = config;
  refuseOverlap(folder, data, [
    file,
    policy && path(policy),
    audit.checkpointFile && path(audit.checkpointFile),
    toolsFolder(tools, loaded),
  ]);
  if (chosen === undefined) mkdirSync(folder, { recursive: true });
  return folder;
}

async function openWorkspace(root: string, data: string, sweep: boolean): Promise<DiskFiles> {
  return openDiskFiles({ root, objects: await openDiskObjects(join(data, 'objects')), sweep });
}

function connectionString(config: Config): string | undefined {
  const name = config.database?.postgres;
  if (name === undefined) return undefined;
  const value = process.env[name];
  if (value) return value;
  throw new DeputizeError(
    'INVALID_CONFIGURATION',
    `database.postgres names the environment variable ${name}, which is not set.`,
    {
      details: { key: 'database.postgres' },
    },
  );
}

function readPolicy(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new DeputizeError('INVALID_CONFIGURATION', `policy: ${file} cannot be read.`, {
      details: { key: 'policy', file },
      cause: error,
    });
  }
}

function limitsOf({ approvals, limits }: Config) {
  const { highRiskExpiry, expiry, tokenExpiry } = approvals;
  return {
    ...(limits.outputCharacters === undefined ? {} : { outputBudget: limits.outputCharacters }),
    ...(tokenExpiry === undefined ? {} : { tokenTtlMs: tokenExpiry }),
    ...(highRiskExpiry === undefined && expiry === undefined
      ? {}
      : { approvalTtlMs: { high: highRiskExpiry ?? 15 * 60_000, other: expiry ?? 60 * 60_000 } }),
  };
}
