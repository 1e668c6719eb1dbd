/** Shows the history of a repository of the workspace. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { inRepository, pathsInput, repositoryInput, revisionInput } from '../../domains/code/repository.ts';

export const gitLog = defineTool({
  name: 'git_log',
  title: 'Git log',
  description: 'Show the commits of a Git repository, newest first.',
  input: z.strictObject({
    repository: repositoryInput,
    from: revisionInput.optional().describe('A commit or branch to start from; otherwise HEAD'),
    paths: pathsInput.describe('Only commits that changed these'),
    maxCount: z.int().min(1).max(500).default(20),
  }),
  output: z.strictObject({
    commits: z.array(
      z.strictObject({
        hash: z.string(),
        parents: z.array(z.string()),
        author: z.strictObject({ name: z.string(), email: z.string() }),
        date: z.string(),
        subject: z.string(),
        body: z.string(),
      }),
    ),
    truncated: z.boolean(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true, untrusted: true },
  needs: ['files', 'git'],

  facts: ({ repository }, { files }) => ({ effect: 'read', paths: [files.normalize(repository) || '.'] }),

  run: async ({ repository: named, paths, from, maxCount }, { files, git, signal }) => {
    const repository = files.normalize(named);
    const query = { from, maxCount, paths: inRepository(files, repository, paths) };
    const { entries, truncated } = await git.log(repository, query, { signal });
    return { commits: entries.map((entry) => ({ ...entry, parents: [...entry.parents] })), truncated };
  },
});
