/**
 * A repository as git gets to see it: the data is the workspace's, the Git directory around it is ours. So there is no
 * configuration, hook, attribute or alternate of the repository's own for git to find.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { filterSafeSettings, parseSettings, toConfigFile, type GitSettings } from './safe-settings.ts';
import { runSandboxedGit, WORKSPACE, type GitSandbox, type GitSandboxOptions } from './run-sandboxed-git.ts';
import type { ProcessResult } from './process.ts';

export interface GitRepository {
  /** The branch that HEAD names, or undefined when it names a commit. */
  readonly branch: string | undefined;
  /** Everything that the repository's configuration says, to be believed in nothing. */
  readonly settings: GitSettings;
  /** Runs git. A failure is thrown unless `allow` names its status. */
  readonly git: (args: readonly string[], options?: GitOptions) => Promise<ProcessResult>;
}

interface GitOptions extends Pick<GitSandboxOptions, 'env' | 'input' | 'maxBytes' | 'outFile'> {
  readonly writable?: boolean;
  readonly allow?: readonly number[];
}

const SMALL = 100_000;
/** Beside these nothing of the Git directory is seen. */
const LINKED = ['objects', 'refs', 'packed-refs', 'logs', 'shallow'];

export async function withRepository<T>(
  inside: GitSandbox,
  files: ScopedFiles,
  repository: string,
  signal: AbortSignal,
  use: (opened: GitRepository) => Promise<T>,
): Promise<T> {
  const own = repository === '' ? '.git' : `${repository}/.git`;
  await expectGitDirectory(files, own, repository);
  const head = await readHead(files, `${own}/HEAD`, signal);
  const gitDirectory = await mkdtemp(join(tmpdir(), 'deputize-git-'));
  try {
    const git: GitRepository['git'] = async (args, { writable = false, allow = [], ...options } = {}) => {
      const ran = await runSandboxedGit(inside, args, { ...options, gitDirectory, repository, writable, signal });
      if (ran.status !== 0 && !allow.includes(ran.status)) throw gitError(args, ran);
      return ran;
    };
    await surround(gitDirectory, files, own, head);
    // Read as data, without what it includes, by a git that knows no repository yet.
    const list = ['config', '--file', `${WORKSPACE}/${own}/config`, '--no-includes', '-z', '--list'];
    const configured = (await files.info(`${own}/config`)) !== undefined;
    const settings = configured ? parseSettings((await git(list)).out) : [];
    await writeFile(join(gitDirectory, 'config'), toConfigFile(filterSafeSettings(settings)));
    const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
    return await use({ branch, settings, git });
  } finally {
    await rm(gitDirectory, { recursive: true, force: true });
  }
}

async function expectGitDirectory(files: ScopedFiles, own: string, repository: string): Promise<void> {
  const info = await files.info(own);
  const shown = repository || 'The workspace';
  if (info === undefined) throw new PortError('FILE_NOT_FOUND', `${shown} is no Git repository.`, { path: own });
  if (info.type !== 'directory') {
    // A file here would name a folder anywhere on the machine.
    throw new PortError('NOT_AVAILABLE', `${shown} keeps its Git data elsewhere, which is not followed.`, {
      path: own,
    });
  }
}

async function readHead(files: ScopedFiles, path: string, signal: AbortSignal): Promise<string> {
  const { bytes } = await files.read(path, { maxBytes: SMALL, signal });
  const head = new TextDecoder().decode(bytes).trim();
  if (/^ref: refs\/heads\/[A-Za-z0-9_][A-Za-z0-9_./+@#=-]*$/.test(head) && !/\.\.|\/\/|\.lock$|@\{/.test(head))
    return head;
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(head)) return head;
  throw new PortError('NOT_AVAILABLE', 'HEAD of the repository names nothing that is a branch or a commit.', { path });
}

async function surround(gitDirectory: string, files: ScopedFiles, own: string, head: string): Promise<void> {
  await writeFile(join(gitDirectory, 'HEAD'), `${head}\n`);
  await writeFile(join(gitDirectory, 'config'), '[core]\n\trepositoryformatversion = 0\n');
  await mkdir(join(gitDirectory, 'info'));
  // The links lead somewhere only inside the sandbox, and there to nothing but the workspace.
  const inside = `${WORKSPACE}/${own}`;
  await symlink(`${inside}/info/exclude`, join(gitDirectory, 'info', 'exclude'));
  for (const name of LINKED) {
    if ((await files.info(`${own}/${name}`)) !== undefined)
      await symlink(`${inside}/${name}`, join(gitDirectory, name));
  }
}

function gitError(args: readonly string[], { status, err }: ProcessResult): PortError {
  const reason =
    err
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^(?:fatal|error): /, '') ?? '';
  const command = args.find((word) => !word.startsWith('-')) ?? '';
  return new PortError('EXTERNAL_ERROR', `git ${command} failed: ${reason || `status ${status}`}`);
}
