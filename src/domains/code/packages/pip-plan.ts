/** Finds what pip would install, without changing the project. pip resolves in an empty environment inside the sandbox. */
import { createHash } from 'node:crypto';

import { z } from 'zod';

import { DeputizeError, type PreviewPart, showHidden } from '../../../core/index.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import type { PackageSources } from '../../../ports/package-sources.ts';
import { joinPath, listEntryNames } from '../project-folder.ts';
import { askIfPossible, registryError } from './ask-registry.ts';
import { packageManagerError, runReadOnly } from './in-sandbox.ts';
import {
  type PlannedPackage,
  toSandboxHost,
  type InstallPlan,
  type InstallCapabilities,
  type InstallRequest,
} from './package-manager.ts';
import { PIP_SETTINGS, PIP_VARIABLES } from './pip-command.ts';
import { findPython } from './programs.ts';

export interface PipPlan extends InstallPlan {
  /** All files with their hashes, in the format of a pip requirements file. */
  readonly requirements: string;
  readonly hasEnvironment: boolean;
}

const report = z.object({
  install: z.array(
    z.object({
      requested: z.boolean(),
      is_yanked: z.boolean().optional(),
      metadata: z.object({
        name: z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/),
        version: z.string().regex(/^[A-Za-z0-9.!+_-]+$/),
        license: z.string().optional(),
        license_expression: z.string().optional(),
      }),
      download_info: z.object({
        url: z.url(),
        archive_info: z.object({ hashes: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }) }),
      }),
    }),
  ),
});
type Found = z.output<typeof report>['install'][number];

/**
 * `-I` keeps Python from loading a workspace module as pip. Installing pip in the environment takes seconds, so the system's pip
 * is preferred.
 */
const SCRIPT = `python=$1
shift
cd "$TMPDIR" || exit 1
if "$python" -I -m pip --version >/dev/null 2>&1; then
  "$python" -I -m venv --without-pip venv && set -- "$python" -I -m pip --python venv/bin/python install "$@"
else
  "$python" -I -m venv venv && set -- venv/bin/python -I -m pip install "$@"
fi || exit $?
"$@" --dry-run --report report >&2 || exit $?
cat report
`;

export const pipHosts = ({ pip: { index, fileHosts } }: PackageSources): string[] => [
  toSandboxHost(index),
  ...fileHosts,
];

export async function planPip(request: InstallRequest, powers: InstallCapabilities): Promise<PipPlan> {
  if (request.allowScripts) {
    throw new DeputizeError(
      'INVALID_ARGUMENTS',
      'pip installs wheels only, which run nothing when they are installed; leave "allowScripts" out.',
    );
  }
  const { index } = powers.packages.pip;
  const found = await resolve(request, powers);
  const own = found.find(({ requested }) => requested);
  if (own === undefined || !isSame(own.metadata.name, request.name))
    throw registryError(index, `has no ${request.name} that pip takes`);
  const environment = await listInstalled(request.path, powers);
  const brings = found.flatMap((one): PlannedPackage[] => {
    const { name, version } = one.metadata;
    const instead = environment?.get(normal(name));
    return instead === version ? [] : [{ name, version, integrity: `sha256:${getHash(one)}`, instead }];
  });
  const requirements = found.map(
    (one) => `${one.metadata.name}==${one.metadata.version} --hash=sha256:${getHash(one)}\n`,
  );
  return {
    ...{ version: own.metadata.version, integrity: `sha256:${getHash(own)}`, brings, skippedScripts: [] },
    ...{ requirements: requirements.join(''), hasEnvironment: environment !== undefined },
    parts: buildPreviewParts(
      index,
      own,
      found,
      brings,
      await fetchDetails(own, index, powers),
      environment !== undefined,
    ),
    state: createHash('sha256')
      .update(JSON.stringify([index, requirements, [...(environment ?? [['none', '']])]]))
      .digest('hex'),
  };
}

async function resolve({ name, version }: InstallRequest, powers: InstallCapabilities): Promise<readonly Found[]> {
  const { packages, sandbox } = powers;
  const wanted = version === undefined ? name : `${name}==${version}`;
  const result = await runReadOnly(
    'pip',
    {
      command: ['/bin/sh', '/code/plan.sh', findPython(sandbox), wanted, ...PIP_SETTINGS(packages.pip.index)],
      files: { 'plan.sh': SCRIPT },
      ...{ env: PIP_VARIABLES, network: pipHosts(packages) },
    },
    powers,
  );
  if (/No matching distribution found/.test(result.stderr)) {
    throw new DeputizeError(
      'NOT_FOUND',
      `There is no wheel of ${wanted}, or of something it needs, for this machine.`,
      {
        details: { stderr: result.stderr.slice(-1_000).toWellFormed() },
      },
    );
  }
  if (result.exitCode !== 0) throw packageManagerError('pip', result);
  const read = report.safeParse(parseJson(result.stdout));
  if (!read.success) throw new DeputizeError('EXTERNAL_ERROR', 'pip made no report that can be read; it needs pip 23.');
  return read.data.install;
}

const getHash = (found: Found): string => found.download_info.archive_info.hashes.sha256;
const normal = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');
const isSame = (one: string, other: string): boolean => normal(one) === normal(other);

/** Reads the installed packages from folder names of the environment. Returns undefined if there is no environment. */
async function listInstalled(
  path: string,
  { files, signal }: InstallCapabilities,
): Promise<Map<string, string> | undefined> {
  const environment = joinPath(path, '.venv');
  if ((await listEntryNames(files, environment, signal)) === undefined) return undefined;
  const installed = new Map<string, string>();
  for (const python of (await listEntryNames(files, `${environment}/lib`, signal)) ?? []) {
    for (const name of (await listEntryNames(files, `${environment}/lib/${python}/site-packages`, signal)) ?? []) {
      const [, distribution, version] = /^(.+)-([^-]+)\.dist-info$/.exec(name) ?? [];
      if (distribution !== undefined && version !== undefined) installed.set(normal(distribution), version);
    }
  }
  return installed;
}

const details = z.object({
  files: z.array(z.object({ filename: z.string(), size: z.number().optional(), 'upload-time': z.string().optional() })),
});

/** Returns undefined if the index does not offer this format. */
async function fetchDetails({ download_info: { url }, metadata }: Found, index: string, powers: InstallCapabilities) {
  const page = new URL(`${normal(metadata.name)}/`, index).href;
  const found = details.safeParse(await askIfPossible(page, 'application/vnd.pypi.simple.v1+json', powers)).data;
  const file = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  return found?.files.find(({ filename }) => filename === file);
}

function buildPreviewParts(
  index: string,
  own: Found,
  found: readonly Found[],
  brings: readonly PlannedPackage[],
  about: Awaited<ReturnType<typeof fetchDetails>>,
  hasEnvironment: boolean,
): PreviewPart[] {
  const { name, version } = own.metadata;
  const licences = new Map(found.map((one) => [one.metadata.name, getLicence(one)]));
  const items = brings.map((one) =>
    showHidden(
      `${one.name} ${one.instead === undefined ? '' : `${one.instead} → `}${one.version} (${licences.get(one.name)})`,
    ),
  );
  return [
    {
      kind: 'list',
      label: 'Package',
      items: [
        ...[`name: ${name}`, `version: ${version}`, `index: ${index}`, `licence: ${getLicence(own)}`],
        `published: ${showHidden(about?.['upload-time'] ?? 'not known')}`,
        `size: ${about?.size === undefined ? 'not known' : `${about.size} bytes`}`,
        ...[`file: ${showHidden(own.download_info.url)}`, `proof: sha256:${getHash(own)}`],
        ...(own.is_yanked === true ? ['WITHDRAWN by its authors'] : []),
      ],
    },
    { kind: 'list', label: `Packages that are added or change: ${brings.length}`, items },
    {
      kind: 'text',
      label: 'Install scripts',
      text: `none: only wheels are taken, into ${hasEnvironment ? 'the' : 'a new'} .venv`,
    },
  ];
}

function getLicence({ metadata: { license_expression: expression, license } }: Found): string {
  return showHidden((expression ?? license ?? '').slice(0, 200).toWellFormed()) || 'not said';
}
