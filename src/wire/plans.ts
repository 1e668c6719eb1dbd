/** Plans on the WebSocket: what is proposed together, what a person approves of it, and what became of it. */
import { z } from 'zod';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');
const request = <T extends string>(type: T) => ({ type: z.literal(type), requestId: id });

/** One, several or all of those that were shown, each with what was shown of it. */
const approvedItems = z
  .array(z.strictObject({ callId: id, shown: z.string().regex(/^[0-9a-f]{64}$/) }))
  .min(1)
  .max(50)
  .describe('One, several or all of those that were shown, each with what was shown of it.');

export const planRequests = [
  z.strictObject({
    ...request('plan.propose'),
    preset: z.string().max(64).optional(),
    order: z.enum(['sequence', 'parallel']).default('sequence'),
    traceId: id.optional(),
    calls: z
      .array(z.strictObject({ tool: z.string().max(256), args: z.json().default({}) }))
      .min(1)
      .max(50),
  }),
  z.strictObject({ ...request('plan.show'), planId: id }),
  z.strictObject({
    ...request('plan.approve'),
    planId: id,
    items: approvedItems,
  }),
  z.strictObject({ ...request('plan.execute'), planId: id }),
  z.strictObject({
    ...request('plan.resume'),
    planId: id,
    retry: z.array(id).max(50).default([]),
    skip: z.array(id).max(50).default([]),
  }),
] as const;

export const planApproval = z.strictObject({ items: approvedItems });
