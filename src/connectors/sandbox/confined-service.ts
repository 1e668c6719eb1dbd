/**
 * What a confined service of ours sees of the machine, as bubblewrap's arguments: the system, its own program and the
 * folders that it works on. It keeps the network and its process id, by which other processes identify it. It can neither
 * read nor enter processes outside.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { asIs, SYSTEM, system } from './bubblewrap-layout.ts';

/** Names, certificates and fonts. None of it is secret. */
const ETC = [
  ...[
    'alternatives',
    'ca-certificates',
    'chromium',
    'chromium.d',
    'fonts',
    'group',
    'host.conf',
    'hosts',
    'ld.so.cache',
  ],
  ...[
    'localtime',
    'machine-id',
    'mime.types',
    'nsswitch.conf',
    'opt',
    'passwd',
    'pki',
    'resolv.conf',
    'ssl',
    'timezone',
  ],
];
/** Folders in which the system may store the target of resolv.conf. */
const RESOLVER = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

const ISOLATION = [
  ...['--unshare-user', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'],
  // A process inside could send input to the terminal.
  ...['--new-session', '--die-with-parent'],
];
/** The host's root is another user inside: as root, a process inside could not make further namespaces. */
const NOT_ROOT = ['--uid', '1000', '--gid', '1000'];

export interface ServiceLayout {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Folders within the others whose contents are hidden. */
  readonly emptied: readonly string[];
  /** Files whose contents are hidden. */
  readonly blanked: readonly string[];
}

export function confinedServiceArguments(layout: ServiceLayout, command: readonly string[]): string[] {
  const places = [
    ...layout.readable.map((path) => ({ path, words: ['--ro-bind', path, path] })),
    ...layout.writable.map((path) => ({ path, words: ['--bind', path, path] })),
    ...layout.emptied.map((path) => ({ path, words: ['--perms', '0700', '--tmpfs', path] })),
    ...layout.blanked.map((path) => ({ path, words: ['--ro-bind', '/dev/null', path] })),
    // A path within another path is mounted after it.
  ].toSorted((one, other) => one.path.length - other.path.length);
  return [
    ...ISOLATION,
    ...(process.getuid?.() === 0 ? NOT_ROOT : []),
    ...[...SYSTEM, '/opt'].flatMap(system),
    ...ETC.map((name) => `/etc/${name}`)
      .filter((path) => existsSync(path))
      .flatMap(asIs),
    ...['--bind', '/proc', '/proc', '--dev', '/dev', '--tmpfs', '/dev/shm', '--tmpfs', '/tmp', '--tmpfs', '/run'],
    ...RESOLVER.filter((path) => existsSync(path)).flatMap(asIs),
    ...places.flatMap(({ words }) => words),
    ...['--', ...command],
  ];
}

/** Why a service cannot be confined on this system; undefined where it can. */
export function whyNotConfined(bubblewrap: string | undefined): string | undefined {
  if (process.platform !== 'linux') return 'there is no bubblewrap on this system';
  if (bubblewrap === undefined) return 'bubblewrap is not installed (apt-get install bubblewrap)';
  const nothing = { readable: [], writable: [], emptied: [], blanked: [] };
  const { status, stderr } = spawnSync(bubblewrap, confinedServiceArguments(nothing, ['true']), { encoding: 'utf8' });
  return status === 0 ? undefined : `bubblewrap does not work here: ${(stderr ?? '').trim().slice(0, 200)}`;
}
