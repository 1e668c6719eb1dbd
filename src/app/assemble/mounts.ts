/** The mounted servers of the configuration, with their secrets fetched from where they are kept. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openToolServer, type ServerEndpoint } from '../../connectors/mcp/tool-server.ts';
import { DeputizeError } from '../../core/index.ts';
import type { ServerMount } from '../../core/mounted/mounted-server.ts';
import type { ToolServer } from '../../ports/tool-server.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { ConfiguredValue, McpServerConfig } from '../config/mcp-servers.ts';

export function createMounts(
  { config, path }: Pick<LoadedConfig, 'config' | 'path'>,
  data: string,
  isServer = true,
): ServerMount[] {
  return Object.entries(config.mcpServers).map(([name, entry]) => ({
    name,
    server: isServer ? openServer(name, entry, path, data) : openOrUnavailable(name, entry, path, data),
    presets: entry.presets,
    timeoutMs: entry.timeout,
    tools: new Map(Object.entries(entry.tools)),
  }));
}

function openServer(name: string, entry: McpServerConfig, path: LoadedConfig['path'], data: string): ToolServer {
  return openToolServer(name, resolveEndpoint(name, entry, path, data), entry.startTimeout);
}

/** A command that calls none of its tools needs none of its secrets. */
function openOrUnavailable(...given: Parameters<typeof openServer>): ToolServer {
  try {
    return openServer(...given);
  } catch (error) {
    if (!(error instanceof DeputizeError)) throw error;
    const { command, url } = given[1];
    return {
      ...{ target: url ?? command ?? '', host: url === undefined ? undefined : new URL(url).host },
      start: () => undefined,
      session: () => Promise.reject(error),
      watch: () => undefined,
      status: () => ({ state: 'waiting', restarts: 0, error: error.message }),
      close: () => Promise.resolve(),
    };
  }
}

function resolveEndpoint(
  name: string,
  entry: McpServerConfig,
  path: LoadedConfig['path'],
  data: string,
): ServerEndpoint {
  const key = `mcpServers.${name}`;
  const all = (values: Readonly<Record<string, ConfiguredValue>>, member: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([which, value]) => [which, fetchValue(value, `${key}.${member}.${which}`, path)]),
    );
  const { command, args, cwd, url } = entry;
  if (url !== undefined) return { kind: 'address', url, headers: all(entry.headers, 'headers') };
  if (command === undefined) throw invalidConfigError(key, 'neither a command nor a url is there');
  return {
    kind: 'command',
    command: /[/\\]/.test(command) ? path(command) : command,
    args,
    env: all(entry.env, 'env'),
    cwd: cwd === undefined ? ownFolder(data, name) : path(cwd),
  };
}

/** Where a server can leave things behind without meeting those of another. */
function ownFolder(data: string, name: string): string {
  const folder = join(data, 'mcp-servers', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function fetchValue(value: ConfiguredValue, key: string, path: LoadedConfig['path']): string {
  if (typeof value === 'string') return value;
  const { prefix = '' } = value;
  if ('env' in value) {
    const found = process.env[value.env];
    if (found) return prefix + found;
    throw invalidConfigError(key, `the environment variable ${value.env} is not set`);
  }
  try {
    return prefix + readFileSync(path(value.file), 'utf8').trim();
  } catch (cause) {
    throw invalidConfigError(key, `${path(value.file)} cannot be read`, cause);
  }
}

function invalidConfigError(key: string, message: string, cause?: unknown): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${key}: ${message}.`, { details: { key }, cause });
}
