/** Installs by pip, wheels only, into the .venv of a staged project: exactly the files that were approved, by their hashes. */
import { joinPath } from '../project-folder.ts';
import { applyStaged } from '../run-staged.ts';
import { packageManagerError, runInStaging } from './in-sandbox.ts';
import type { PackageManager } from './package-manager.ts';
import { PIP_SETTINGS, PIP_VARIABLES } from './pip-command.ts';
import { pipHosts, type PipPlan, planPip } from './pip-plan.ts';
import { findPython } from './programs.ts';

/** With -I no module of the workspace is there to be taken for pip. */
const INSTALL = `python=$1
shift
[ -e .venv ] || "$python" -I -m venv .venv || exit $?
exec .venv/bin/python -I -m pip install --require-hashes --no-deps --force-reinstall -r /code/requirements.txt "$@"
`;

export const pip: PackageManager<PipPlan> = {
  hosts: pipHosts,
  check: ({ sandbox }) => void findPython(sandbox),
  plan: planPip,

  install: async ({ path }, { requirements }, powers) => {
    const { packages, sandbox, onOutput } = powers;
    const run = {
      command: ['/bin/sh', '/code/install.sh', findPython(sandbox), ...PIP_SETTINGS(packages.pip.index)] as const,
      files: { 'install.sh': INSTALL, 'requirements.txt': requirements },
      ...{ env: PIP_VARIABLES, cwd: path, network: pipHosts(packages), onOutput },
    };
    const { result, tree } = await runInStaging('pip', run, powers);
    try {
      if (result.exitCode !== 0) throw packageManagerError('pip', result);
      const environment = joinPath(path, '.venv/');
      await applyStaged(tree, powers, { isApproved: (changed) => changed.startsWith(environment) });
    } finally {
      await tree.close();
    }
    return [];
  },
};
