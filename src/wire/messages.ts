/** The shapes of all our HTTP and WebSocket messages. */
import { z } from 'zod';

import { planRequests } from './plans.ts';
import { preview, tracedValue } from './previews.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');

export const errorValue = z.object({
  code: z.string().describe('What went wrong, as a code of docs/errors.md.'),
  type: z
    .enum(['permission_denied', 'validation_error', 'resource_not_found', 'external_api_error', 'system_error'])
    .describe('The class of the error.'),
  message: z.string().describe('What went wrong, in a sentence.'),
  details: z.record(z.string(), z.unknown()).describe('More about it, depending on the code.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  partialSideEffects: z.boolean().describe('Whether a part of the effect may have happened.'),
});

export const errorAnswer = z.object({ error: errorValue });

const decision = z.object({
  effect: z
    .enum(['allow', 'report', 'confirm', 'block'])
    .describe('allow runs, report runs and the reply says so, confirm asks a person, block refuses.'),
  reason: z.string().describe('The reason in a sentence, from the rule.'),
  rule: z.string().describe('The id of the rule that decided.'),
});

export const outcome = z.object({
  state: z
    .enum(['ok', 'reported', 'pending', 'refused', 'failed', 'unknown'])
    .describe('What became of the call. unknown: the process ended during the call, so the effect is not known.'),
  callId: z.string().describe('The id of the call.'),
  traceId: z.string().describe('The trace that the call belongs to.'),
  decision: decision.describe('What the policy decided.'),
  value: z
    .unknown()
    .optional()
    .describe('The output of the tool; for a pending call that of its partial call, if there is one.'),
  executedArgs: z
    .unknown()
    .optional()
    .describe('The arguments that ran, where a person changed them before approving.'),
  changes: z
    .object({
      summary: z.string().describe('The numbers of all changes in a sentence.'),
      created: z.array(z.string()).describe('New files.'),
      changed: z
        .array(
          z.object({
            path: z.string().describe('The file.'),
            added: z.number().nullable().describe('New lines; null for a binary or large file.'),
            removed: z.number().nullable().describe('Removed lines; null for a binary or large file.'),
          }),
        )
        .describe('Changed files.'),
      deleted: z.array(z.string()).describe('Deleted files.'),
      dropped: z
        .array(z.object({ path: z.string().describe('The file.'), reason: z.string().describe('Why.') }))
        .describe('Changes that were not made.'),
      omitted: z.number().describe('How many changes are not listed.'),
    })
    .optional()
    .describe('The files that the call changed in one step, if its tool lists them.'),
  report: z.string().optional().describe('For the user: what ran without asking.'),
  error: errorValue.optional().describe('Why the call was refused or failed.'),
  approval: z
    .object({
      id: z.string().describe('The id of the approval.'),
      url: z.string().optional().describe('The page where a person decides, if a server runs.'),
      expiresAt: z.string().describe('When the approval expires.'),
      workspace: z.string().optional().describe('The label of the workspace that the call belongs to.'),
    })
    .optional()
    .describe('The approval that the call waits for.'),
  truncated: z
    .object({
      characters: z.number().describe('The length of the whole result as JSON.'),
      whole: z.string().describe('The key of the whole result in the object store.'),
      parts: z
        .array(
          z.object({
            path: z.string().describe('The place of the part in the result.'),
            kept: z.number().describe('How much of it is here.'),
            total: z.number().describe('How much there is.'),
          }),
        )
        .describe('The parts that were cut.'),
    })
    .optional()
    .describe('Present if the result was too long and was cut.'),
});

/** The id of a registered workspace. */
export const workspaceId = z.string().min(1).max(128).describe('The id of a registered workspace.');

export const callRequest = z.strictObject({
  tool: z.string().max(256).describe('The name of the tool.'),
  args: z.unknown().describe('The arguments of the tool.'),
  preset: z.string().max(64).optional().describe('The preset of the tool. Default: the first preset.'),
  traceId: id.optional().describe('The trace that the call belongs to. Default: a new one.'),
  callId: id.optional().describe('An id of your own. A repeated id returns the first outcome and never runs twice.'),
  confirmToken: z.string().max(8_192).optional().describe('A confirm token that authorizes exactly this call.'),
  conversationId: id.optional().describe('The conversation that the call belongs to.'),
  workspace: workspaceId.optional(),
  mode: z.enum(['text', 'voice']).optional().describe('How the user talks to the assistant. Default: text.'),
});

export const dryRunRequest = callRequest.pick({ tool: true, args: true, preset: true, mode: true, workspace: true });

/** How long a decision is remembered: once, for the conversation, for a time such as `1h`, or always. */
export const remember = z
  .string()
  .regex(/^(once|conversation|always|\d{1,9}(s|m|h|d))$/, 'once, conversation, always, or a time such as 1h');

export const decisionRequest = z.strictObject({
  decision: z
    .enum([
      'approve',
      'edit',
      'deny',
      'reject',
      'allow_once',
      'allow_conversation',
      'allow_for',
      'allow_always',
      'reject_once',
      'reject_always',
    ])
    .describe('The decision. allow_… and reject_… also say how long it is remembered.'),
  modifiedArgs: z.unknown().optional().describe('For edit: the arguments to run instead.'),
  reason: z.string().max(2_000).optional().describe('The reason. It is recorded, and the caller gets it.'),
  remember: remember
    .optional()
    .describe('How long the decision is remembered: once, conversation, always, or a time such as 1h.'),
  pattern: z
    .record(z.string().startsWith('/'), z.string().min(1))
    .optional()
    .describe('Remembers all calls whose arguments at these JSON pointers match these patterns.'),
  everywhere: z.boolean().optional().describe('What is remembered holds in every workspace, not only in this one.'),
  execute: z.boolean().optional().describe('false: nothing runs, and the answer has a confirm token instead.'),
});

export const batchDecision = z.strictObject({
  ids: z.array(id).min(1).max(200),
  ...decisionRequest.omit({ modifiedArgs: true, pattern: true }).shape,
});

export const setting = z.strictObject({
  level: z.enum(['system', 'organization', 'department', 'user']).describe('Who the setting is for.'),
  subject: z.string().describe('The id of that organization, department or user.'),
  pattern: z.string().min(1).max(200).describe('A tool or a pattern, with PRESET/ before it for one preset.'),
  value: z.enum(['off', 'ask', 'allow']).describe('off refuses, ask asks, allow runs without asking about the risk.'),
});

/** A stored setting, with who set it and when. */
const settingRow = z.looseObject({ ...setting.shape, set_by: z.string(), set_at: z.number() });

export const settingList = z.object({
  settings: z.array(settingRow),
  autonomy: z.enum(['ask', 'experimental-trusted-values']).describe('The second one lets wrong calls run.'),
});

export const toolListing = z.object({
  name: z.string().describe('The name by which it is called.'),
  title: z.string().describe('The name for people.'),
  description: z.string().describe('What it does, for the model.'),
  version: z.string().describe('The version of the tool.'),
  category: z.string().describe('The group that it is listed in.'),
  risk: z.string().describe('low, medium or high.'),
  confirmation: z.string().describe('never, if_destructive or always.'),
  sideEffects: z.string().describe('none, read_only or writes.'),
  idempotent: z.boolean().describe('Whether it is safe to run the same call again.'),
  modes: z.array(z.string()).describe('text, voice or both.'),
  grants: z.boolean().describe('Whether a standing permission can replace a decision.'),
  setting: settingRow.nullable().describe('The setting that applies to the caller, if there is one.'),
  documentation: z.string().optional().describe('Its documentation in Markdown.'),
  inputSchema: z.record(z.string(), z.unknown()).describe('The JSON Schema of its arguments.'),
  outputSchema: z.record(z.string(), z.unknown()).describe('The JSON Schema of its output.'),
});

/** What a call acts in, with the label that users know it by. */
const resource = z.object({
  id: z.string().describe('The id of the resource.'),
  label: z.string().describe('The name of the resource for people.'),
});

/** A folder that calls may act in. */
export const workspace = z.object({ id: z.string(), label: z.string(), path: z.string(), createdAt: z.string() });

/** How a call would be decided, and what a person would see of it. */
export const dryRunResult = z.object({
  decision: decision.describe('What the policy would decide.'),
  risk: z.enum(['low', 'medium', 'high']).describe('The risk of this call.'),
  scope: z.array(z.string()).describe('The paths, hosts, recipients and targets that it would touch.'),
  resources: z.array(resource).describe('What the call would act in.'),
  preview: preview.nullable().describe('What a person would see before deciding.'),
});

export const approvalView = z.object({
  id: z.string().describe('The id of the approval.'),
  callId: z.string().describe('The call that waits.'),
  traceId: z.string().describe('The trace of the call.'),
  state: z.string().describe('The state of the call: awaiting_approval until it is decided.'),
  tool: z.string().describe('The tool.'),
  version: z.string().describe('The version of the tool.'),
  preset: z.string().describe('The preset of the tool.'),
  risk: z.string().describe('The risk of this call.'),
  reason: z.string().describe('Why a person is asked.'),
  rule: z.string().describe('The rule that asks.'),
  requestedBy: z.string().describe('What made the call: an agent, a program or a person.'),
  userId: z.string().describe('The user whose call it is.'),
  conversationId: z.string().nullable().describe('The conversation of the call, if there is one.'),
  workspace: resource.nullable().describe('The workspace that the call belongs to.'),
  resources: z.array(resource).describe('Everything that the call acts in.'),
  args: z.unknown().describe('The arguments that were proposed.'),
  approvedArgs: z.unknown().describe('The arguments that were approved.'),
  scope: z.array(z.string()).describe('The paths, hosts, recipients and targets that it touches.'),
  preview: preview.describe('What a person sees before deciding.'),
  provenance: z.array(tracedValue).describe('Where the values that matter come from.'),
  createdAt: z.string().describe('When it was asked.'),
  expiresAt: z.string().describe('When it expires.'),
  decision: z.string().nullable().describe('The decision, once there is one.'),
  decidedBy: z.string().nullable().describe('The person who decided.'),
  decidedByName: z.string().nullable().describe('The name of this person.'),
  decidedVia: z.string().nullable().describe('The door by which the decision came.'),
  decidedAt: z.string().nullable().describe('When it was decided.'),
  note: z.string().nullable().describe('The reason of the person.'),
  url: z.string().optional().describe('The page where a person decides.'),
});

export const decided = z.object({
  ...outcome.shape,
  confirmToken: z.string().optional().describe('The confirm token, where nothing was executed.'),
  offer: z
    .object({
      approvalId: z.string().describe('The approval that a grant can be made from.'),
      approvedBefore: z.number().describe('How often calls like this one were approved before.'),
    })
    .optional()
    .describe('Offers a grant, because calls like this one were approved several times.'),
});

export const callView = z.object({
  callId: z.string().describe('The id of the call.'),
  traceId: z.string().describe('The trace of the call.'),
  userId: z.string().describe('The user whose call it is.'),
  actor: z.string().describe('What made the call: an agent, a program or a person.'),
  preset: z.string().describe('The preset of the tool.'),
  tool: z.string().describe('The tool.'),
  version: z.string().describe('The version of the tool.'),
  state: z
    .string()
    .describe('proposed, blocked, awaiting_approval, denied, expired, running, ok, error, unknown or undone.'),
  risk: z.string().describe('The risk of this call.'),
  decision: decision.describe('What the policy decided.'),
  workspace: resource.nullable().describe('The workspace that the call belongs to.'),
  resources: z.array(resource).describe('Everything that the call acts in.'),
  proposedArgs: z.unknown().describe('The arguments as they were proposed.'),
  approvedArgs: z.unknown().describe('The arguments as they were approved.'),
  executedArgs: z.unknown().describe('The arguments as they ran.'),
  outcome: outcome.nullable().describe('The outcome, once there is one.'),
  isErased: z.boolean().describe('Whether its arguments and its outcome were erased.'),
  notes: z
    .array(z.object({ event: z.string(), data: z.unknown() }))
    .describe('What the tool noted for the audit. Empty in lists.'),
  decidedBy: z.string().nullable().describe('The person who approved or denied it. Null in lists.'),
  decidedByName: z.string().nullable().describe('The name of this person. Null in lists.'),
  createdAt: z.string().describe('When it was made.'),
  startedAt: z.string().nullable().describe('When the tool started.'),
  endedAt: z.string().nullable().describe('When the tool ended.'),
  canUndo: z.boolean().describe('Whether it can be undone now.'),
});

export const auditRecord = z.object({
  seq: z.number().describe('Its number in the chain.'),
  at: z.string().describe('When it was written.'),
  kind: z.string().describe('What it records; docs/websocket.md lists the kinds.'),
  callId: z.string().nullable().describe('The call that it is about, if it is about one.'),
  body: z.record(z.string(), z.unknown()).describe('What it records, depending on the kind.'),
  hash: z.string().describe('Its hash, which covers the record before it.'),
});

export const grant = z.object({
  id: z.string().describe('The id of the grant.'),
  preset: z.string().describe('The preset of the tool.'),
  tool: z.string().describe('The tool.'),
  match: z.record(z.string(), z.unknown()).describe('Which arguments it covers.'),
  effect: z.enum(['allow', 'deny']).describe('Whether such calls run or are refused.'),
  conversationId: z.string().nullable().describe('The one conversation that it holds in; null: in all.'),
  resources: z.array(resource).nullable().describe('Where it holds; null: everywhere.'),
  createdAt: z.string().describe('When it was made.'),
  expiresAt: z.string().nullable().describe('When it ends; null: when it is revoked.'),
});

export const mountedServer = z.object({
  name: z.string(),
  target: z.string(),
  state: z.enum(['idle', 'starting', 'running', 'waiting']),
  pid: z.number().nullable(),
  restarts: z.number(),
  error: z.string().nullable(),
  complaints: z.string().nullable(),
  retryAt: z.string().nullable(),
  presets: z.array(z.string()).nullable(),
  tools: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['offered', 'off', 'gone', 'quarantined']),
      fingerprint: z.string().nullable(),
      acceptedFingerprint: z.string().nullable(),
      acceptedAt: z.string().nullable(),
      acceptedBy: z.string().nullable(),
      diff: z.string().nullable(),
    }),
  ),
  warnings: z.array(z.string()),
  review: z.string().nullable(),
});

/** `review` identifies what the user reviewed, so that nothing else is accepted. */
export const acceptance = z.strictObject({
  review: z.string().regex(/^[0-9a-f]{64}$/, 'the review of the server that you looked at'),
  tool: z.string().max(128).optional(),
});

const sums = z.record(z.string(), z.number());

/** Sums over equal spans of time, oldest first. Empty spans are left out. */
export const activity = z.object({
  from: z.string(),
  to: z.string(),
  spanMs: z.number(),
  /** There is more than was counted: the sums cover only the newest. */
  isPartial: z.boolean(),
  spans: z.array(
    z.object({
      at: z.string(),
      calls: sums.describe('How many calls are in each state.'),
      approvals: sums.describe('How many were approved, denied, expired or wait.'),
      averageMs: z.number().nullable(),
      slow: z.number().describe('Calls that took longer than their tool’s budget.'),
      inputTokens: z.number(),
      outputTokens: z.number(),
    }),
  ),
  tools: z.array(
    z.object({
      preset: z.string(),
      tool: z.string(),
      calls: z.number(),
      averageMs: z.number(),
      slowestMs: z.number(),
      budgetMs: z.number().nullable(),
      slow: z.number(),
    }),
  ),
});

const requestId = id.describe('An id of your own. The answer repeats it.');

/** What a client may send on the WebSocket. */
export const socketRequest = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('tool.execute'), requestId, ...callRequest.shape })
    .describe('Calls a tool. Answered with tool.results, and with tool.progress before that.'),
  z
    .strictObject({ type: z.literal('call.cancel'), requestId, callId: id.describe('The call to stop.') })
    .describe('Stops a running call. Answered with call.cancelled.'),
  z
    .strictObject({
      type: z.literal('approval.decide'),
      requestId,
      approvalId: id.describe('The approval to decide.'),
      ...decisionRequest.shape,
    })
    .describe('Decides an approval; only a person can. Answered with approval.decided.'),
  z.strictObject({ type: z.literal('ping'), requestId }).describe('Tests the connection. Answered with pong.'),
  ...planRequests,
]);

export type OutcomeMessage = z.output<typeof outcome>;
export type DecidedMessage = z.output<typeof decided>;
export type ApprovalMessage = z.output<typeof approvalView>;
export type CallMessage = z.output<typeof callView>;
export type MountedServerMessage = z.output<typeof mountedServer>;
export type GrantMessage = z.output<typeof grant>;
export type ErrorMessage = z.output<typeof errorValue>;
export type SocketRequest = z.output<typeof socketRequest>;
export type DryRunMessage = z.output<typeof dryRunResult>;
export type CatalogueTool = z.output<typeof toolListing>;
export type ActivityMessage = z.output<typeof activity>;
export type AuditMessage = z.output<typeof auditRecord>;
export type SettingList = z.output<typeof settingList>;
export type SettingMessage = z.output<typeof settingRow>;
