/** The console's files as they were built into a folder. Only what is there at the start can be asked for. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import type { ConsoleAsset, ConsoleAssets, AssetEncoding } from '../../ports/console-assets.ts';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.webmanifest', 'application/manifest+json'],
]);
const ENDINGS: readonly (readonly [AssetEncoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Undefined where nothing was built. */
export function openBuiltFiles(folder: string): ConsoleAssets | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const names = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/')),
  );
  const assets = new Map<string, ConsoleAsset>();
  for (const name of names) {
    const type = TYPES.get(extname(name));
    if (type !== undefined) assets.set(name, asset(folder, name, type, names));
  }
  return { find: (path) => assets.get(path) };
}

function asset(folder: string, name: string, type: string, names: ReadonlySet<string>): ConsoleAsset {
  const made = ENDINGS.filter(([, ending]) => names.has(`${name}${ending}`));
  const endings = new Map(made);
  return {
    type,
    isHashed: name.startsWith('assets/'),
    encodings: new Set(endings.keys()),
    read: async (encoding) =>
      new Uint8Array(await readFile(join(folder, `${name}${encoding ? (endings.get(encoding) ?? '') : ''}`))),
  };
}
