/** Shows differences in a repository of the workspace. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import {
  fromRepository,
  inRepository,
  pathsInput,
  repositoryInput,
  revisionInput,
} from '../../domains/code/repository.ts';

export const gitDiff = defineTool({
  name: 'git_diff',
  title: 'Git diff',
  description: 'Show what has changed in a Git repository: against the stage, what is staged, or between commits.',
  input: z.strictObject({
    repository: repositoryInput,
    staged: z.boolean().default(false).describe('What is staged, instead of what is not yet'),
    from: revisionInput.optional().describe('A commit or branch to compare with'),
    to: revisionInput.optional().describe('A second one; otherwise "from" is compared with the files'),
    paths: pathsInput.describe('Only these files and directories'),
    contextLines: z.int().min(0).max(50).default(3),
  }),
  output: z.strictObject({
    diff: z.string(),
    files: z.array(z.strictObject({ path: z.string(), additions: z.int().nullable(), deletions: z.int().nullable() })),
    truncated: z.boolean(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true, untrusted: true },
  needs: ['files', 'git'],

  facts: ({ repository, staged, from, to }, { files }) => {
    if (to !== undefined && (from === undefined || staged)) {
      throw new DeputizeError('INVALID_ARGUMENTS', '"to" goes with "from" and without "staged".');
    }
    return { effect: 'read', paths: [files.normalize(repository) || '.'] };
  },

  run: async ({ repository: named, paths, ...query }, { files, git, signal }) => {
    const repository = files.normalize(named);
    const diff = await git.diff(repository, { ...query, paths: inRepository(files, repository, paths) }, { signal });
    return { ...diff, files: diff.files.map((file) => ({ ...file, path: fromRepository(repository, file.path) })) };
  },
});
