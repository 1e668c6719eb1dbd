/** Creates a text file in one of the user's folders, or if asked replaces one. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import { pathInput, normalizeTarget } from '../../../domains/files/workspace-target.ts';
import { writeFileBehavior } from '../write-file.ts';

const asWriting = ({ path, content, createDirs }: { path: string; content: string; createDirs: boolean }) =>
  ({ path, content, createDirs, encoding: 'utf-8' }) as const;

export const filesWriteText = defineTool({
  name: 'files.write_text',
  title: 'Write a text file',
  description:
    'Create a text file in one of the user’s folders. A file that is there already is replaced only with `overwrite`.',
  input: z.strictObject({
    path: pathInput.describe('A whole path, such as ~/Documents/notes.txt'),
    content: z.string().max(10_000_000).describe('The whole text of the file'),
    overwrite: z.boolean().default(false).describe('Replace an existing file'),
    createDirs: z.boolean().default(false).describe('Create folders that are missing'),
  }),
  output: z.strictObject({ path: z.string(), size: z.int() }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'if_destructive',
  needs: ['files'],

  facts: async (args, context) => {
    await refuseTaken(context.files, args);
    return writeFileBehavior.facts(asWriting(args), context);
  },
  preview: async (args, context) => {
    await refuseTaken(context.files, args);
    return writeFileBehavior.preview(asWriting(args), context);
  },
  run: async (args, context) => {
    await refuseTaken(context.files, args);
    return writeFileBehavior.run(asWriting(args), context);
  },
  undoPreview: writeFileBehavior.undoPreview,
  undo: writeFileBehavior.undo,
});

async function refuseTaken(files: ScopedFiles, args: { path: string; overwrite: boolean }): Promise<void> {
  const path = normalizeTarget(files, args.path);
  if (args.overwrite || (await files.info(path)) === undefined) return;
  throw new DeputizeError('ALREADY_EXISTS', `"${path}" exists already. Set "overwrite" to replace it.`, {
    details: { path },
  });
}
