/** Says what has changed in a repository of the workspace. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { change, toWorkspaceChange, fromRepository, repositoryInput } from '../../domains/code/repository.ts';

export const gitStatus = defineTool({
  name: 'git_status',
  title: 'Git status',
  description:
    'Show the branch of a Git repository, how far it is from its upstream, and what is staged, changed and new.',
  input: z.strictObject({ repository: repositoryInput }),
  output: z.strictObject({
    branch: z.string().nullable(),
    head: z.string().nullable(),
    upstream: z.string().optional(),
    ahead: z.int().optional(),
    behind: z.int().optional(),
    staged: z.array(change),
    unstaged: z.array(change),
    untracked: z.array(z.string()),
    conflicted: z.array(z.string()),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true, untrusted: true },
  needs: ['files', 'git'],

  facts: ({ repository }, { files }) => ({ effect: 'read', paths: [files.normalize(repository) || '.'] }),

  run: async (args, { files, git, signal }) => {
    const repository = files.normalize(args.repository);
    const status = await git.status(repository, { signal });
    const named = (path: string): string => fromRepository(repository, path);
    return {
      ...status,
      staged: status.staged.map((one) => toWorkspaceChange(repository, one)),
      unstaged: status.unstaged.map((one) => toWorkspaceChange(repository, one)),
      untracked: status.untracked.map(named),
      conflicted: status.conflicted.map(named),
    };
  },
});
