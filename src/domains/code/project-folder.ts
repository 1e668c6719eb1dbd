/** Reads from the files of a project which programs it uses. Nothing of the project is executed. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';

const MAX_BYTES = 1024 * 1024;
/** Files whose content shows which programs a project uses. */
const MARKER_FILES = ['package.json', 'pyproject.toml', 'setup.cfg', 'tox.ini', 'Makefile', 'makefile', 'GNUmakefile'];

const packageJson = z.object({
  scripts: z.record(z.string(), z.unknown()).catch({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
});

export interface ProjectFolder {
  /** Relative to the workspace root, empty for the root itself. */
  readonly path: string;
  /** The names in the folder, and in its test folders. */
  readonly names: readonly string[];
  /** The content of a file in `TELLING`, empty if the file does not exist. */
  readonly text: (name: string) => string;
  readonly testScript: string;
  /** Whether package.json asks for a package. */
  readonly uses: (name: string) => boolean;
}

export async function openProject(files: ScopedFiles, path: string, signal: AbortSignal): Promise<ProjectFolder> {
  const found = await listEntryNames(files, path, signal);
  if (found === undefined) {
    throw new DeputizeError('FILE_NOT_FOUND', `There is no directory "${path || '.'}".`, { details: { path } });
  }
  const names = [...found];
  for (const folder of ['test', 'tests', '__tests__'].filter((name) => found.includes(name))) {
    const inside = (await listEntryNames(files, joinPath(path, folder), signal)) ?? [];
    names.push(...inside.map((name) => `${folder}/${name}`));
  }
  const texts = new Map<string, string>();
  for (const name of MARKER_FILES.filter((marker) => found.includes(marker))) {
    texts.set(name, await readText(files, joinPath(path, name), signal));
  }
  const { scripts, dependencies, devDependencies } = readPackage(texts.get('package.json') ?? '');
  const { test } = scripts;
  return {
    path,
    names,
    text: (name) => texts.get(name) ?? '',
    testScript: typeof test === 'string' ? test : '',
    uses: (name) => Object.hasOwn(dependencies, name) || Object.hasOwn(devDependencies, name),
  };
}

export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Returns a path and all its parent folders, nearest first. The last one is the workspace root. */
export function upwards(path: string): string[] {
  const parts = path === '' ? [] : path.split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).concat('');
}

export async function listEntryNames(
  files: ScopedFiles,
  path: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  return ifPossible(async () => {
    const entries = await files.list(path, { recursive: false, includeHidden: true, signal });
    return entries.map(({ name }) => name);
  });
}

/** Returns an empty text for a link, a folder or a file that is too large. */
async function readText(files: ScopedFiles, path: string, signal: AbortSignal): Promise<string> {
  const read = await ifPossible(() => files.read(path, { maxBytes: MAX_BYTES, signal }));
  return read === undefined ? '' : new TextDecoder().decode(read.bytes);
}

/** Returns undefined if the workspace refuses access: nothing is there, or something unexpected. */
export async function ifPossible<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (thrown) {
    if (thrown instanceof PortError) return undefined;
    throw thrown;
  }
}

function readPackage(text: string): z.output<typeof packageJson> {
  const nothing = { scripts: {}, dependencies: {}, devDependencies: {} };
  try {
    return packageJson.catch(nothing).parse(JSON.parse(text));
  } catch {
    return nothing;
  }
}
