/** Lists what Deputize itself runs: its program, and the programs and scripts of mounted servers. No tool changes them. */
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

import type { LoadedConfig } from '../config/config.ts';

/** What runs of a clone. An installed package is protected whole. */
const CLONE_ENTRIES = ['bin', 'dist', 'node_modules', 'package.json', 'scripts', 'src', 'web'];
const SCRIPT = /\.([cm]?[jt]s|py|sh|rb|pl|php|jar)$/i;

/** The absolute paths, with links resolved. */
export function listProgramFiles({ config, path }: LoadedConfig): string[] {
  const ofServers = Object.values(config.mcpServers).flatMap(({ command, args, cwd }) => {
    if (command === undefined) return [];
    const base = path(cwd ?? '.');
    const words = args.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]);
    const scripts = words.map((word) => resolve(base, word)).filter(isScript);
    return [...(/[/\\]/.test(command) ? [path(command)] : []), ...scripts];
  });
  return [...new Set([...listOwnEntries(), ...ofServers].filter((file) => existsSync(file)).map(toRealPath))];
}

const toRealPath = (file: string): string => realpathSync(file);

function listOwnEntries(): string[] {
  const root = findPackageRoot(import.meta.dirname);
  if (root === undefined) return [];
  return existsSync(join(root, 'src')) ? CLONE_ENTRIES.map((name) => join(root, name)) : [root];
}

function findPackageRoot(folder: string): string | undefined {
  if (existsSync(join(folder, 'bin', 'deputize.mjs'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findPackageRoot(parent);
}

/** A folder among the arguments is data for the server, and a file may be too. */
function isScript(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    if (SCRIPT.test(file)) return true;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Those of the files that lie below a folder, relative to it, with `/` between names. */
export function listPathsInside(folder: string, files: readonly string[]): string[] {
  const root = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  return files
    .filter((file) => file !== root && file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    .map((file) => relative(root, file).split(sep).join('/'));
}
