/** The package as npm publishes it: packed once for a whole test run, unpacked where a user would have it. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../../..');
const PACKING_MS = 600_000;
const POLL_MS = 200;

/** One folder for all workers of a run: they have the same parent process. */
export const packedFolder = (parentPid: number): string => join(tmpdir(), `deputize-packed-${parentPid}`);

/**
 * A folder whose node_modules holds the built package and everything it depends on. Examples in the documents also use
 * packages that a reader installs beside it, which are among ours for development.
 */
export function installPacked({ isAlone = false }: { isAlone?: boolean } = {}): string {
  const archive = packArchive();
  const folder = mkdtempSync(join(dirname(archive), 'installed-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'deputize'), { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', join(modules, 'deputize'), '--strip-components=1']);
  linkDependencies(modules, isAlone);
  return folder;
}

/** The first worker packs; the others wait for it. */
function packArchive(): string {
  const shared = packedFolder(process.ppid);
  const archive = join(shared, 'deputize.tgz');
  try {
    mkdirSync(shared);
  } catch {
    return waitForArchive(archive);
  }
  try {
    const packing = mkdtempSync(join(shared, 'packing-'));
    const env = { ...process.env, PATH: `${join(repository, 'node_modules', '.bin')}:${process.env['PATH']}` };
    execFileSync('npm', ['pack', '--silent', '--pack-destination', packing], {
      cwd: repository,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(join(packing, String(readdirSync(packing)[0])), archive);
    return archive;
  } catch (error) {
    rmSync(shared, { recursive: true, force: true });
    throw error;
  }
}

function waitForArchive(archive: string): string {
  const until = Date.now() + PACKING_MS;
  while (!existsSync(archive)) {
    if (!existsSync(dirname(archive))) throw new Error('Another worker could not pack the product.');
    if (Date.now() > until) throw new Error('The product was not packed in time.');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  return archive;
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
