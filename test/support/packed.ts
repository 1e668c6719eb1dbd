/** The package as npm would publish it, unpacked where a user would have it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** A folder whose node_modules holds the built package and everything it depends on. */
export function installPacked(): string {
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
  linkDependencies(modules);
  return folder;
}

function linkDependencies(modules: string): void {
  const own = join(repository, 'node_modules');
  for (const name of readdirSync(own))
    if (name !== '.bin' && name !== '.cache') symlinkSync(join(own, name), join(modules, name));
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(modules, 'deputize', 'bin', 'deputize.mjs'), join(modules, '.bin', 'deputize'));
  symlinkSync(process.execPath, join(modules, '.bin', 'node'));
}

export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${join(folder, 'node_modules', '.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
  };
}
