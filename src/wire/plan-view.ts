/** A plan as it is shown: every call with its decision, what a person would be shown of it, and what became of it. */
import { z } from 'zod';

import { errorValue, outcome, preview } from './messages.ts';

export const planView = z.object({
  planId: z.string(),
  traceId: z.string(),
  preset: z.string(),
  order: z.enum(['sequence', 'parallel']),
  state: z.enum(['proposed', 'waiting', 'failed', 'done']),
  items: z.array(
    z.object({
      callId: z.string(),
      tool: z.string(),
      args: z.unknown(),
      state: z.enum([
        ...(['ready', 'needs_approval', 'approved', 'blocked', 'later', 'waiting'] as const),
        ...(['done', 'failed', 'skipped'] as const),
      ]),
      decision: outcome.shape.decision.nullable(),
      risk: z.enum(['low', 'medium', 'high']).nullable(),
      scope: z.array(z.string()),
      preview: preview.nullable(),
      shown: z.string().nullable().describe('Names exactly what was shown of it, for approving that and nothing else.'),
      error: errorValue.nullable(),
      outcome: outcome.nullable(),
    }),
  ),
});

export type PlanMessage = z.output<typeof planView>;
