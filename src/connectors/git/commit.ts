/** Makes a commit in two steps: first the commit object, which no reference names, then the branch is moved to it. */
import type { GitClient, GitChange, PreparedCommit } from '../../ports/git-client.ts';
import { PortError } from '../../ports/port-error.ts';
import type { GitRepository } from './repository.ts';
import { resolveHead } from './revision.ts';
import { toChangeKind } from './status.ts';

export interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

export async function prepareCommit(
  repository: GitRepository,
  request: Parameters<GitClient['prepareCommit']>[1],
  identity: CommitAuthor,
): Promise<PreparedCommit> {
  const { git, branch } = repository;
  if (branch === undefined) throw new PortError('CONFLICT', 'HEAD is on no branch; a commit there would be lost.');
  await stage(repository, request);
  const parent = await resolveHead(repository);
  const unmerged = await git(['ls-files', '-z', '--unmerged']);
  if (unmerged.out.length > 0)
    throw new PortError('CONFLICT', 'Some files are in conflict and have to be resolved first.');
  const tree = (await git(['write-tree'], { writable: true })).out.toString().trim();
  if (parent !== null && (await git(['rev-parse', `${parent}^{tree}`])).out.toString().trim() === tree) {
    throw new PortError('INVALID_ARGUMENTS', 'There is nothing to commit: name what to stage by "paths" or "all".');
  }
  const parents = parent === null ? [] : ['-p', parent];
  const made = await git(['commit-tree', tree, ...parents, '-F', '-'], {
    writable: true,
    input: `${request.message.trim()}\n`,
    env: {
      ...{ GIT_AUTHOR_NAME: identity.name, GIT_AUTHOR_EMAIL: identity.email },
      ...{ GIT_COMMITTER_NAME: identity.name, GIT_COMMITTER_EMAIL: identity.email },
    },
  });
  const hash = made.out.toString().trim();
  return { hash, parent, branch, files: await listCommitFiles(repository, hash) };
}

async function stage(
  repository: GitRepository,
  { paths, all }: Parameters<GitClient['prepareCommit']>[1],
): Promise<void> {
  const { git } = repository;
  await refuseFiltered(repository, paths, all);
  const options = { writable: true };
  if (all) await git(['add', '--update'], options);
  if (paths.length > 0) await git(['add', '--all', '--', ...paths], options);
}

/**
 * A filter, such as large file storage, changes a file's content on commit. Filters are not run here, and the unfiltered
 * content would be wrong. So such a file is refused.
 */
async function refuseFiltered({ git }: GitRepository, paths: readonly string[], all: boolean): Promise<void> {
  const changed =
    all || paths.length > 0 ? ['--modified', ...(paths.length > 0 ? ['--others', '--exclude-standard'] : [])] : [];
  if (changed.length === 0) return;
  const names = (await git(['ls-files', '-z', ...changed, '--', ...(all ? [] : paths)])).out;
  if (names.length === 0) return;
  const { out } = await git(['check-attr', '-z', '--stdin', 'filter'], { input: names });
  const fields = out.toString('utf8').split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , filter = ''] = fields.slice(at);
    if (filter === 'unspecified' || filter === 'unset') continue;
    throw new PortError(
      'NOT_AVAILABLE',
      `"${path}" goes through the filter "${filter}", and filters are not run here.`,
      { path },
    );
  }
}

async function listCommitFiles({ git }: GitRepository, hash: string): Promise<GitChange[]> {
  const { out } = await git([
    'diff-tree',
    '--no-commit-id',
    '--name-status',
    '--no-renames',
    '-r',
    '-z',
    '--root',
    hash,
  ]);
  const fields = out.toString('utf8').split('\0');
  const files: GitChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    files.push({ path: fields[at + 1] ?? '', change: toChangeKind((fields[at] ?? '')[0] ?? '') });
  }
  return files;
}

export async function moveBranch(
  repository: GitRepository,
  move: Parameters<GitClient['moveBranch']>[1],
): Promise<void> {
  const { git } = repository;
  const { branch, from, to, reason } = move;
  const at = await resolveHead(repository);
  if (repository.branch !== branch || (at !== from && at !== to)) throw branchMovedError(branch);
  if (at === to) return;
  const nothing = '0'.repeat((from ?? to ?? '').length);
  const change =
    to === null ? ['-d', `refs/heads/${branch}`, from ?? nothing] : [`refs/heads/${branch}`, to, from ?? nothing];
  // Git compares the branch's current commit itself, so that only one of two concurrent moves can succeed.
  const { status } = await git(['update-ref', '--no-deref', '-m', reason, ...change], {
    writable: true,
    allow: [1, 128],
  });
  if (status !== 0) throw branchMovedError(branch);
}

const branchMovedError = (branch: string): PortError =>
  new PortError('CONFLICT', `The branch ${branch} is no longer where it was.`, { branch });
