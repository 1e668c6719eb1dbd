/** The scopes of the desktop tools, expanded once at start: what is held from then on is what the configuration said then. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, normalize } from 'node:path';

import { DeputizeError } from '../../core/index.ts';
import type { DesktopConfig } from '../config/desktop.ts';

interface ScopeFolder {
  /** Where it really is, and how it was spelled. */
  readonly path: string;
  readonly alias: string;
}

export interface DesktopScope {
  readonly paths: readonly ScopeFolder[];
  readonly apps: readonly string[];
  readonly hosts: readonly string[];
}

export interface DesktopScopes {
  /** What one tool may touch. */
  of(tool: string | undefined): DesktopScope;
  readonly general: DesktopScope;
  /** Every folder that any tool may touch. */
  readonly folders: readonly ScopeFolder[];
  readonly shellFolder: ScopeFolder | undefined;
  readonly downloads: ScopeFolder | undefined;
}

interface ScopeContext {
  readonly workspace: string;
  readonly toolNames: readonly string[];
  /** Throws when a folder holds, or lies in, what belongs to Deputize itself. */
  readonly refuseOverlap: (folder: string, key: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

export function readScopes({ scopes, shell, downloads }: DesktopConfig, around: ScopeContext): DesktopScopes {
  const folder = (key: string) => (text: string, at: number) => resolveScopeFolder(`${key}.${at}`, text, around);
  const { tools, ...general } = scopes;
  const unknown = Object.keys(tools).find((name) => !around.toolNames.includes(name));
  if (unknown !== undefined)
    throw invalidConfigError(
      `desktop.scopes.tools.${unknown}`,
      `there is no such tool; there are ${around.toolNames.join(', ')}`,
    );
  const all: DesktopScope = {
    paths: general.paths?.map(folder('desktop.scopes.paths')) ?? [
      resolveScopeFolder('workspace', around.workspace, around),
    ],
    apps: general.apps ?? [],
    hosts: general.hosts ?? [],
  };
  const narrowed = new Map(
    Object.entries(tools).map(([name, own]): [string, DesktopScope] => [
      name,
      {
        paths: own.paths?.map(folder(`desktop.scopes.tools.${name}.paths`)) ?? all.paths,
        apps: own.apps ?? all.apps,
        hosts: own.hosts ?? all.hosts,
      },
    ]),
  );
  const shellFolder = shell && resolveScopeFolder('desktop.shell.folder', shell.folder, around);
  if (shellFolder) narrowed.set('shell.run', { ...all, paths: [shellFolder] });
  const every = [all, ...narrowed.values()].flatMap(({ paths }) => paths);
  return {
    of: (tool) => narrowed.get(tool ?? '') ?? all,
    general: all,
    folders: [...new Map(every.map((found) => [found.path, found])).values()],
    shellFolder,
    downloads: downloads === undefined ? undefined : resolveScopeFolder('desktop.downloads', downloads, around),
  };
}

function resolveScopeFolder(key: string, text: string, { refuseOverlap, env }: ScopeContext): ScopeFolder {
  const alias = normalize(expand(key, text, env)).replace(/(?<=.)\/+$/, '');
  if (!isAbsolute(alias)) throw invalidConfigError(key, `"${text}" is not a whole path, such as ~/Documents`);
  if (!existsSync(alias) || !statSync(alias).isDirectory())
    throw invalidConfigError(key, `there is no folder ${alias}`);
  const path = realpathSync(alias);
  if (path === '/' || /^[A-Za-z]:\\?$/.test(path))
    throw invalidConfigError(
      key,
      `"${text}" is everything there is, with the files of Deputize itself in it; name the folders`,
    );
  refuseOverlap(path, key);
  return { path, alias };
}

/** `~` at the beginning, and `$NAME` or `${NAME}`. One that is not set is a fault: left empty, it would widen what was meant. */
function expand(key: string, text: string, env: NodeJS.ProcessEnv): string {
  const home = text === '~' || text.startsWith('~/') ? `${homedir()}${text.slice(1)}` : text;
  return home.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced: string | undefined, plain: string | undefined) => {
    const value = env[braced ?? plain ?? ''];
    if (value === undefined || value === '')
      throw invalidConfigError(key, `the environment variable of "${text}" is not set`);
    return value;
  });
}

function invalidConfigError(key: string, message: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${key}: ${message}.`, { details: { key } });
}
