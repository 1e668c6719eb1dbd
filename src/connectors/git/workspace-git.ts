/** The Git port on a workspace. */
import { existsSync } from 'node:fs';

import type { ScopedFiles } from '../../ports/scoped-files.ts';
import type { GitClient } from '../../ports/git-client.ts';
import { PortError } from '../../ports/port-error.ts';
import { moveBranch, prepareCommit, type CommitAuthor } from './commit.ts';
import { readDiff } from './diff.ts';
import type { GitSandbox } from './run-sandboxed-git.ts';
import { readLog } from './log.ts';
import { run } from './process.ts';
import { planPush, push } from './push.ts';
import { withRepository, type GitRepository } from './repository.ts';
import { readStatus } from './status.ts';

export interface WorkspaceGitOptions {
  readonly files: ScopedFiles;
  /** The workspace, as a path that cannot be redirected to another folder. */
  readonly directory: string;
  /** The addresses that a push may go to. */
  readonly push?: readonly string[];
  /** The author of commits. Defaults to the one in the repository's or the user's Git configuration. */
  readonly author?: CommitAuthor | undefined;
  /** The path of bubblewrap. Defaults to the system's folders. */
  readonly bubblewrap?: string;
}

export function openWorkspaceGit({
  files,
  directory,
  push: listed = [],
  author,
  bubblewrap,
}: WorkspaceGitOptions): GitClient {
  const within = <T>(
    repository: string,
    signal: AbortSignal,
    use: (opened: GitRepository, inside: GitSandbox) => Promise<T>,
  ): Promise<T> => {
    const inside = { ...programs(bubblewrap), directory };
    return withRepository(inside, files, repository, signal, (opened) => use(opened, inside));
  };
  return {
    status: async (repository, { signal }) => within(repository, signal, readStatus),
    diff: async (repository, query, { signal }) => within(repository, signal, (opened) => readDiff(opened, query)),
    log: async (repository, query, { signal }) => within(repository, signal, (opened) => readLog(opened, query)),
    prepareCommit: async (repository, commit, { signal }) =>
      within(repository, signal, async (opened, { git }) => {
        await refuseUnfinished(files, repository);
        return prepareCommit(opened, commit, author ?? (await findAuthor(opened, git, signal)));
      }),
    moveBranch: async (repository, move, { signal }) =>
      within(repository, signal, (opened) => moveBranch(opened, move)),
    planPush: async (repository, request, { signal }) =>
      within(repository, signal, (opened) => planPush(opened, request, listed)),
    push: async (repository, plan, { signal }) =>
      within(repository, signal, (opened, { git }) => {
        if (!listed.includes(plan.url)) throw new PortError('FORBIDDEN', `"${plan.url}" is not listed under git.push.`);
        return push(opened, plan, git, signal);
      }),
  };
}

/** Finds a program in the system's folders. PATH is not used: it may contain a folder that other users can write to. */
function findProgram(name: string): string | undefined {
  return [`/usr/bin/${name}`, `/usr/local/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
}

function programs(bubblewrap = findProgram('bwrap')): { bubblewrap: string; git: string } {
  const git = findProgram('git');
  if (bubblewrap !== undefined && git !== undefined) return { bubblewrap, git };
  const missing = git === undefined ? 'git' : 'bubblewrap';
  throw new PortError(
    'NOT_AVAILABLE',
    `Git is only run in a sandbox, and ${missing} is not installed: apt-get install ${missing}`,
  );
}

/** During a merge or rebase, the meaning of the next commit depends on files that are not read here. */
async function refuseUnfinished(files: ScopedFiles, repository: string): Promise<void> {
  for (const name of ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']) {
    if ((await files.info(repository === '' ? `.git/${name}` : `${repository}/.git/${name}`)) === undefined) continue;
    throw new PortError('CONFLICT', 'A merge, rebase or the like is under way and has to be ended first.');
  }
}

const PLAIN = /^[^\p{Cc}<>]{1,200}$/u;

async function findAuthor({ settings }: GitRepository, git: string, signal: AbortSignal): Promise<CommitAuthor> {
  const find = async (key: string): Promise<string> => {
    const own = settings.findLast(([name]) => name === key)?.[1];
    const found = own ?? (await ownSetting(git, key, signal));
    if (PLAIN.test(found)) return found;
    throw new PortError('NOT_AVAILABLE', 'The commit has no author: set git.author in deputize.yaml.', {
      key: 'git.author',
    });
  };
  return { name: await find('user.name'), email: await find('user.email') };
}

/** Reads a setting from the user's global Git configuration. */
async function ownSetting(git: string, key: string, signal: AbortSignal): Promise<string> {
  const { HOME = '/', XDG_CONFIG_HOME } = process.env;
  const env = { HOME, ...(XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME }), GIT_CONFIG_NOSYSTEM: '1' };
  const { out } = await run(git, ['config', '--global', '--get', key], { env, cwd: '/', signal });
  return out.toString('utf8').trim();
}
