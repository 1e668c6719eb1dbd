/** Packages of this repository, with all that they need, for a project of a test that lies elsewhere. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const own = join(import.meta.dirname, '..', '..', '..', 'node_modules');

export function bringPackages(project: string, names: readonly string[]): void {
  const target = join(project, 'node_modules');
  mkdirSync(join(target, '.bin'), { recursive: true });
  const waiting = [...names];
  const brought = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const from = join(own, name);
    if (brought.has(name) || !existsSync(from)) continue;
    brought.add(name);
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(from, join(target, name), { recursive: true });
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(from);
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  for (const name of names) {
    const { bin = {} } = manifestOf(join(own, name));
    const programs = typeof bin === 'string' ? { [name]: bin } : bin;
    for (const [program, file] of Object.entries(programs)) {
      symlinkSync(join('..', name, file), join(target, '.bin', program));
    }
  }
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly bin?: string | Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
