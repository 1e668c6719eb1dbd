/** Installs with npm on a staged view of the workspace: the approved lock file first, and then exactly what it lists. */
import { DeputizeError } from '../../../core/index.ts';
import type { StagedTree } from '../../../ports/command-sandbox.ts';
import { joinPath } from '../project-folder.ts';
import { applyStaged } from '../run-staged.ts';
import { packageManagerError, runInStaging } from './in-sandbox.ts';
import {
  toSandboxHost,
  type ApplyCapabilities,
  type PackageManager,
  type InstallCapabilities,
  type InstallRequest,
} from './package-manager.ts';
import { byOurProxy, npmWords } from './npm-command.ts';
import { type NpmPlan, planNpm } from './npm-plan.ts';
import { findNpm } from './programs.ts';

/** The exit code of the script below if npm changed a planned file. */
const CHANGED = 97;

/** npm trusts a folder that claims to be the package, whatever it contains. So package folders are removed first. */
const SCRIPT = `for file in package.json package-lock.json; do cat "/code/$file" > "$file" || exit; done
while IFS= read -r place; do rm -rf -- "./$place" || exit; done < /code/places
"$@" || exit
for file in package.json package-lock.json; do cmp -s "/code/$file" "$file" || exit ${CHANGED}; done
`;

export const npm: PackageManager<NpmPlan> = {
  hosts: ({ npm: { registry } }) => [toSandboxHost(registry)],
  check: ({ sandbox }) => void findNpm(sandbox),
  plan: planNpm,

  install: async (request, plan, powers) => {
    const tree = await stagePackages(request, plan, powers);
    try {
      const warnings = request.allowScripts ? await runScripts(request, plan, powers, tree) : [];
      await expectPlanned(plan, powers);
      const required = plan.files.map(({ path }) => path);
      const packages = joinPath(request.path, 'node_modules/');
      const isApproved = (path: string) => required.includes(path) || path.startsWith(packages);
      await applyStaged(tree, powers, { required, isApproved });
      return warnings;
    } finally {
      await tree.close();
    }
  },
};

async function stagePackages(request: InstallRequest, plan: NpmPlan, powers: ApplyCapabilities): Promise<StagedTree> {
  const { registry } = powers.packages.npm;
  const [project, lock] = plan.files;
  const places = ['node_modules/.package-lock.json', ...plan.packages.map(({ place }) => place)];
  const words = byOurProxy(
    findNpm(powers.sandbox),
    npmWords(registry, listPackageNames(plan), installWords(request.path)),
  );
  const { result, tree } = await runInStaging(
    'npm',
    {
      command: ['/bin/sh', '/code/install.sh', ...words],
      files: {
        'install.sh': SCRIPT,
        'package.json': project?.after ?? '',
        'package-lock.json': lock?.after ?? '',
        places: places.map((place) => `${place}\n`).join(''),
      },
      ...{ cwd: request.path, network: [toSandboxHost(registry)], onOutput: powers.onOutput },
    },
    powers,
  );
  if (result.exitCode === 0) return tree;
  await tree.close();
  if (result.exitCode === CHANGED)
    throw new DeputizeError('CONFLICT', 'npm changed the planned files. Nothing was installed.');
  throw packageManagerError('npm', result);
}

const toSandboxPath = (path: string): string => (path === '' ? '/workspace' : `/workspace/${path}`);
const installWords = (path: string): string[] => [
  'install',
  '--no-save',
  '--ignore-scripts',
  `--prefix=${toSandboxPath(path)}`,
];
const listPackageNames = ({ packages }: NpmPlan): string[] =>
  packages.map(({ place }) => place.replace(/^.*node_modules\//, ''));

/** The staged files replace those of the plan, and no later ones. A change after this is a conflict when they are applied. */
async function expectPlanned({ files: planned }: NpmPlan, { files, signal }: InstallCapabilities): Promise<void> {
  for (const { path, was } of planned) {
    if ((await files.fingerprint(path, signal)) === was) continue;
    throw new DeputizeError('CONFLICT', `"${path}" has changed since it was approved. Nothing was installed.`);
  }
}

/** Runs scripts only of the shown packages and without network. The approval covers their content, not what they would download. */
async function runScripts(
  request: InstallRequest,
  { packages }: NpmPlan,
  powers: ApplyCapabilities,
  tree: StagedTree,
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
  const command = [findNpm(powers.sandbox), ...npmWords(registry, named, words)] as const;
  const { result } = await runInStaging('npm', { command, cwd: request.path }, powers, tree);
  if (result.exitCode === 0) return [];
  return [
    `The install scripts of ${named.join(', ')} ended with ${result.exitCode}: ${result.stderr.slice(-1_000)}`.toWellFormed(),
  ];
}
