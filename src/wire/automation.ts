/** The messages on the automation service's socket: one JSON value per line, in both directions. */
import { z } from 'zod';

import { callRequest, errorValue, outcome } from './messages.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/);
const proof = z.string().regex(/^[0-9a-f]{64}$/);
const nonce = z.string().regex(/^[0-9a-f]{64}$/);

/** The first line of the service: the client must prove that it knows the secret, which is never sent. */
export const challenge = z.strictObject({ type: z.literal('challenge'), nonce });
export const hello = z.strictObject({ type: z.literal('hello'), proof, nonce });
/** The service proves the same, so that no other process can impersonate it. */
export const welcome = z.strictObject({ type: z.literal('welcome'), proof });

/** The user of a call. A call over the socket is always an agent's call, never a call by the user in person. */
const caller = { userId: z.string().min(1).max(128), via: z.string().max(200) };

const call = {
  ...callRequest.shape,
  preset: z.string().max(64),
  newId: id.optional(),
  toolsVersion: z.string().max(200).optional(),
  collects: z.boolean().optional(),
};

export const automationRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tool.execute'), requestId: id, ...caller, ...call }),
  z.strictObject({ type: z.literal('tool.facts'), requestId: id, ...caller, ...call }),
  z.strictObject({ type: z.literal('tool.preview'), requestId: id, ...caller, ...call }),
  z.strictObject({ type: z.literal('tool.undo'), requestId: id, ...caller, callId: id, token: z.string().max(8_192) }),
  z.strictObject({ type: z.literal('tool.cancel'), requestId: id, ...caller, callId: id }),
]);

/** The audit metadata of a call. */
const auditMetadata = z.object({
  trace_id: z.string(),
  call_id: z.string(),
  user: z.string().nullable(),
  tool: z.string(),
  version: z.string().nullable(),
  args_hash: z.string().nullable(),
  decision: z.object({ effect: z.string(), reason: z.string(), rule: z.string() }).nullable(),
  approver: z.string().nullable(),
  result: z.string().nullable(),
  summary: z.string().nullable(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** The newest record of the call in the chain, and its hash. */
  seq: z.number(),
  hash: z.string(),
});

export const automationAnswer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('tool.results'),
    requestId: z.string(),
    results: z.array(outcome),
    audit: z.array(auditMetadata),
  }),
  z.object({ type: z.literal('tool.progress'), requestId: z.string(), progress: z.unknown() }),
  z.object({ type: z.literal('tool.looked'), requestId: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('tool.undone'), requestId: z.string() }),
  z.object({ type: z.literal('tool.cancelled'), requestId: z.string(), cancelled: z.boolean() }),
  z.object({ type: z.literal('error'), requestId: z.string().nullable(), error: errorValue }),
]);

export type AutomationRequest = z.output<typeof automationRequest>;
export type AutomationAnswer = z.output<typeof automationAnswer>;
