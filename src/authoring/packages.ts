/**
 * Copies the packages that a handler imports into the registry. Only packages of plain modules are allowed. A build therefore
 * holds all code that runs: a package update takes effect only with the next build.
 */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isObject } from '../core/schema/keywords.ts';
import { show } from './build-fault.ts';

/** The folder of package modules among the files of a tool. */
export const PACKAGES = '_packages/';
const MAX_MODULES = 500;
const MAX_BYTES = 2_000_000;
const IMPORT = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{},\s]+?\sfrom\s*|[{*][^'"`;]*from\s*)?['"]([^'"\n]+)['"]/g;

/** The path of the module that re-exports a package to the handler. */
export const toAliasPath = (specifier: string): string => `${PACKAGES}${specifier}.alias.js`;

/** Collects all modules of the imported packages, by their path in the tool. */
export function gatherPackages(
  folder: string,
  specifiers: Iterable<string>,
  report: (specifier: string, found: string, mend: string) => void,
): Map<string, string> {
  const gathered = new Map<string, string>();
  for (const specifier of specifiers) {
    try {
      const { root, entry, name } = find(folder, specifier);
      const size = follow(root, entry, name, gathered);
      if (gathered.size > MAX_MODULES || size > MAX_BYTES) throw new Error('it is larger than a tool may be');
      const target = posix.join('/', PACKAGES, name, slashed(relative(root, entry)));
      const hasDefault = /\bexport\s+default\b|\bas\s+default\b/.test(readFileSync(entry, 'utf8'));
      const from = JSON.stringify(
        posix.relative(posix.dirname(`/${toAliasPath(specifier)}`), target).replace(/^(?!\.)/, './'),
      );
      gathered.set(
        toAliasPath(specifier),
        `export * from ${from};\n${hasDefault ? `export { default } from ${from};\n` : ''}`,
      );
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      report(
        specifier,
        `an import of ${show(specifier)}: ${why}`,
        'install a package of plain modules there, or do without it',
      );
    }
  }
  return gathered;
}

export function bareImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) =>
    /^[a-z@][^:]*$/i.test(specifier) ? [specifier] : [],
  );
}

function find(folder: string, specifier: string): { root: string; entry: string; name: string } {
  const [, name = '', below = ''] = /^((?:@[\w.-]+\/)?[\w.-]+)(\/.*)?$/.exec(specifier) ?? [];
  let file: string | undefined;
  try {
    file = findPackageJSON(name, pathToFileURL(join(folder, 'handler.js')));
  } catch {
    file = undefined;
  }
  if (file === undefined) throw new Error('there is no such package');
  const root = dirname(file);
  const description = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; module?: unknown };
  const entry = findPackageEntry(description, `.${below}`);
  if (entry === undefined) throw new Error('the package has no such module');
  return { root, entry: join(root, entry), name };
}

function findPackageEntry(
  { exports, module }: { exports?: unknown; module?: unknown },
  below: string,
): string | undefined {
  if (exports === undefined) return below === '.' && typeof module === 'string' ? module : undefined;
  const hasPaths = isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return chosen(hasPaths ? Reflect.get(exports, below) : below === '.' ? exports : undefined);
}

function chosen(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (!isObject(target)) return undefined;
  for (const [condition, inner] of Object.entries(target))
    if (condition === 'import' || condition === 'default' || condition === 'module-sync') {
      const found = chosen(inner);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Adds a module and everything that it imports from the same package. */
function follow(root: string, entry: string, name: string, gathered: Map<string, string>): number {
  let size = 0;
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const below = slashed(relative(root, file));
    if (below.startsWith('..')) throw new Error('it imports from outside of itself');
    const path = posix.join(PACKAGES, name, below);
    if (gathered.has(path)) continue;
    const text = readFileSync(file, 'utf8');
    gathered.set(path, text);
    size += text.length;
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      if (!specifier.startsWith('.')) throw new Error(`it needs ${show(specifier)} in turn`);
      waiting.push(join(dirname(file), specifier));
    }
    if (gathered.size > MAX_MODULES) break;
  }
  return size;
}

const slashed = (path: string): string => path.split(sep).join('/');
