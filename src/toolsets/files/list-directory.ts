/** Lists the entries of a directory in the workspace. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { pathInput } from '../../domains/files/workspace-target.ts';

export const listDirectory = defineTool({
  name: 'list_directory',
  title: 'List a directory',
  description:
    'List the files, directories and symbolic links in a workspace directory, if asked with everything below it.',
  input: z.strictObject({
    path: pathInput.describe('Relative to the workspace root; "." is the root'),
    recursive: z.boolean().default(false).describe('Also list everything below'),
    includeHidden: z.boolean().default(false).describe('Also list names that start with a dot'),
  }),
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(['file', 'directory', 'symlink']),
        size: z.int(),
        modified: z.iso.datetime(),
      }),
    ),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  // File names are untrusted content: code, a repository or an archive may have chosen them.
  labels: { private: true, untrusted: true },
  needs: ['files'],

  facts: ({ path }, { files }) => ({ effect: 'read', paths: [files.normalize(path) || '.'] }),

  run: async ({ path, recursive, includeHidden }, { files, signal }) => ({
    entries: await files.list(path, { recursive, includeHidden, signal }),
  }),
});
