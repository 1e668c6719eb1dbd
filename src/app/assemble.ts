/** Puts a whole runtime together from the configuration: presets, powers, storage. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { openDiskFiles, type DiskFiles } from '../connectors/files/disk.ts';
import { openDiskObjects } from '../connectors/objects/disk.ts';
import { DeputizeError, OWNER, type Log, type Principal, type Runtime } from '../core/index.ts';
import type { Model } from '../ports/model.ts';
import { createBuckets } from '../toolsets/files/bucket/bucket-store.ts';
import {
  defaultDataFolder,
  defaultWorkspace,
  loadConfig,
  refuseOverlap,
  type Config,
  type LoadedConfig,
} from './config.ts';
import { logToStderr } from './log.ts';
import { openMail, type Mail } from './mail.ts';
import { openRuntime } from './open.ts';
import { choosePresets } from './presets.ts';
import { runningServer } from './server-file.ts';

export interface AssembleOptions {
  readonly data?: string | undefined;
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly log?: Log;
  /** Known only once the server listens. */
  readonly origin?: () => string | undefined;
  /** A server looks for leftovers of a crash in the workspace; a single command does not wait for that. */
  readonly sweep?: boolean;
  /** Writes the summaries of mail. */
  readonly model?: Model | undefined;
}

export interface Assembly {
  readonly runtime: Runtime;
  readonly config: Config;
  readonly data: string;
  readonly workspace: string;
  readonly defaultPreset: string;
  readonly mail: Mail;
  /** The owner, as a person at this machine, or as an agent that acts for them. */
  readonly owner: (kind: Principal['kind'], via: string) => Promise<Principal>;
  readonly close: () => Promise<void>;
}

export async function assemble(options: AssembleOptions): Promise<Assembly> {
  const data = resolve(options.data ?? defaultDataFolder());
  const loaded = await loadConfig(data, options.config);
  const config = withPaths(loaded);
  const workspace = workspaceFolder(options, loaded, data);
  const presets = choosePresets(config.presets);
  const files = await openWorkspace(workspace, data, options.sweep ?? false);
  let mail: Mail | undefined;
  const runtime = await openRuntime({
    data,
    presets,
    postgres: connectionString(config),
    localPolicy: config.policy === undefined ? undefined : readPolicy(loaded.path(config.policy)),
    systemSettings: config.settings,
    limits: limitsOf(config),
    capabilities: (stores) => {
      const buckets = createBuckets(stores);
      const { path } = loaded;
      const opened = openMail(stores, {
        data,
        config: config.mail,
        path,
        model: options.model,
        log: options.log ?? logToStderr,
      });
      mail = opened;
      return ({ userId }) => ({ files, bucket: buckets(userId), mailbox: opened.mailbox(userId) });
    },
    origin: () =>
      options.origin?.() ??
      config.server.origin ??
      runningServer(data)?.url ??
      `http://127.0.0.1:${config.server.port}`,
    ...(options.log ? { log: options.log } : {}),
  });
  if (!mail) throw new Error('the runtime was opened without its powers');
  const opened = mail;
  return {
    runtime,
    mail: opened,
    config,
    data,
    workspace,
    defaultPreset: presets[0]?.name ?? 'workspace',
    owner: (kind, via) => runtime.directory.principal(OWNER, kind, via),
    close: async () => {
      await runtime.close();
      await opened.close();
      await files.close();
    },
  };
}

/** Every path of the file is relative to the file, not to where the program was started. */
function withPaths({ config, path }: LoadedConfig): Config {
  const { checkpointFile } = config.audit;
  return { ...config, audit: checkpointFile === undefined ? {} : { checkpointFile: path(checkpointFile) } };
}

function workspaceFolder({ workspace }: AssembleOptions, { config, file, path }: LoadedConfig, data: string): string {
  const chosen = workspace ?? (config.workspace === undefined ? undefined : path(config.workspace));
  const folder = resolve(chosen ?? defaultWorkspace(data));
  const { policy, audit } = config;
  refuseOverlap(folder, data, [file, policy && path(policy), audit.checkpointFile && path(audit.checkpointFile)]);
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
