/**
 * Runs git in a sandbox that contains the system's programs, the workspace and our own Git directory, without network,
 * environment or home. A repository can make git run programs: they run in this sandbox too.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';

import { PortError } from '../../ports/port-error.ts';
import { run, type ProcessResult } from './process.ts';

export const WORKSPACE = '/workspace';
const GIT_DIRECTORY = '/git';

export interface GitSandbox {
  readonly bubblewrap: string;
  readonly git: string;
  /** The workspace, as a path that cannot be redirected to another folder. */
  readonly directory: string;
}

export interface GitSandboxOptions {
  /** The folder that is used as the Git directory. */
  readonly gitDirectory: string;
  /** The repository's folder in the workspace. */
  readonly repository: string;
  readonly writable: boolean;
  readonly env?: { readonly [name: string]: string };
  readonly input?: string | Buffer | undefined;
  readonly maxBytes?: number | undefined;
  readonly outFile?: string | undefined;
  readonly signal: AbortSignal;
}

export async function runSandboxedGit(
  { bubblewrap, git, directory }: GitSandbox,
  args: readonly string[],
  options: GitSandboxOptions,
): Promise<ProcessResult> {
  const { gitDirectory, repository, writable, input, maxBytes, outFile, signal } = options;
  const folder = repository === '' ? WORKSPACE : `${WORKSPACE}/${repository}`;
  // A process inside cannot move the root itself, so its path is still valid when the sandbox is made.
  const root = realpathSync(directory);
  const env = { ...environment(folder), ...options.env };
  const walls = [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/usr', '/usr', ...systemFolders(), '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--dev', '/dev', '--tmpfs', '/tmp', writable ? '--bind' : '--ro-bind', root, WORKSPACE],
    ...['--bind', gitDirectory, GIT_DIRECTORY, '--chdir', folder],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
  const ran = await run(bubblewrap, [...walls, '--', git, ...ALWAYS, ...args], {
    ...{ env: {}, cwd: '/', input, maxBytes, outFile, signal },
  });
  // A failure of bubblewrap, not a status of git that a caller might expect.
  if (ran.status !== 0 && ran.err.startsWith('bwrap: ')) {
    throw new PortError('NOT_AVAILABLE', `The sandbox for git cannot be set up: ${ran.err.slice(7).trim()}`);
  }
  return ran;
}

/** Settings that no repository may change. They are repeated on the command line, which git reads last. */
const ALWAYS = [
  ...['--no-pager', '--literal-pathspecs', '--no-replace-objects'],
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.untrackedCache=false'],
  ...['-c', 'core.attributesFile=/dev/null', '-c', 'core.excludesFile=/dev/null', '-c', 'core.quotePath=false'],
  ...['-c', 'submodule.recurse=false', '-c', 'diff.ignoreSubmodules=all', '-c', 'protocol.allow=never'],
  ...[
    '-c',
    'gc.auto=0',
    '-c',
    'maintenance.auto=false',
    '-c',
    'commit.gpgSign=false',
    '-c',
    'advice.addEmbeddedRepo=false',
  ],
];

const environment = (folder: string): Record<string, string> => ({
  GIT_DIR: GIT_DIRECTORY,
  GIT_WORK_TREE: folder,
  GIT_INDEX_FILE: `${folder}/.git/index`,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_NO_LAZY_FETCH: '1',
  HOME: '/nonexistent',
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
});

/** Programs and libraries outside /usr: links into it on most systems, separate folders on some. */
function systemFolders(): string[] {
  return ['/bin', '/lib', '/lib64'].flatMap((path) => {
    try {
      if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
      return ['--ro-bind', path, path];
    } catch {
      return [];
    }
  });
}
