/** Reads on in a result that was too long to be answered whole. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

export const readResult = defineTool({
  name: 'read_result',
  title: 'Read on in a long result',
  description:
    'Reads a piece of an earlier result that was cut because it was too long. Give the callId of that result and an offset; `next` is the offset to go on with, or null at the end.',
  input: z.strictObject({
    callId: z.string().min(1).max(128),
    offset: z.int().min(0).default(0),
    length: z.int().min(1).max(30_000).default(10_000),
  }),
  output: z.strictObject({
    text: z.string(),
    offset: z.int(),
    total: z.int(),
    next: z.int().nullable(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  offered: 'always',
  needs: ['results'],
  facts: ({ callId }) => ({ effect: 'read', targets: [callId] }),
  run: ({ callId, offset, length }, { results }) => results.read(callId, offset, length),
});
