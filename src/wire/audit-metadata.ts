/** What the audit says about one call, as it is sent with the outcome. */
import { z } from 'zod';

export const auditMetadata = z.object({
  trace_id: z.string().describe('The trace of the call.'),
  call_id: z.string().describe('The id of the call.'),
  user: z.string().nullable().describe('The user whose call it is.'),
  tool: z.string().describe('The name of the tool.'),
  version: z.string().nullable().describe('The version of the tool.'),
  args_hash: z.string().nullable().describe('The hash of the arguments in canonical form.'),
  decision: z
    .object({
      effect: z.string().describe('allow, report, confirm or block.'),
      reason: z.string().describe('The reason in a sentence.'),
      rule: z.string().describe('The rule that decided.'),
    })
    .nullable()
    .describe('What the policy decided.'),
  approver: z.string().nullable().describe('The person who approved, if one was asked.'),
  approver_name: z.string().nullable().describe('The name of this person at that time.'),
  result: z.string().nullable().describe('The state that the call ended in.'),
  summary: z.string().nullable().describe('A description of the result that does not repeat it.'),
  started_at: z.string().nullable().describe('When the tool started.'),
  ended_at: z.string().nullable().describe('When the tool ended.'),
  seq: z.number().describe('The newest audit record of the call.'),
  hash: z.string().describe('The hash of that record.'),
});
