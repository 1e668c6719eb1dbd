/**
 * Bundles the program into few files, because each start of the command line would otherwise read about a thousand modules.
 * The library is not bundled: its users' bundlers and type checkers read `dist/app/library.js` and its packages as they are.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown, type InputOptions, type OutputAsset, type OutputChunk, type OutputOptions } from 'rolldown';

import { isBuildFresh } from '../bin/find-program.mjs';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'dist', 'program');
const DAY_MS = 86_400_000;
/** Holds the name of the newest build. `bin/find-program.mjs` reads it. */
const POINTER = 'current.txt';

/** The program. */
const MAIN = 'src/app/main.ts';

/** What the program starts as a thread or a process by file name. They are in one folder with it, so their names differ. */
const WORKERS = [
  'src/app/organization/extract-process.ts',
  'src/app/parsing/parser-worker.ts',
  'src/connectors/code-search/search-worker.ts',
  'src/connectors/database/sqlite-worker.ts',
  'src/connectors/embeddings/local-worker.ts',
  'src/connectors/knowledge-store/knowledge-worker.ts',
  'src/connectors/objects/small-worker.ts',
];

/**
 * What is loaded together is one file: each further file of a start costs about a millisecond. A group contains what its
 * modules import, except for what is in the groups before it.
 */
const GROUPS = [
  { name: 'cli', modules: ['src/doors/cli/cli.ts', 'src/core/access/principal.ts', 'src/lib/node/package-root.ts'] },
  {
    name: 'runtime',
    modules: [
      ...['assemble', 'authored-tools', 'presets'].map((name) => `src/app/assemble/${name}.ts`),
      ...['desktop', 'organization', 'personal', 'workspace'].map((name) => `src/presets/${name}/preset.ts`),
      ...['src/app/automation/automation-client.ts', 'src/app/automation/child-environment.ts'],
      ...['src/app/demo/demo-folder.ts', 'src/app/organization/open.ts', 'src/app/server/server-file.ts'],
      'src/app/storage/checkpoints.ts',
    ],
  },
  { name: 'server', modules: ['src/app/server/serve.ts'] },
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

/** The package of an imported module, if it is a package and not a file. */
const findPackageName = (specifier: string): string | undefined => /^(@[^/]+\/)?[^./\0][^/]*/.exec(specifier)?.[0];

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

type OutputFile = OutputAsset | OutputChunk;

async function bundle(input: InputOptions, output: OutputOptions): Promise<OutputFile[]> {
  await using build = await rolldown({
    ...input,
    cwd: root,
    platform: 'node',
    transform: { target: 'node24' },
    // A module may be both loaded on demand and part of a group.
    checks: { ineffectiveDynamicImport: false },
  });
  // Errors and logs show the names of classes and functions.
  const written = await build.generate({ ...output, format: 'esm', keepNames: true, entryFileNames: '[name].js' });
  return written.output;
}

const toEntries = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [basename(path, '.ts'), path]));

/** The threads and processes are bundled apart from the program, so that none of them loads a group of the program. */
async function bundleAll(bundled: readonly string[]): Promise<OutputFile[]> {
  const external = (id: string): boolean => {
    const name = findPackageName(id);
    return name !== undefined && !bundled.includes(name);
  };
  const groups = GROUPS.map(({ name, modules }, index) => {
    const files = modules.map((path) => join(root, path));
    return { name, test: (id: string) => files.includes(id), priority: GROUPS.length - index };
  });
  const chunkFileNames = '[name]-[hash].js';
  return [
    ...(await bundle({ input: toEntries([MAIN]), external }, { chunkFileNames, codeSplitting: { groups } })),
    ...(await bundle({ input: toEntries(WORKERS), external }, { chunkFileNames: `worker-${chunkFileNames}` })),
    ...(await bundle({ input: toEntries([CONFINED]) }, { codeSplitting: false })),
  ];
}

/** Writes the bundle to `dist/program/BUILD`, and its name to `dist/program/current.txt`. */
async function buildProgram(keptMs: number): Promise<void> {
  const bundled = listBundledPackages();
  const files = (await bundleAll(bundled)).map((file) => ({
    path: file.fileName,
    contents: file.type === 'chunk' ? file.code : file.source,
  }));
  const digest = createHash('sha256');
  for (const { path, contents } of files) digest.update(path).update(contents);
  const name = digest.digest('hex').slice(0, 16);
  mkdirSync(join(target, name), { recursive: true });
  for (const { path, contents } of files) writeFileSync(join(target, name, path), contents);
  writeFileSync(join(target, name, 'LICENCES.txt'), collectLicences(bundled));
  writeFileSync(join(target, `${name}.txt`), `${name}\n`);
  renameSync(join(target, `${name}.txt`), join(target, POINTER));
  removeEarlierBuilds(name, keptMs);
}

/** Builds the program if a source is newer than the last build, so that tests start it quickly. Returns the build's name. */
export async function ensureProgram(): Promise<string> {
  if (!isBuildFresh()) await buildProgram(DAY_MS);
  return readFileSync(join(target, POINTER), 'utf8').trim();
}

if (process.argv[1] !== undefined && existsSync(process.argv[1]) && resolve(process.argv[1]) === import.meta.filename)
  await buildProgram(0);
