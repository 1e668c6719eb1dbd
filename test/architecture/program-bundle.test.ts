/** The bundled program has every file that the sources start by name, and a clone prefers it only while it is current. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findProgram, isBuildFresh } from '../../bin/find-program.mjs';

const repository = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('contains every thread and process that a source starts by its file name', () => {
  expect(isBuildFresh()).toBe(true);
  const built = new Set(globSync('*.js', { cwd: new URL('.', findProgram()).pathname }));
  const started = globSync('src/**/*.ts', { cwd: repository, exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    if (!text.includes('import.meta.url.endsWith')) return [];
    return [...text.matchAll(/'\.\/([\w-]+\.js)'/g)].map(([, name = '']) => name);
  });
  expect(started.length).toBeGreaterThan(5);
  expect(started.filter((name) => !built.has(basename(name)))).toEqual([]);
});

test('imports only what Node contains and what an installation of the package brings', () => {
  const bundle = new URL('.', findProgram()).pathname;
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>;
  const known = new Set([...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {})]);
  const imported = globSync('*.js', { cwd: bundle }).flatMap((file) =>
    [...readFileSync(join(bundle, file), 'utf8').matchAll(/^import (?:[^'"]*? from )?["']([^"']+)["'];$/gm)].map(
      ([, from = '']) => ({ file, from, name: /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? '' }),
    ),
  );
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter(({ from, name }) => !from.startsWith('.') && !isBuiltin(from) && !known.has(name))).toEqual(
    [],
  );
});

/** A clone with one source and a build, changed at these times in seconds. */
async function choose({ source, build }: { source: number; build: number | undefined }): Promise<string> {
  const clone = mkdtempSync(join(folder, 'clone-'));
  const change = (path: string, text: string, at: number) => {
    mkdirSync(join(clone, path, '..'), { recursive: true });
    writeFileSync(join(clone, path), text);
    utimesSync(join(clone, path), at, at);
  };
  cpSync(join(repository, 'bin/find-program.mjs'), join(clone, 'bin/find-program.mjs'));
  for (const path of ['package-lock.json', 'scripts/build-program.ts', 'src/app/main.ts']) change(path, '', source);
  for (const path of ['src/app', 'src']) utimesSync(join(clone, path), source, source);
  if (build !== undefined) change('dist/program/current.txt', 'abc\n', build);
  const found = (await import(pathToFileURL(join(clone, 'bin/find-program.mjs')).href)) as {
    findProgram: () => URL;
  };
  return found.findProgram().href.slice(pathToFileURL(clone).href.length);
}

beforeEach(() => vi.stubEnv('DEPUTIZE_TESTED_BUILD', undefined));
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['starts the sources of a clone without a build', { source: 100, build: undefined }, '/src/app/main.ts'],
  ['starts the sources where one is newer than the build', { source: 200, build: 100 }, '/src/app/main.ts'],
  ['starts the build where it is newer than every source', { source: 100, build: 200 }, '/dist/program/abc/main.js'],
])('%s', async (_, times, expected) => {
  expect(await choose(times)).toBe(expected);
});
