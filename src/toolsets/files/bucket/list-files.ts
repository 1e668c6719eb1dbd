/** Lists the files of the bucket. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';

export const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'List the files of your file store, in the order of their keys, optionally only those below a prefix.',
  input: z.strictObject({
    prefix: z
      .string()
      .max(512)
      .regex(/^[A-Za-z0-9._/-]*$/)
      .default('')
      .describe('Only keys that begin with this'),
    after: z.string().max(512).nullable().default(null).describe('Go on after this key: `next` of the page before'),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  output: z.strictObject({
    files: z.array(z.strictObject({ key: z.string(), size: z.int(), modified: z.string() })),
    next: z.string().nullable(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true },
  needs: ['bucket'],
  facts: ({ prefix }) => ({ effect: 'read', paths: [prefix] }),
  run: async (args, { bucket }) => {
    const { files, next } = await bucket.list(args);
    return { files: files.map(({ key, size, modified }) => ({ key, size, modified })), next };
  },
});
