/** Finds the built files of the console, and checks whether they match the current sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openBuiltFiles } from '../../connectors/assets/built-files.ts';
import { packageRoot } from '../../lib/node/package-root.ts';
import type { ConsoleAssets } from '../../ports/console-assets.ts';

const root = fileURLToPath(packageRoot);
const built = join(root, 'web/dist');
const builder = join(root, 'scripts/build-web.ts');

/** The file beside a build that holds the digest of its sources. */
export const BUILT_FROM = 'built-from.txt';

export function builtConsole(): ConsoleAssets | undefined {
  return openBuiltFiles(built);
}

export function sourcesDigest(): string {
  const digest = createHash('sha256');
  const names = globSync(['web/**/*.{ts,tsx,css,html,svg,json,js,webmanifest}', 'src/wire/*.ts', 'package-lock.json'], {
    cwd: root,
    exclude: ['web/dist', 'web/dist-*'],
  });
  for (const name of names.sort())
    digest
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0');
  return digest.digest('hex');
}

/** Builds the console in a checkout if its build is missing or outdated. An installed package contains the build. */
export async function ensureConsole(say: (line: string) => void): Promise<void> {
  if (!existsSync(builder) || isConsoleFresh()) return;
  say('Building the web console, a few seconds …');
  const child = spawn(process.execPath, [builder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0) say('The web console could not be built. The plain pages are there all the same.');
}

export function isConsoleFresh(): boolean {
  const stamp = join(built, BUILT_FROM);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesDigest();
}
