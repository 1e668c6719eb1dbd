/** Mounts an overlay of the workspace in a user namespace around bubblewrap, which has no option for it before version 0.11. */
import { existsSync } from 'node:fs';

import { VIEW } from './staging-folder.ts';

/** The names are links and folders beside the view. Programs inside can read mount options, so these name no path of the host. */
const OPTIONS = 'lowerdir=lower,upperdir=upper,workdir=work,userxattr,volatile';
const SCRIPT = `${findProgram('mount')} -n -t overlay -o ${OPTIONS} overlay ${VIEW} || exit 125
unset PWD OLDPWD SHLVL
exec "$@"
`;

/** The words that start a command with the overlay mounted below the current folder. The process id stays the same. */
export function wrapInOverlay(command: readonly string[]): [program: string, args: string[]] {
  const namespaces = ['--user', '--map-root-user', '--mount', '--'];
  return [findProgram('unshare'), [...namespaces, '/bin/sh', '-c', SCRIPT, 'sh', ...command]];
}

function findProgram(name: string): string {
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path)) ?? `/usr/bin/${name}`;
}
