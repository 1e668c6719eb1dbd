/** Chooses the workspace of a process that names none with each call. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';

import { defaultWorkspace, type LoadedConfig } from '../config/config.ts';

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

export interface WorkspaceChoice {
  readonly workspace?: string | undefined;
  /** The folder that the command was started in, for commands that work where they are started. */
  readonly currentFolder?: string | undefined;
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
  if (chosenBy === 'data folder') mkdirSync(folder, { recursive: true });
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
