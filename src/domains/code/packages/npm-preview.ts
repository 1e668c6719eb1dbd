/** What a person sees before npm installs a package. All of it is untrusted content, so hidden characters are made visible. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

import { type PreviewPart, showHidden } from '../../../core/index.ts';
import type { InstallRequest } from './package-manager.ts';
import type { NewPackage } from './npm-lock.ts';
import type { NpmManifest } from './npm-manifest.ts';

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const MOST_CHARACTERS = 500;

interface Shown {
  readonly request: InstallRequest;
  readonly registry: string;
  readonly about: NpmManifest;
  readonly published: string | undefined;
  readonly packages: readonly NewPackage[];
  /** package.json with its current and its planned content. */
  readonly project: { readonly path: string; readonly before: string; readonly after: string };
}

export function npmParts({ request, registry, about, published, packages, project }: Shown): PreviewPart[] {
  const { name, version, license, deprecated, dist } = about;
  const added = packages.filter(({ instead }) => instead === undefined);
  const changed = packages.filter(({ instead }) => instead !== undefined);
  const scripts = listScripts(about, packages);
  return [
    {
      kind: 'list',
      label: 'Package',
      items: [
        ...[
          `name: ${name}`,
          `version: ${version}`,
          `registry: ${registry}`,
          `licence: ${plain(license) || 'not said'}`,
        ],
        ...[`published: ${plain(published) || 'not known'}`, `size: ${formatSize(dist)}`, `proof: ${dist.integrity}`],
        ...(deprecated === undefined || deprecated === false ? [] : [`DEPRECATED: ${plain(deprecated)}`]),
        ...(request.dev ? ['for development only'] : []),
      ],
    },
    {
      kind: 'list',
      label: scripts.length === 0 ? 'Install scripts: none' : `Install scripts, which ${fate(request)}`,
      items: scripts,
    },
    { kind: 'list', label: `Packages that are added: ${added.length}`, items: added.map(formatPackage) },
    ...(changed.length === 0
      ? []
      : [
          {
            kind: 'list',
            label: `Packages that change: ${changed.length}`,
            items: changed.map(formatPackage),
          } as const,
        ]),
    {
      kind: 'diff',
      path: project.path,
      diff: createTwoFilesPatch('package.json', 'package.json', project.before, project.after, '', '', {
        headerOptions: FILE_HEADERS_ONLY,
      }),
    },
  ];
}

const fate = ({ allowScripts }: InstallRequest): string =>
  allowScripts ? 'WILL RUN in the sandbox, without network: code of others' : 'are NOT run';

/** Shows the scripts of the package itself. For other packages the lock file only says that they have scripts. */
function listScripts({ name, version, scripts }: NpmManifest, packages: readonly NewPackage[]): string[] {
  const own = INSTALL_SCRIPTS.filter((when) => Object.hasOwn(scripts, when)).map(
    (when) => `${name}@${version} ${when}: ${plain(scripts[when])}`,
  );
  const others = packages.filter((one) => one.hasInstallScript === true && (one.name !== name || own.length === 0));
  return [...own, ...others.map((one) => `${one.name}@${one.version}`)];
}

function formatPackage({ name, version, license, deprecated, hasInstallScript, instead }: NewPackage): string {
  const notes = [
    plain(license) || 'no licence said',
    ...(hasInstallScript === true ? ['has install scripts'] : []),
    ...(deprecated === undefined || deprecated === false ? [] : [`DEPRECATED: ${plain(deprecated)}`]),
  ];
  const what = instead === undefined ? `${name}@${version}` : `${name} ${instead} → ${version}`;
  return showHidden(`${what} (${notes.join('; ')})`);
}

function formatSize({ unpackedSize, fileCount }: NpmManifest['dist']): string {
  if (unpackedSize === undefined) return 'not known';
  return `${unpackedSize} bytes${fileCount === undefined ? '' : ` in ${fileCount} files`}`;
}

/** Old packages state their licence as an object. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return showHidden(text.slice(0, MOST_CHARACTERS).toWellFormed());
}
