/** Builds npm command lines that use only our settings and ignore every .npmrc of the workspace. */
/** Options on the command line take precedence over every configuration file. */
const SETTINGS = [
  ...['--userconfig=/code/no-user', '--globalconfig=/code/no-global', '--location=project', '--no-global'],
  ...['--script-shell=/bin/sh', '--shell=/bin/sh', '--node-options=', '--git=/bin/false', '--cache=/tmp/npm'],
  ...['--package-lock', '--replace-registry-host=never', '--strict-ssl', '--no-offline', '--no-prefer-offline'],
  ...['--no-dry-run', '--no-force', '--no-workspaces', '--no-install-links', '--no-legacy-peer-deps', '--bin-links'],
  ...['--include=prod', '--include=dev', '--include=optional', '--include=peer', '--install-strategy=hoisted'],
  ...['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--no-timing', '--color=false'],
  ...['--loglevel=warn', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000'],
];

/** The sandbox sets the proxy in environment variables. An .npmrc would take precedence over them, so options are used. */
export const byOurProxy = (npm: string, words: readonly string[]): [string, ...string[]] => [
  ...(['/bin/sh', '-c', 'exec "$@" "--proxy=$http_proxy" "--https-proxy=$https_proxy" --noproxy=', 'sh'] as const),
  ...[npm, ...words],
];

/** A scope can have a separate registry. Each needed scope is therefore set to our registry. */
export function npmWords(registry: string, names: readonly string[], words: readonly string[]): string[] {
  const scopes = new Set(names.flatMap((name) => (name.startsWith('@') ? [name.split('/')[0] ?? ''] : [])));
  return [
    ...words,
    ...SETTINGS,
    `--registry=${registry}`,
    ...[...scopes].map((scope) => `--${scope}:registry=${registry}`),
  ];
}
