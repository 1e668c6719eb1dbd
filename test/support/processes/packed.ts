/** The package as npm would publish it, unpacked where a user would have it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../../..');

/**
 * A folder whose node_modules holds the built package and everything it depends on. Examples in the documents also use
 * packages that a reader installs beside it, which are among ours for development.
 */
export function installPacked({ isAlone = false }: { isAlone?: boolean } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-packed-'));
  const env = { ...process.env, PATH: `${join(repository, 'node_modules', '.bin')}:${process.env['PATH']}` };
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: repository,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [archive] = readdirSync(folder);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'deputize'), { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, String(archive)), '-C', join(modules, 'deputize'), '--strip-components=1']);
  linkDependencies(modules, isAlone);
  return folder;
}

/** Alone it has what an installed package brings: what the lock file marks as needed for development stays out. */
function linkDependencies(modules: string, isAlone: boolean): void {
  const own = join(repository, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as LockFile;
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || (isAlone && dev) || !existsSync(join(own, name))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(own, name), join(modules, name));
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(modules, 'deputize', 'bin', 'deputize.mjs'), join(modules, '.bin', 'deputize'));
}

export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly bin?: Record<string, string> }>>;
}

export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${join(folder, 'node_modules', '.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
  };
}
