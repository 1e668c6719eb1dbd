/** Lists the entries of one of the user's folders. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';
import { listDirectory } from '../list-directory.ts';
import { pathInput } from '../../../domains/files/workspace-target.ts';

export const filesListDir = defineTool({
  name: 'files.list_dir',
  title: 'List a folder',
  description: 'List the files, folders and links in one of the user’s folders, if asked with everything below it.',
  input: z.strictObject({
    path: pathInput.describe('A whole path, such as ~/Documents'),
    recursive: z.boolean().default(false).describe('Also list everything below'),
    includeHidden: z.boolean().default(false).describe('Also list names that start with a dot'),
  }),
  output: z.strictObject({
    path: z.string(),
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
  sideEffects: listDirectory.sideEffects,
  labels: listDirectory.labels,
  needs: ['files'],

  facts: ({ path }, { files }) => ({ effect: 'read', paths: [files.normalize(path)] }),

  run: async ({ path, recursive, includeHidden }, { files, signal }) => ({
    path: files.normalize(path),
    entries: await files.list(path, { recursive, includeHidden, signal }),
  }),
});
