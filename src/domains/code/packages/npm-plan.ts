/** Finds what npm would install, without changing the project. npm resolves a copy of the project’s two files in the sandbox. */
import { createHash } from 'node:crypto';

import { z } from 'zod';

import { DeputizeError } from '../../../core/index.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import { joinPath, listEntryNames } from '../project-folder.ts';
import { registryError } from './ask-registry.ts';
import { packageManagerError, runReadOnly } from './in-sandbox.ts';
import { toSandboxHost, type InstallPlan, type InstallCapabilities, type InstallRequest } from './package-manager.ts';
import { npmWords } from './npm-command.ts';
import { newPackages, type NewPackage, readLock } from './npm-lock.ts';
import { fetchManifest, fetchPublishTime } from './npm-manifest.ts';
import { npmParts } from './npm-preview.ts';
import { findNpm } from './programs.ts';

const FILES = ['package.json', 'package-lock.json'] as const;
const MAX_BYTES = 16 * 1024 * 1024;
/** Files of other package managers. npm would create a second installation beside theirs. */
const OTHERS = new Map([
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'Yarn'],
  ['bun.lock', 'Bun'],
  ['bun.lockb', 'Bun'],
  ['npm-shrinkwrap.json', 'npm-shrinkwrap.json'],
]);

/** One of the two files, with its current and its planned content. */
interface PlannedFile {
  readonly path: string;
  /** Empty if the file does not exist. */
  readonly before: string;
  readonly was: string;
  readonly after: string;
}

export interface NpmPlan extends InstallPlan {
  readonly files: readonly PlannedFile[];
  readonly packages: readonly NewPackage[];
}

/** Looks up the package first: an unknown name is reported without starting the sandbox. */
export async function planNpm(request: InstallRequest, powers: InstallCapabilities): Promise<NpmPlan> {
  const { registry } = powers.packages.npm;
  await refuseOthers(request, powers);
  const about = await fetchManifest(request, registry, powers);
  const published = await fetchPublishTime(about, registry, powers);
  const files = await resolve(request, about.version, registry, powers);
  const [project, lock] = files;
  const packages = newPackages(lock.before, lock.after, registry);
  const own = readLock(lock.after)?.get(`node_modules/${about.name}`);
  if (own?.version !== about.version || own.integrity !== about.dist.integrity) {
    throw registryError(registry, `says two different things about ${about.name} ${about.version}`);
  }
  const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
  return {
    ...{ version: about.version, integrity: about.dist.integrity, files, packages },
    brings: packages.map(({ name, version, integrity = '', instead }) => ({ name, version, integrity, instead })),
    skippedScripts: request.allowScripts ? [] : withScripts.map(({ name, version }) => `${name}@${version}`),
    parts: npmParts({ request, registry, about, published, packages, project }),
    state: digest([registry, about.dist.integrity, ...files.flatMap(({ was, after }) => [was, after])]),
  };
}

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

async function refuseOthers({ path }: InstallRequest, { files, signal }: InstallCapabilities): Promise<void> {
  const names = await listEntryNames(files, path, signal);
  if (names === undefined) throw new DeputizeError('FILE_NOT_FOUND', `There is no directory "${path || '.'}".`);
  const other = names.find((name) => OTHERS.has(name));
  if (other === undefined) return;
  throw new DeputizeError('INVALID_ARGUMENTS', `This project is kept by ${OTHERS.get(other)}, not by npm alone.`);
}

/** npm works on a copy, outside the workspace and its settings. The script prints the two resulting files. */
const SCRIPT = `mkdir "$TMPDIR/project" && cd "$TMPDIR/project" || exit 1
for name in ${FILES.join(' ')}; do
  if [ -s "/code/$name" ]; then cat "/code/$name" >"$name"; fi
done
"$@" >&2 || exit $?
for name in ${FILES.join(' ')}; do
  base64 <"$name" | tr -d '\\n'
  echo
done
`;

async function resolve(
  { name, dev, path }: InstallRequest,
  version: string,
  registry: string,
  powers: InstallCapabilities,
): Promise<[PlannedFile, PlannedFile]> {
  const [project, lock] = [await readInstalled(path, FILES[0], powers), await readInstalled(path, FILES[1], powers)];
  refuseIfOdd(project.before);
  const words = [
    'install',
    `${name}@${version}`,
    '--package-lock-only',
    '--save-exact',
    dev ? '--save-dev' : '--save-prod',
  ];
  const scoped = [...(readLock(lock.before)?.keys() ?? []), name].map((place) =>
    place.replace(/^.*node_modules\//, ''),
  );
  const result = await runReadOnly(
    'npm',
    {
      command: [
        '/bin/sh',
        '/code/plan.sh',
        findNpm(powers.sandbox),
        ...npmWords(registry, scoped, [...words, '--ignore-scripts']),
      ],
      files: { 'plan.sh': SCRIPT, [FILES[0]]: project.before, [FILES[1]]: lock.before },
      ...{ network: [toSandboxHost(registry)] },
    },
    powers,
  );
  if (result.exitCode !== 0) throw packageManagerError('npm', result);
  const [newProject = '', newLock = ''] = result.stdout
    .split('\n')
    .map((line) => Buffer.from(line, 'base64').toString());
  return [
    { ...project, after: newProject },
    { ...lock, after: newLock },
  ];
}

async function readInstalled(
  path: string,
  name: string,
  { files, signal }: InstallCapabilities,
): Promise<Omit<PlannedFile, 'after'>> {
  const place = joinPath(path, name);
  const was = await files.fingerprint(place, signal);
  const read = was === 'absent' ? undefined : await files.read(place, { maxBytes: MAX_BYTES, signal });
  return { path: place, was, before: read === undefined ? '' : new TextDecoder().decode(read.bytes) };
}

/** For workspaces and local dependencies npm would need more than the two files. */
function refuseIfOdd(text: string): void {
  if (text === '') return;
  const asked = z.record(z.string(), z.unknown()).catch({});
  const read = z.object({ workspaces: z.unknown().optional(), dependencies: asked, devDependencies: asked });
  const found = read.safeParse(parseJson(text)).data;
  if (found === undefined) throw new DeputizeError('INVALID_ARGUMENTS', 'package.json is not valid JSON.');
  const local = Object.values({ ...found.dependencies, ...found.devDependencies }).some(
    (wanted) => typeof wanted === 'string' && /^(?:file:|link:|workspace:|\.{0,2}\/)/.test(wanted),
  );
  if (found.workspaces === undefined && !local) return;
  throw new DeputizeError('INVALID_ARGUMENTS', 'A project with workspaces or packages from folders is not supported.');
}
