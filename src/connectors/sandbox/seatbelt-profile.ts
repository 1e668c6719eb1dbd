/** What a run may do on macOS, in the language of sandbox-exec. What is not named is refused. */
import { dirname } from 'node:path';

export interface RunFolders {
  readonly workspace: string;
  /** Paths below the workspace that it can only read. */
  readonly readOnlyPaths?: readonly string[];
  /** The run's own files, which it can only read. */
  readonly code: string;
  /** Its own folder for temporary files. */
  readonly temporary: string;
}

/** Programs and what they load. Of the user's own folders nothing is among them. */
const SYSTEM = [
  ...['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/libexec', '/usr/share', '/usr/local'],
  ...['/System/Library', '/System/Volumes/Preboot/Cryptexes', '/Library/Apple', '/Library/Frameworks'],
  ...['/Library/Developer/CommandLineTools', '/opt/homebrew', '/private/var/db/dyld', '/private/var/select'],
  ...['/private/etc/ssl', '/private/var/db/timezone'],
];
const SINGLE_FILES = [
  '/private/etc/localtime',
  '/private/etc/protocols',
  '/private/etc/services',
  '/private/etc/shells',
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];

export function seatbeltProfile(
  { workspace, readOnlyPaths = [], code, temporary }: RunFolders,
  readOnly = false,
): string {
  const readable = [...SYSTEM, workspace, code, temporary];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    `(allow process-exec ${[...SYSTEM, workspace, temporary].map(subpath).join(' ')})`,
    // To its own kind only, so that nothing outside can be stopped.
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem)',
    `(allow file-read* ${readable.map(subpath).join(' ')} ${[...SINGLE_FILES, ...DEVICES].map(literal).join(' ')})`,
    // A path is followed from the root: each folder on the way may be looked at, but not listed.
    `(allow file-read-metadata ${ancestors(readable).map(literal).join(' ')} ${['/etc', '/tmp', '/var'].map(literal).join(' ')})`,
    `(allow file-write* ${[...(readOnly ? [] : [workspace]), temporary].map(subpath).join(' ')})`,
    `(allow file-write-data ${DEVICES.map(literal).join(' ')})`,
    ...readOnlyPaths.map((path) => `(deny file-write* ${subpath(`${workspace}/${path}`)})`),
    // Later rules win: no program may be left behind that would run as us for others, and no device.
    '(deny file-write-setugid)',
    '(deny file-mknod)',
    '(deny network*)',
    '',
  ].join('\n');
}

const subpath = (path: string): string => `(subpath ${quoted(path)})`;
const literal = (path: string): string => `(literal ${quoted(path)})`;

/** A path may hold anything; inside a string of the profile only these two have a meaning. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function ancestors(paths: readonly string[]): string[] {
  const found = new Set<string>(['/']);
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) found.add(folder);
  }
  return [...found].sort();
}
