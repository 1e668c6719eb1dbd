/** Applies the changes that a run left for approval, after a person has seen the difference. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { APPLY_CHANGES, applyHeldChanges, listHeldPaths, previewHeldChanges } from '../../domains/code/held-changes.ts';
import { previewUndoStep, undoStep } from '../../domains/code/run-staged.ts';

/** The policy gets the whole workspace instead of more paths. */
const MAX_PATHS = 1_000;

export const applyChanges = defineTool({
  name: APPLY_CHANGES,
  title: 'Apply changes',
  description:
    'Apply the changes that a run of code left for approval. A run calls it by itself where "sandbox.changes" is "ask"; a person sees the difference and decides.',
  input: z.strictObject({
    changes: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('The id of the held changes'),
  }),
  output: z.strictObject({ applied: z.int(), dropped: z.int() }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: false,
  startsWithUndo: () => true,
  confirmation: 'always',
  grants: false,
  timeoutMs: 300_000,
  previewTimeoutMs: 60_000,
  needs: ['stagedChanges'],

  facts: async ({ changes }, context) => {
    const paths = await listHeldPaths(changes, context);
    return {
      ...{ effect: 'write', destructive: true, reversible: true },
      paths: paths.length > MAX_PATHS ? ['.'] : paths,
    };
  },

  preview: ({ changes }, context) => previewHeldChanges(changes, context),

  run: ({ changes }, context) => applyHeldChanges(changes, context),

  undo: undoStep,
  undoPreview: previewUndoStep,
});
