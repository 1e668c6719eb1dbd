/** Installs with npm. The approved lock file is written first, and npm then installs exactly what it lists. */
import { z } from 'zod';

import { DeputizeError } from '../../../core/index.ts';
import { joinPath, ifPossible } from '../project-folder.ts';
import { changedFile, type ChangedFile, restoreAll } from '../restore.ts';
import { packageManagerError, inSandbox } from './in-sandbox.ts';
import {
  toSandboxHost,
  type PackageManager,
  type InstallCapabilities,
  type InstallRequest,
} from './package-manager.ts';
import { byOurProxy, npmWords } from './npm-command.ts';
import { type NpmPlan, planNpm } from './npm-plan.ts';
import { findNpm } from './programs.ts';

const undoRecord = z.strictObject({
  manager: z.literal('npm'),
  files: z.array(changedFile),
  /** Paths that did not exist before. Undo removes them. */
  created: z.array(z.string()),
});

export const npm: PackageManager<NpmPlan> = {
  hosts: ({ npm: { registry } }) => [toSandboxHost(registry)],
  check: ({ sandbox }) => void findNpm(sandbox),
  plan: planNpm,

  install: async (request, plan, { keepUndo, onOutput, ...powers }) => {
    const { files, signal } = powers;
    const changes = await captureChanges(plan, powers);
    await keepUndo({ manager: 'npm', files: changes, created: await listCreatedPaths(request, plan, powers) });
    try {
      for (const { path, after, was } of plan.files) {
        await files.write(path, new TextEncoder().encode(after), { createDirs: false, expected: was, signal });
      }
      await clear(request, plan, powers);
      const { registry } = powers.packages.npm;
      const run = {
        command: byOurProxy(
          findNpm(powers.sandbox),
          npmWords(registry, listPackageNames(plan), installWords(request.path)),
        ),
        ...{ cwd: request.path, network: [toSandboxHost(registry)], onOutput },
      };
      const result = await inSandbox('npm', run, powers);
      if (result.exitCode !== 0) throw packageManagerError('npm', result, true);
      await expectUnchanged(changes, powers);
    } catch (thrown) {
      // After a cancellation the signal would also abort this. Then undo restores the files.
      if (!signal.aborted) await putBack(changes, powers);
      throw thrown;
    }
    return request.allowScripts ? runScripts(request, plan, powers) : [];
  },

  undo: async (record, { files, signal }) => {
    const { files: changed, created } = undoRecord.parse(record);
    await restoreAll(files, changed, signal);
    for (const path of created) {
      if ((await ifPossible(() => files.info(path))) !== undefined)
        await files.remove(path, { recursive: true, signal });
    }
  },
};

const toSandboxPath = (path: string): string => (path === '' ? '/workspace' : `/workspace/${path}`);
const installWords = (path: string): string[] => [
  'install',
  '--no-save',
  '--ignore-scripts',
  `--prefix=${toSandboxPath(path)}`,
];
const listPackageNames = ({ packages }: NpmPlan): string[] =>
  packages.map(({ place }) => place.replace(/^.*node_modules\//, ''));

async function captureChanges(
  { files: planned }: NpmPlan,
  { files, signal }: InstallCapabilities,
): Promise<ChangedFile[]> {
  return Promise.all(
    planned.map(async ({ path, was, after }) => {
      const { image, fingerprint } = await files.capture(path, signal);
      if (fingerprint !== was) throw new DeputizeError('CONFLICT', `"${path}" has changed since it was approved.`);
      if (image.kind !== 'absent' && image.kind !== 'file')
        throw new DeputizeError('NOT_A_FILE', `"${path}" is no file.`);
      return {
        path,
        before: image,
        was,
        after: await files.fingerprintOnceWritten(path, new TextEncoder().encode(after)),
      };
    }),
  );
}

/** The outermost paths that do not exist yet: package folders, and the names of their programs. */
async function listCreatedPaths(
  { path }: InstallRequest,
  { packages }: NpmPlan,
  { files }: InstallCapabilities,
): Promise<string[]> {
  const isThere = async (place: string): Promise<boolean> =>
    (await ifPossible(() => files.info(joinPath(path, place)))) !== undefined;
  if (!(await isThere('node_modules'))) return [joinPath(path, 'node_modules')];
  const created: string[] = [];
  const programs = packages.flatMap(({ bin = {}, place }) =>
    place.lastIndexOf('node_modules/') === 0 ? Object.keys(bin).map((name) => `node_modules/.bin/${name}`) : [],
  );
  for (const place of [...programs, ...packages.map((one) => one.place)]) {
    const isInside = created.some((outer) => joinPath(path, place).startsWith(`${outer}/`));
    if (!isInside && !(await isThere(place))) created.push(joinPath(path, place));
  }
  return created;
}

/** Restores the files that still have the written content. Later changes by others are kept. */
async function putBack(changes: readonly ChangedFile[], { files, signal }: InstallCapabilities): Promise<void> {
  for (const { path, before, after } of changes) {
    await ifPossible(() => files.restore(path, before, { expected: after, signal }));
  }
}

/** Removes existing package folders first. npm trusts a folder that claims to be the package, whatever it contains. */
async function clear(
  { path }: InstallRequest,
  { packages }: NpmPlan,
  { files, signal }: InstallCapabilities,
): Promise<void> {
  for (const place of ['node_modules/.package-lock.json', ...packages.map((one) => one.place)]) {
    const found = joinPath(path, place);
    if ((await ifPossible(() => files.info(found))) !== undefined)
      await files.remove(found, { recursive: true, signal });
  }
}

async function expectUnchanged(changes: readonly ChangedFile[], { files, signal }: InstallCapabilities): Promise<void> {
  for (const { path, after } of changes) {
    if ((await files.fingerprint(path, signal)) === after) continue;
    throw new DeputizeError('CONFLICT', `"${path}" was changed while npm ran.`, { partialSideEffects: true });
  }
}

/** Runs scripts only of the shown packages and without network. The approval covers their content, not what they would download. */
async function runScripts(
  request: InstallRequest,
  { packages }: NpmPlan,
  powers: InstallCapabilities,
): Promise<string[]> {
  const chosen = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
  if (chosen.length === 0) return [];
  const named = chosen.map(({ name, version }) => `${name}@${version}`);
  const words = [
    'rebuild',
    ...named,
    '--no-ignore-scripts',
    '--foreground-scripts',
    `--prefix=${toSandboxPath(request.path)}`,
  ];
  const { registry } = powers.packages.npm;
  const result = await inSandbox(
    'npm',
    { command: [findNpm(powers.sandbox), ...npmWords(registry, named, words)], cwd: request.path },
    powers,
  );
  if (result.exitCode === 0) return [];
  return [
    `The install scripts of ${named.join(', ')} ended with ${result.exitCode}: ${result.stderr.slice(-1_000)}`.toWellFormed(),
  ];
}
