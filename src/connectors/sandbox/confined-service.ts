/**
 * What a service of ours sees of the machine that works on some folders and nothing else, as bubblewrap's arguments: the system, its own
 * program and these folders. It keeps the network and its process id, by which others know it; what runs outside it can neither look into nor enter.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { asIs, SYSTEM, system } from './bubblewrap-layout.ts';

/** Names, certificates and fonts; nothing of it is secret. */
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
/** Where the system's resolver may keep the file that resolv.conf leads to. */
const RESOLVER = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

const ISOLATION = [
  ...['--unshare-user', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL'],
  // A terminal could be typed into from inside.
  ...['--new-session', '--die-with-parent'],
];
/** Root of the machine is somebody else inside: what runs there may not make namespaces of its own as root. */
const NOT_ROOT = ['--uid', '1000', '--gid', '1000'];

export interface ServiceLayout {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Folders within the others whose contents are kept from it. */
  readonly emptied: readonly string[];
  /** Files likewise. */
  readonly blanked: readonly string[];
}

export function confinedServiceArguments(layout: ServiceLayout, command: readonly string[]): string[] {
  const places = [
    ...layout.readable.map((path) => ({ path, words: ['--ro-bind', path, path] })),
    ...layout.writable.map((path) => ({ path, words: ['--bind', path, path] })),
    ...layout.emptied.map((path) => ({ path, words: ['--perms', '0700', '--tmpfs', path] })),
    ...layout.blanked.map((path) => ({ path, words: ['--ro-bind', '/dev/null', path] })),
    // What lies within another is put in place after it.
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

/** Why the system does not let a service be confined here; undefined where it does. */
export function whyNotConfined(bubblewrap: string | undefined): string | undefined {
  if (process.platform !== 'linux') return 'there is no bubblewrap on this system';
  if (bubblewrap === undefined) return 'bubblewrap is not installed (apt-get install bubblewrap)';
  const nothing = { readable: [], writable: [], emptied: [], blanked: [] };
  const { status, stderr } = spawnSync(bubblewrap, confinedServiceArguments(nothing, ['true']), { encoding: 'utf8' });
  return status === 0 ? undefined : `bubblewrap does not work here: ${(stderr ?? '').trim().slice(0, 200)}`;
}
