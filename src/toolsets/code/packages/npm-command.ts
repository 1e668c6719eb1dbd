/** npm as it is run here: by our settings alone, whatever an .npmrc of the workspace says. */
const SETTINGS = [
  // What stands on the command line comes before every file.
  ...[
    '--userconfig=/code/no-user',
    '--globalconfig=/code/no-global',
    '--cache=/tmp/npm',
    '--location=project',
    '--no-global',
  ],
  ...['--script-shell=/bin/sh', '--node-options=', '--git=/bin/false', '--shell=/bin/sh'],
  ...[
    '--package-lock',
    '--no-dry-run',
    '--no-offline',
    '--no-prefer-offline',
    '--strict-ssl',
    '--replace-registry-host=never',
  ],
  ...['--install-strategy=hoisted', '--no-workspaces', '--no-install-links', '--bin-links', '--no-force'],
  ...['--include=prod', '--include=dev', '--include=optional', '--include=peer', '--no-legacy-peer-deps'],
  ...[
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=2000',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--no-progress',
    '--color=false',
    '--loglevel=warn',
    '--no-timing',
  ],
];

/** The sandbox says in its environment which proxy there is; an .npmrc would come before that. */
export const byOurProxy = (npm: string, words: readonly string[]): [string, ...string[]] => [
  ...(['/bin/sh', '-c', 'exec "$@" "--proxy=$http_proxy" "--https-proxy=$https_proxy" --noproxy=', 'sh'] as const),
  ...[npm, ...words],
];

/** A scope can have a registry of its own, so each that is needed is told ours. */
export function npmWords(registry: string, names: readonly string[], words: readonly string[]): string[] {
  const scopes = new Set(names.flatMap((name) => (name.startsWith('@') ? [name.split('/')[0] ?? ''] : [])));
  return [
    ...words,
    ...SETTINGS,
    `--registry=${registry}`,
    ...[...scopes].map((scope) => `--${scope}:registry=${registry}`),
  ];
}
