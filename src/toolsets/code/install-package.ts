/** Installs an npm or pip package into a project, after a person has approved the exact packages. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { lastLines } from '../../domains/code/last-lines.ts';
import type {
  PackageManager,
  InstallCapabilities,
  InstallRequest,
} from '../../domains/code/packages/package-manager.ts';
import { previewUndoStep, undoStep } from '../../domains/code/run-staged.ts';
import { checkName } from '../../domains/code/packages/package-name.ts';

const PROGRESS_MS = 250;

/** Loaded on first use. Each manager only receives its own plans. */
const managers: Readonly<Record<'npm' | 'pip', () => Promise<PackageManager>>> = {
  npm: async () => (await import('../../domains/code/packages/npm.ts')).npm as unknown as PackageManager,
  pip: async () => (await import('../../domains/code/packages/pip.ts')).pip as unknown as PackageManager,
};

const brought = z.strictObject({ name: z.string(), version: z.string(), instead: z.string().optional() });

export const installPackage = defineTool({
  name: 'install_package',
  title: 'Install a package',
  description:
    'Install one package of npm (into package.json) or pip (into .venv) at an exact version. Always needs approval: a person sees the version, licence, install scripts and everything else that comes with it. Install scripts are not run unless "allowScripts" is set.',
  input: z.strictObject({
    manager: z.enum(['npm', 'pip']),
    name: z.string().min(1).max(214).describe('The plain name, such as prettier or @types/node'),
    version: z.string().min(1).max(100).optional().describe('One exact version; the latest when left out'),
    dev: z.boolean().default(false).describe('npm: for development only'),
    allowScripts: z.boolean().default(false).describe('npm: run install scripts, in the sandbox and without network'),
    path: z.string().max(4_096).default('.').describe('The folder of the project, relative to the workspace root'),
  }),
  output: z.strictObject({
    manager: z.enum(['npm', 'pip']),
    name: z.string(),
    version: z.string(),
    integrity: z.string(),
    brought: z.array(brought),
    skippedScripts: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  startsWithUndo: () => true,
  confirmation: 'always',
  grants: false,
  latencyBudgetMs: 60_000,
  timeoutMs: 900_000,
  previewTimeoutMs: 180_000,
  // Package metadata is untrusted content, and the package name is sent to the registry.
  labels: { untrusted: true, sendsOut: true },
  needs: ['files', 'sandbox', 'stagedChanges', 'web', 'packages'],

  facts: async ({ manager, name, version, path }, { files, sandbox, packages }) => {
    checkName(manager, name, version);
    await sandbox.ready();
    const { check, hosts } = await managers[manager]();
    check({ sandbox });
    return {
      ...{ effect: 'write', destructive: false, reversible: true, paths: [files.normalize(path) || '.'] },
      hosts: hosts(packages),
      targets: [`${manager}:${name}@${version ?? 'latest'}`],
    };
  },

  preview: async (args, powers) => {
    const plan = await (await managers[args.manager]()).plan(toInstallRequest(args, powers), powers);
    const title = `Install ${args.name} ${plan.version} by ${args.manager}`;
    return { title, parts: plan.parts, state: plan.state };
  },

  run: async (args, { progress, expected, ...powers }) => {
    const { manager, name } = args;
    const request = toInstallRequest(args, powers);
    const { plan: makePlan, install } = await managers[manager]();
    const plan = await makePlan(request, powers);
    // An approval covers only the plan that the person saw.
    if (plan.state !== expected) {
      throw new DeputizeError('CONFLICT', `What installing ${name} means has changed since it was approved.`);
    }
    const onOutput = lastLines(PROGRESS_MS, progress);
    const warnings = await install(request, plan, { ...powers, onOutput });
    return {
      ...{ manager, name, version: plan.version, integrity: plan.integrity },
      brought: plan.brings.map((one) => ({
        ...{ name: one.name, version: one.version },
        ...(one.instead === undefined ? {} : { instead: one.instead }),
      })),
      ...{ skippedScripts: [...plan.skippedScripts], warnings: [...warnings] },
    };
  },

  undo: undoStep,
  undoPreview: previewUndoStep,
});

function toInstallRequest(
  { name, version, dev, allowScripts, path }: Omit<InstallRequest, 'version'> & { version?: string | undefined },
  { files }: Pick<InstallCapabilities, 'files'>,
): InstallRequest {
  return { name, version, dev, allowScripts, path: files.normalize(path) };
}
