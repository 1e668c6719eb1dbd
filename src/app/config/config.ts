/** Reads `deputize.yaml`. An error names the wrong key, and nothing starts until it is corrected. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { DeputizeError } from '../../core/index.ts';
import { configSchema, type Config } from './schema.ts';
import { createSecretReader, type ReadSecret } from './secret.ts';
import { resolveStorage, type StorageFlags } from '../storage/storage.ts';

export type { Config };

export interface LoadedConfig {
  readonly config: Config;
  /** The file that it was read from. Undefined if everything is default. */
  readonly file: string | undefined;
  /** Resolves a path that the file contains. */
  readonly path: (relative: string) => string;
  readonly secret: ReadSecret;
}

/**
 * Reads the named file, or the one in the data folder. It never reads one from the current folder, because an assistant may be able
 * to write there.
 */
export async function loadConfig(
  data: string,
  named: string | undefined = process.env['DEPUTIZE_CONFIG'],
  flags: StorageFlags = {},
): Promise<LoadedConfig> {
  const file = configFile(data, named);
  if (!existsSync(file)) {
    if (named) throw invalidConfigError(file, '', 'the file does not exist');
    const path = (relative: string): string => resolve(data, relative);
    return withStorage(
      { config: configSchema.parse({}), file: undefined, path, secret: createSecretReader(data, path) },
      flags,
    );
  }
  const path = (relative: string): string => resolve(dirname(file), expandHome(relative));
  const config = await checkConfig(readFileSync(file, 'utf8'), file);
  return withStorage({ config, file, path, secret: createSecretReader(data, path) }, flags);
}

function withStorage(loaded: LoadedConfig, flags: StorageFlags): LoadedConfig {
  const { storage, secret } = resolveStorage(loaded.config, flags, loaded.secret);
  return { ...loaded, config: { ...loaded.config, ...storage }, secret };
}

export function configFile(data: string, named: string | undefined = process.env['DEPUTIZE_CONFIG']): string {
  return named ? resolve(named) : join(data, 'deputize.yaml');
}

/** Throws an error that names the key if the text is no valid configuration. `file` only appears in the message. */
export async function checkConfig(text: string, file: string): Promise<Config> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, strict: true, uniqueKeys: true });
  const [fault] = document.errors;
  if (fault) throw invalidConfigError(file, '', fault.message);
  const parsed = configSchema.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
    throw invalidConfigError(file, unknown.join('.'), issue?.message ?? 'not valid');
  }
  return parsed.data;
}

/** The platform's folder for an application's data. */
export function defaultDataFolder(): string {
  const { platform, env } = process;
  if (env['DEPUTIZE_DATA']) return resolve(env['DEPUTIZE_DATA']);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Deputize');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Deputize');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'deputize');
}

/** The folder inside the data folder that is the workspace when none is named. */
export const defaultWorkspace = (data: string): string => join(data, 'workspace');

function expandHome(path: string): string {
  return path.startsWith('~/') && !isAbsolute(path) ? join(homedir(), path.slice(2)) : path;
}

function invalidConfigError(file: string, key: string, message: string): DeputizeError {
  const place = key ? ` at "${key}"` : '';
  return new DeputizeError('INVALID_CONFIGURATION', `${file} is not valid${place}: ${message}`, {
    details: { file, key },
  });
}
