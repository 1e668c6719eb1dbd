/** Commits to the branch that a repository of the workspace is on. */
import { z } from 'zod';

import { DeputizeError, defineTool, type PreviewPart } from '../../core/index.ts';
import type { GitStatus } from '../../ports/git-client.ts';
import { PortError } from '../../ports/port-error.ts';
import { change, toWorkspaceChange, inRepository, pathsInput, repositoryInput } from '../../domains/code/repository.ts';

const undoRecord = z.strictObject({
  repository: z.string(),
  branch: z.string(),
  hash: z.string(),
  parent: z.string().nullable(),
});

export const gitCommit = defineTool({
  name: 'git_commit',
  title: 'Git commit',
  description: 'Commit what is staged in a Git repository, after staging the files that are named. It can be undone.',
  input: z.strictObject({
    repository: repositoryInput,
    message: z.string().trim().min(1).max(20_000),
    paths: pathsInput.describe('Files and directories to stage first, also new and deleted ones'),
    all: z.boolean().default(false).describe('Stage every change of files that Git knows already'),
  }),
  output: z.strictObject({
    hash: z.string(),
    branch: z.string(),
    summary: z.string(),
    files: z.array(change),
  }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: false,
  needs: ['files', 'git'],

  facts: ({ repository: named, paths, message }, { files }) => {
    if (message.includes('\0')) throw new DeputizeError('INVALID_ARGUMENTS', 'A message cannot hold a null.');
    const repository = files.normalize(named);
    inRepository(files, repository, paths);
    return {
      ...{ effect: 'write', destructive: false, reversible: true },
      paths: [repository || '.', ...paths.map((path) => files.normalize(path) || '.')],
    };
  },

  preview: async ({ repository: named, message, paths, all }, { files, git, signal }) => {
    const repository = files.normalize(named);
    const status = await git.status(repository, { signal });
    const parts: PreviewPart[] = [{ kind: 'text', label: 'Message', text: message }, ...staging(status, paths, all)];
    const staged = await git.diff(repository, { staged: true, paths: [], contextLines: 3 }, { signal });
    if (staged.diff !== '') parts.push({ kind: 'diff', path: 'what is staged already', diff: staged.diff });
    if (staged.truncated) parts.push({ kind: 'text', label: 'Not shown', text: 'The rest of what is staged.' });
    return { title: `Commit to ${status.branch ?? 'no branch'}`, parts, state: `${status.branch} ${status.head}` };
  },

  run: async ({ repository: named, message, paths, all }, { files, git, signal, keepUndo }) => {
    const repository = files.normalize(named);
    const request = { message, all, paths: inRepository(files, repository, paths) };
    const { hash, parent, branch, files: changed } = await git.prepareCommit(repository, request, { signal });
    await keepUndo({ repository, branch, hash, parent });
    const [summary = ''] = message.split('\n');
    await git.moveBranch(repository, { branch, from: parent, to: hash, reason: `commit: ${summary}` }, { signal });
    return { hash, branch, summary, files: changed.map((one) => toWorkspaceChange(repository, one)) };
  },

  undo: async (record, { git, signal }) => {
    const { repository, branch, hash, parent } = undoRecord.parse(record);
    try {
      await git.moveBranch(
        repository,
        { branch, from: hash, to: parent, reason: 'reset: undo of a commit' },
        { signal },
      );
    } catch (thrown) {
      if (!(thrown instanceof PortError) || thrown.code !== 'CONFLICT') throw thrown;
      throw new DeputizeError('CONFLICT', `The commit is no longer the last one on ${branch}, so it stays.`, {
        retryable: false,
        cause: thrown,
      });
    }
  },
});

function staging({ unstaged }: GitStatus, paths: readonly string[], all: boolean): PreviewPart[] {
  return [
    ...(paths.length > 0 ? [{ kind: 'list', label: 'Staged first', items: [...paths] } as const] : []),
    ...(all
      ? [
          {
            kind: 'list',
            label: 'Staged first',
            items: unstaged.map(({ path, change: how }) => `${path} (${how})`),
          } as const,
        ]
      : []),
  ];
}
