/** A plan as it is shown: every call with its decision, what a person would be shown of it, and what became of it. */
import { z } from 'zod';

import { errorValue, outcome } from './messages.ts';
import { preview } from './previews.ts';

export const planView = z.object({
  planId: z.string().describe('The id of the plan.'),
  traceId: z.string().describe('The trace of its calls.'),
  preset: z.string().describe('The preset of the tools.'),
  order: z.enum(['sequence', 'parallel']).describe('Whether the calls run one after another or at the same time.'),
  state: z
    .enum(['proposed', 'waiting', 'failed', 'done'])
    .describe('Whether nothing has run, a call waits or failed, or all calls have ended.'),
  items: z
    .array(
      z.object({
        callId: z.string().describe('The id of the call.'),
        tool: z.string().describe('The name of the tool.'),
        args: z.unknown().describe('The arguments of the tool.'),
        state: z
          .enum([
            ...(['ready', 'needs_approval', 'approved', 'blocked', 'later', 'waiting'] as const),
            ...(['done', 'failed', 'skipped'] as const),
          ])
          .describe('What has become of the call. later: it can be evaluated once earlier calls have run.'),
        decision: outcome.shape.decision.nullable().describe('What the policy decides about it.'),
        risk: z.enum(['low', 'medium', 'high']).nullable().describe('The risk of this call.'),
        scope: z.array(z.string()).describe('The paths, hosts, recipients and targets that it touches.'),
        preview: preview.nullable().describe('What a person sees before deciding.'),
        shown: z
          .string()
          .nullable()
          .describe('Names exactly what was shown of it, for approving that and nothing else.'),
        error: errorValue.nullable().describe('Why it cannot run.'),
        outcome: outcome.nullable().describe('The outcome, once it has run.'),
      }),
    )
    .describe('The calls of the plan, in order.'),
});

export type PlanMessage = z.output<typeof planView>;
