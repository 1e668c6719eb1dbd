/** Chooses the workspace of a process that names none with each call, and refuses folders that hold files of Deputize itself. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';

import { defaultWorkspace, type LoadedConfig } from '../config/config.ts';
import { DeputizeError } from '../../core/index.ts';
import type { OpenFlags } from '../../doors/cli/environment.ts';

/** A folder with one of these is a project. */
const PROJECT_FILES = [
  ...['.git', '.hg', '.svn', '.jj'],
  ...['package.json', 'deno.json', 'pyproject.toml', 'setup.py', 'requirements.txt', 'Cargo.toml', 'go.mod'],
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'Gemfile', 'composer.json', 'mix.exs', 'CMakeLists.txt'],
  ...['Makefile', 'Package.swift', 'pubspec.yaml', 'flake.nix'],
];

export interface DefaultWorkspace {
  readonly folder: string;
  readonly chosenBy: 'flag' | 'configuration' | 'current folder' | 'client root' | 'data folder';
  /** Why the current folder was not taken. */
  readonly reason?: string;
}

interface WorkspaceChoice extends Pick<OpenFlags, 'workspace' | 'currentFolder'> {
  /** The roots of the MCP client that started the process. A client over HTTP does not choose a folder. */
  readonly clientFolders?: readonly string[] | undefined;
}

export function chooseDefaultWorkspace(
  { workspace, currentFolder, clientFolders = [] }: WorkspaceChoice,
  { config, path }: Pick<LoadedConfig, 'config' | 'path'>,
  data: string,
  /** Returns how a folder overlaps with the runtime's own files. */
  overlapOf: (folder: string) => string | undefined,
): DefaultWorkspace {
  if (workspace !== undefined) return { folder: resolve(workspace), chosenBy: 'flag' };
  if (config.workspace !== undefined) return { folder: path(config.workspace), chosenBy: 'configuration' };
  const project = currentFolder === undefined ? undefined : findProject(resolve(currentFolder));
  const overlap = project === undefined ? undefined : overlapOf(project);
  if (project !== undefined && overlap === undefined) return { folder: project, chosenBy: 'current folder' };
  const root = clientFolders.find((folder) => isProject(folder) && overlapOf(folder) === undefined);
  if (root !== undefined) return { folder: resolve(root), chosenBy: 'client root' };
  const reason = overlap === undefined ? 'the current folder is in no project' : `the project ${project} ${overlap}`;
  return { folder: defaultWorkspace(data), chosenBy: 'data folder', reason };
}

/** Deputize's own folder is made when it is first used; any other has to be there. */
export function makeOwnFolder({ folder, chosenBy }: DefaultWorkspace): string {
  if (chosenBy === 'data folder') mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function describeDefault({ chosenBy, reason }: DefaultWorkspace, label: string): string {
  switch (chosenBy) {
    case 'flag':
      return `Workspace: ${label} (--workspace)`;
    case 'configuration':
      return `Workspace: ${label} (deputize.yaml)`;
    case 'current folder':
      return `Workspace: ${label} (the project of the current folder)`;
    case 'client root':
      return `Workspace: ${label} (a root of the client)`;
    case 'data folder':
      return `Workspace: ${label} (Deputize's own folder: ${reason}; name another with --workspace)`;
  }
}

/** The folder itself or the nearest one above it that is a project. */
function findProject(folder: string): string | undefined {
  if (isProject(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder || !isOwnFolder(parent) ? undefined : findProject(parent);
}

/** In a folder that others write to, such as /tmp, another user could plant what makes it a project. */
function isOwnFolder(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Never the home folder or the root: an assistant would get everything in them. */
function isProject(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const real = realpathSync(folder);
  const home = homedir();
  const isTooWide = real === parse(real).root || real === (existsSync(home) ? realpathSync(home) : home);
  return !isTooWide && PROJECT_FILES.some((name) => existsSync(join(real, name)));
}

/** In a workspace that holds the runtime's own files, an assistant could read or rewrite them. */
export function refuseOverlap(
  workspace: string,
  data: string,
  own: readonly (string | undefined)[],
  key = 'workspace',
): void {
  const overlap = findOverlap(workspace, data, own);
  if (overlap === undefined) return;
  throw new DeputizeError(
    'INVALID_CONFIGURATION',
    key === 'workspace'
      ? `The workspace ${workspace} ${overlap}, which belongs to Deputize itself. Choose another workspace or --data folder.`
      : `${key}: ${workspace} ${overlap}, which belongs to Deputize itself. Name other folders.`,
    { details: { key } },
  );
}

/** How a folder overlaps with the runtime's own files: "contains …" or "lies in …". */
export function findOverlap(folder: string, data: string, own: readonly (string | undefined)[]): string | undefined {
  const root = real(folder);
  const contained = [data, ...own].find((path) => path !== undefined && isSubpath(real(path), root));
  if (contained !== undefined) return `contains ${contained}`;
  const around = own.find((path) => path !== undefined && isSubpath(root, real(path)));
  if (around !== undefined) return `lies in ${around}`;
  return isSubpath(root, real(data)) && !isSubpath(root, real(defaultWorkspace(data))) ? `lies in ${data}` : undefined;
}

function isSubpath(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function real(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(real(parent), absolute.slice(parent.length));
}
