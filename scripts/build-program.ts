/**
 * Bundles the program into few files, because each start of the command line would otherwise read about a thousand modules.
 * The library is not bundled: its users' bundlers and type checkers read `dist/app/library.js` and its packages as they are.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type OutputFile, type Plugin } from 'esbuild';

import { isBuildFresh } from '../bin/find-program.mjs';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist', 'program');
const DAY_MS = 86_400_000;
/** Holds the name of the newest build. `bin/find-program.mjs` reads it. */
const POINTER = 'current.txt';

/** The program, and what it starts as a thread or a process by file name. They are in one folder, so their names differ. */
const ENTRIES = [
  'src/app/main.ts',
  'src/app/organization/extract-process.ts',
  'src/app/parsing/parser-worker.ts',
  'src/connectors/code-search/search-worker.ts',
  'src/connectors/database/sqlite-worker.ts',
  'src/connectors/embeddings/local-worker.ts',
  'src/connectors/knowledge-store/knowledge-worker.ts',
  'src/connectors/objects/small-worker.ts',
];

/** A program of one file: Node's permission model lets it read no second one. */
const CONFINED = 'src/connectors/authored-tools/handler-process.ts';

/**
 * Packages that nearly every start loads, as many small files of plain JavaScript. Other packages stay outside: they are
 * loaded on demand, or read files of their own folder.
 */
const BUNDLED = [
  ...['@hono/node-server', '@hono/zod-openapi', 'ajv', 'ajv-formats', 'canonicalize', 'diff', 'hono', 'htmlparser2'],
  ...['ipaddr.js', 'kysely', 'minisearch', 'parse5', 'postal-mime', 'zod'],
];

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
}

/** The packages to bundle, with everything that they depend on. */
function listBundledPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const found = new Set(BUNDLED);
  for (const name of found)
    for (const needed of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) found.add(needed);
  return [...found].sort();
}

const keepOtherPackagesOutside = (bundled: readonly string[]): Plugin => ({
  name: 'keep-other-packages-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
      // What is imported on demand stays outside. A bundled CommonJS module would also lose its named exports there.
      const isBundled = kind === 'entry-point' || (kind !== 'dynamic-import' && bundled.includes(name));
      return isBundled ? undefined : { path, external: true };
    });
  },
});

/** The licences of the bundled packages, which ask for their text beside every copy. */
function collectLicences(bundled: readonly string[]): string {
  return bundled
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const { license = 'unknown' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        license?: string;
      };
      return `${name} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Removes earlier builds. Recent ones stay in a clone, because a process that runs from one still loads parts of it. */
function removeEarlierBuilds(current: string, keptMs: number): void {
  for (const name of readdirSync(target).filter((entry) => entry !== POINTER)) {
    const folder = join(target, name);
    if (name !== current && statSync(folder).mtimeMs <= Date.now() - keptMs)
      rmSync(folder, { recursive: true, force: true });
  }
}

const common = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outdir: target,
} as const;
const toEntry = (path: string) => ({ in: join(root, path), out: basename(path, '.ts') });

async function bundle(bundled: readonly string[]): Promise<OutputFile[]> {
  const program = await build({
    ...common,
    entryPoints: ENTRIES.map(toEntry),
    splitting: true,
    chunkNames: '[name]-[hash]',
    // Errors and logs show the names of classes and functions.
    keepNames: true,
    plugins: [keepOtherPackagesOutside(bundled)],
    banner: { js: `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);` },
  });
  const confined = await build({ ...common, entryPoints: [toEntry(CONFINED)] });
  return [...program.outputFiles, ...confined.outputFiles];
}

/** Writes the bundle to `dist/program/BUILD`, and its name to `dist/program/current.txt`. */
async function buildProgram(keptMs: number): Promise<void> {
  const bundled = listBundledPackages();
  const files = await bundle(bundled);
  const digest = createHash('sha256');
  for (const { hash } of files) digest.update(hash);
  const name = digest.digest('hex').slice(0, 16);
  mkdirSync(join(target, name), { recursive: true });
  for (const { path, contents } of files) writeFileSync(join(target, name, basename(path)), contents);
  writeFileSync(join(target, name, 'LICENCES.txt'), collectLicences(bundled));
  writeFileSync(join(target, `${name}.txt`), `${name}\n`);
  renameSync(join(target, `${name}.txt`), join(target, POINTER));
  removeEarlierBuilds(name, keptMs);
}

/** Builds the program if a source is newer than the last build, so that tests start it quickly. */
export async function ensureProgram(): Promise<void> {
  if (!isBuildFresh()) await buildProgram(DAY_MS);
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && resolve(process.argv[1]) === import.meta.filename)
  await buildProgram(0);
