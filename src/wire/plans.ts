/** The messages about plans on the WebSocket: propose, approve and run several calls together. */
import { z } from 'zod';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');
const request = <T extends string>(type: T) => ({
  type: z.literal(type),
  requestId: id.describe('An id of your own. The answer repeats it.'),
});

const approvedItems = z
  .array(
    z.strictObject({
      callId: id.describe('The call.'),
      shown: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('The value of `shown` in the plan. It names exactly what the person saw.'),
    }),
  )
  .min(1)
  .max(50)
  .describe('One, several or all calls of the plan, each with what was shown of it.');

const planId = id.describe('The plan.');

export const planRequests = [
  z
    .strictObject({
      ...request('plan.propose'),
      preset: z.string().max(64).optional().describe('The preset of the tools. Default: the first preset.'),
      order: z
        .enum(['sequence', 'parallel'])
        .default('sequence')
        .describe('Whether the calls run one after another or at the same time.'),
      traceId: id.optional().describe('The trace that the calls belong to. Default: a new one.'),
      calls: z
        .array(
          z.strictObject({
            tool: z.string().max(256).describe('The name of the tool.'),
            args: z.json().default({}).describe('The arguments of the tool.'),
          }),
        )
        .min(1)
        .max(50)
        .describe('The calls, at most 50.'),
    })
    .describe('Proposes several calls together. Nothing runs. Answered with chat.assistant_plan.'),
  z.strictObject({ ...request('plan.show'), planId }).describe('Asks for a plan. Answered with chat.assistant_plan.'),
  z
    .strictObject({ ...request('plan.approve'), planId, items: approvedItems })
    .describe('Approves calls of a plan; only a person can. Answered with tool.results.'),
  z
    .strictObject({ ...request('plan.execute'), planId })
    .describe('Runs the calls that may run. Answered with tool.results.'),
  z
    .strictObject({
      ...request('plan.resume'),
      planId,
      retry: z.array(id).max(50).default([]).describe('Calls that failed and are to run again, by id.'),
      skip: z.array(id).max(50).default([]).describe('Calls that failed and are left out, by id.'),
    })
    .describe('Continues a plan after a failed call. Answered with tool.results.'),
] as const;

export const planApproval = z.strictObject({ items: approvedItems });
