/** The first script that runs inside: it sets the limits and the environment, and becomes the command. */
import { release } from 'node:os';

import { PortError } from '../../ports/port-error.ts';
import type { SandboxLimits } from '../../ports/command-sandbox.ts';

const OPEN_FILES = 512;
/** Before Linux 5.14 this limit counted all processes of the user. */
const COUNTS_PROCESSES = process.platform === 'linux' && isLinuxAtLeast(5, 14);

const BASE_ENV = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'user',
  LOGNAME: 'user',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
};

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names that some shells reserve: setting one would end the shell before the command starts. */
const SHELLS_OWN = new Set(['UID', 'EUID', 'PPID', 'GROUPS', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO']);

/**
 * A shell and not `prlimit`, because every system has one, and because variables such as LD_PRELOAD must not act before the
 * limits. A limit that is already stricter stays, so errors are ignored here; the probe checks that all limits hold. The
 * program in `through` runs with the limits and without the variables.
 */
export function takeLimits(
  { cpuSeconds, memoryBytes, writtenBytes, processes }: SandboxLimits,
  through: string,
): string {
  return [
    '{',
    'ulimit -c 0',
    `ulimit -t ${cpuSeconds}`,
    `ulimit -d ${Math.floor(memoryBytes / 1024)}`,
    `ulimit -f ${Math.floor(writtenBytes / 512)}`,
    `ulimit -n ${OPEN_FILES}`,
    // Shells name this limit differently.
    ...(COUNTS_PROCESSES ? [`ulimit -u ${processes} || ulimit -p ${processes}`] : []),
    '} 2>/dev/null',
    ...(through === '' ? [] : [`exec ${through} "$@"`]),
    '',
  ].join('\n');
}

export function setVariables(given: Readonly<Record<string, string>>): string {
  const env = { ...BASE_ENV, ...given };
  const exports = Object.entries(env).map(([name, value]) => `export ${variable(name)}=${quoted(value)}`);
  return [...exports, 'exec "$@"', ''].join('\n');
}

function variable(name: string): string {
  if (!NAME.test(name)) {
    throw new PortError('INVALID_ARGUMENTS', `"${name}" cannot be the name of an environment variable.`, { name });
  }
  if (SHELLS_OWN.has(name)) {
    throw new PortError('INVALID_ARGUMENTS', `The variable ${name} belongs to the shell and cannot be set.`, { name });
  }
  return name;
}

function quoted(value: string): string {
  if (value.includes('\0')) {
    throw new PortError('INVALID_ARGUMENTS', 'The value of an environment variable cannot hold a NUL character.');
  }
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

function isLinuxAtLeast(major: number, minor: number): boolean {
  const [first = 0, second = 0] = release().split('.').map(Number);
  return first > major || (first === major && second >= minor);
}
