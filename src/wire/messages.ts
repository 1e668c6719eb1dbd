/** The shapes of all our HTTP and WebSocket messages. */
import { z } from 'zod';

import { planRequests } from './plans.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, '1 to 128 letters, digits or any of _ . : -');

export const errorValue = z.object({
  code: z.string(),
  type: z.enum(['permission_denied', 'validation_error', 'resource_not_found', 'external_api_error', 'system_error']),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean(),
  partialSideEffects: z.boolean(),
});

export const errorAnswer = z.object({ error: errorValue });

const decision = z.object({
  effect: z.enum(['allow', 'report', 'confirm', 'block']),
  reason: z.string(),
  rule: z.string(),
});

export const outcome = z.object({
  state: z.enum(['ok', 'reported', 'pending', 'refused', 'failed', 'unknown']),
  callId: z.string(),
  traceId: z.string(),
  decision,
  value: z.unknown().optional(),
  executedArgs: z
    .unknown()
    .optional()
    .describe('The arguments that ran, where a person changed them before approving.'),
  report: z.string().optional(),
  error: errorValue.optional(),
  approval: z
    .object({ id: z.string(), url: z.string().optional(), expiresAt: z.string(), workspace: z.string().optional() })
    .optional(),
  truncated: z
    .object({
      characters: z.number(),
      whole: z.string(),
      parts: z.array(z.object({ path: z.string(), kept: z.number(), total: z.number() })),
    })
    .optional(),
});

/** The id of a registered workspace. */
export const workspaceId = z.string().min(1).max(128).describe('The id of a registered workspace');

export const callRequest = z.strictObject({
  tool: z.string().max(256),
  args: z.unknown(),
  preset: z.string().max(64).optional(),
  traceId: id.optional(),
  callId: id.optional(),
  confirmToken: z.string().max(8_192).optional(),
  conversationId: id.optional(),
  workspace: workspaceId.optional(),
  mode: z.enum(['text', 'voice']).optional(),
});

export const rehearsalRequest = callRequest.pick({ tool: true, args: true, preset: true, mode: true, workspace: true });

/** How long a decision is remembered: once, for the conversation, for a time such as `1h`, or always. */
export const remember = z
  .string()
  .regex(/^(once|conversation|always|\d{1,9}(s|m|h|d))$/, 'once, conversation, always, or a time such as 1h');

export const verdict = z.strictObject({
  decision: z.enum([
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
  ]),
  modifiedArgs: z.unknown().optional(),
  reason: z.string().max(2_000).optional(),
  remember: remember.optional(),
  pattern: z.record(z.string().startsWith('/'), z.string().min(1)).optional(),
  everywhere: z.boolean().optional().describe('What is remembered holds in every workspace, not only in this one.'),
  execute: z.boolean().optional(),
});

export const batchVerdict = z.strictObject({
  ids: z.array(id).min(1).max(200),
  ...verdict.omit({ modifiedArgs: true, pattern: true }).shape,
});

export const setting = z.strictObject({
  level: z.enum(['system', 'organization', 'department', 'user']),
  subject: z.string(),
  pattern: z.string().min(1).max(200),
  value: z.enum(['off', 'ask', 'allow']),
});

/** A stored setting, with who set it and when. */
const settingRow = z.looseObject({ ...setting.shape, set_by: z.string(), set_at: z.number() });

export const settingList = z.object({
  settings: z.array(settingRow),
  autonomy: z.enum(['ask', 'experimental-trusted-values']).describe('The second one lets wrong calls run.'),
});

export const toolListing = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  category: z.string(),
  risk: z.string(),
  confirmation: z.string(),
  sideEffects: z.string(),
  idempotent: z.boolean(),
  modes: z.array(z.string()),
  grants: z.boolean().describe('Whether a standing permission can take the place of a decision.'),
  setting: settingRow.nullable().describe('The setting that holds for the one who asks, where any does.'),
  documentation: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()),
});

const eventTimes = z.object({ start: z.string(), end: z.string(), allDay: z.boolean() });

const namedText = z.object({ name: z.string(), value: z.string() });

const previewPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), label: z.string(), text: z.string() }),
  z.object({ kind: z.literal('diff'), path: z.string(), diff: z.string() }),
  z.object({ kind: z.literal('list'), label: z.string(), items: z.array(z.string()) }),
  z.object({
    kind: z.literal('event'),
    label: z.string(),
    title: z.string(),
    ...eventTimes.shape,
    taken: z
      .array(eventTimes.extend({ title: z.string().optional(), calendar: z.string().optional() }))
      .nullable()
      .describe('What else is on its days; null where that could not be looked up.'),
  }),
  z.object({
    kind: z.literal('mail'),
    from: z.string(),
    replyTo: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string().nullable().describe('The markup, where it is written in HTML; `text` is what is read of it.'),
    attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    url: z.string(),
    query: z.array(namedText).describe('What the address carries, decoded.'),
    headers: z.array(namedText).describe('Credentials are told of and not shown.'),
    body: z.string().nullable(),
    warnings: z.array(z.string()),
  }),
]);

const tracedValue = z.object({
  kind: z.enum(['recipient', 'target', 'path', 'address', 'amount', 'credential', 'permission', 'text']),
  value: z.string(),
  origin: z
    .enum(['user', 'trusted', 'described', 'mentioned', 'identifier', 'listed', 'others', 'unseen'])
    .describe('Who the value comes from: the user’s own words first, nowhere at all last.'),
  sentence: z.string().nullable().describe('The words in which it stood.'),
});

export const preview = z.object({ title: z.string(), parts: z.array(previewPart), state: z.string().optional() });

/** What a call acts in, with the label that users know it by. */
const resource = z.object({ id: z.string(), label: z.string() });

/** A folder that calls may act in. */
export const workspace = z.object({ id: z.string(), label: z.string(), path: z.string(), createdAt: z.string() });

/** How a call would be decided, and what a person would see of it. */
export const dryRunResult = z.object({
  decision,
  risk: z.enum(['low', 'medium', 'high']),
  scope: z.array(z.string()),
  resources: z.array(resource),
  preview: preview.nullable(),
});

export const approvalView = z.object({
  id: z.string(),
  callId: z.string(),
  traceId: z.string(),
  state: z.string(),
  tool: z.string(),
  version: z.string(),
  preset: z.string(),
  risk: z.string(),
  reason: z.string(),
  rule: z.string(),
  requestedBy: z.string(),
  userId: z.string(),
  conversationId: z.string().nullable(),
  workspace: resource.nullable(),
  resources: z.array(resource),
  args: z.unknown(),
  approvedArgs: z.unknown(),
  scope: z.array(z.string()),
  preview,
  provenance: z.array(tracedValue),
  createdAt: z.string(),
  expiresAt: z.string(),
  decision: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedVia: z.string().nullable(),
  decidedAt: z.string().nullable(),
  note: z.string().nullable(),
  url: z.string().optional(),
});

export const decided = z.object({
  ...outcome.shape,
  confirmToken: z.string().optional(),
  offer: z.object({ approvalId: z.string(), approvedBefore: z.number() }).optional(),
});

export const callView = z.object({
  callId: z.string(),
  traceId: z.string(),
  userId: z.string(),
  actor: z.string(),
  preset: z.string(),
  tool: z.string(),
  version: z.string(),
  state: z.string(),
  risk: z.string(),
  decision,
  workspace: resource.nullable(),
  resources: z.array(resource),
  proposedArgs: z.unknown(),
  approvedArgs: z.unknown(),
  executedArgs: z.unknown(),
  outcome: outcome.nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  canUndo: z.boolean(),
});

export const auditRecord = z.object({
  seq: z.number(),
  at: z.string(),
  kind: z.string(),
  callId: z.string().nullable(),
  body: z.record(z.string(), z.unknown()),
  hash: z.string(),
});

export const grant = z.object({
  id: z.string(),
  preset: z.string(),
  tool: z.string(),
  match: z.record(z.string(), z.unknown()),
  effect: z.enum(['allow', 'deny']),
  conversationId: z.string().nullable(),
  resources: z.array(resource).nullable().describe('Where it holds; null: everywhere.'),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
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

/** What a client may send on the WebSocket. The answer repeats `requestId`. */
export const socketRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tool.execute'), requestId: id, ...callRequest.shape }),
  z.strictObject({ type: z.literal('call.cancel'), requestId: id, callId: id }),
  z.strictObject({ type: z.literal('approval.decide'), requestId: id, approvalId: id, ...verdict.shape }),
  z.strictObject({ type: z.literal('ping'), requestId: id }),
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
export type PreviewPartMessage = z.output<typeof previewPart>;
export type TracedValueMessage = z.output<typeof tracedValue>;
export type PreviewMessage = z.output<typeof preview>;
export type DryRunMessage = z.output<typeof dryRunResult>;
export type CatalogueTool = z.output<typeof toolListing>;
export type ActivityMessage = z.output<typeof activity>;
export type AuditMessage = z.output<typeof auditRecord>;
export type SettingList = z.output<typeof settingList>;
export type SettingMessage = z.output<typeof settingRow>;
