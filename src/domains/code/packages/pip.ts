/** Installs by pip, wheels only, into the .venv of the project: exactly the files that were approved, by their hashes. */
import { z } from 'zod';

import { joinPath, listEntryNames } from '../project-folder.ts';
import { packageManagerError, inSandbox } from './in-sandbox.ts';
import { type PackageManager, type InstallCapabilities } from './package-manager.ts';
import { PIP_SETTINGS, PIP_VARIABLES } from './pip-command.ts';
import { pipHosts, type PipPlan, planPip } from './pip-plan.ts';
import { findPython } from './programs.ts';

const undoRecord = z.strictObject({
  manager: z.literal('pip'),
  path: z.string(),
  /** Whether the call made the environment, which is then removed as a whole. */
  isNew: z.boolean(),
  added: z.array(z.string()),
});

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

  install: async ({ path }, { requirements, brings, hasEnvironment }, { keepUndo, onOutput, ...powers }) => {
    const { packages, sandbox } = powers;
    const added = brings.filter(({ instead }) => instead === undefined).map(({ name }) => name);
    await keepUndo({ manager: 'pip', path, isNew: !hasEnvironment, added });
    const run = {
      command: ['/bin/sh', '/code/install.sh', findPython(sandbox), ...PIP_SETTINGS(packages.pip.index)] as const,
      files: { 'install.sh': INSTALL, 'requirements.txt': requirements },
      ...{ env: PIP_VARIABLES, cwd: path, network: pipHosts(packages), onOutput },
    };
    const result = await inSandbox('pip', run, powers);
    if (result.exitCode !== 0) throw packageManagerError('pip', result, true);
    return [];
  },

  undo: async (record, { files, sandbox, signal }) => {
    const { path, isNew, added } = undoRecord.parse(record);
    const environment = joinPath(path, '.venv');
    if ((await listEntryNames(files, environment, signal)) === undefined) return;
    if (isNew) return void (await files.remove(environment, { recursive: true, signal }));
    if (added.length > 0) await uninstall(path, added, { sandbox, signal });
  },
};

async function uninstall(
  path: string,
  names: readonly string[],
  powers: Pick<InstallCapabilities, 'sandbox' | 'signal'>,
): Promise<void> {
  const command = ['/bin/sh', '-c', 'exec .venv/bin/python -I -m pip uninstall -y "$@"', 'sh', ...names] as const;
  const result = await inSandbox('pip', { command, env: PIP_VARIABLES, cwd: path }, powers);
  if (result.exitCode !== 0) throw packageManagerError('pip', result, true);
}
