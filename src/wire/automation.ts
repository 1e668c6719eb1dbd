/** The messages on the automation service's socket: one JSON value per line, in both directions. */
import { z } from 'zod';

import { auditMetadata } from './audit-metadata.ts';
import { callRequest, errorValue, outcome } from './messages.ts';

const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/);
const proof = z.string().regex(/^[0-9a-f]{64}$/);
const nonce = z.string().regex(/^[0-9a-f]{64}$/);

/** The first line of the service: the client must prove that it knows the secret, which is never sent. */
export const challenge = z
  .strictObject({ type: z.literal('challenge'), nonce: nonce.describe('A random number of the service.') })
  .describe('The first line of the service.');
export const hello = z
  .strictObject({
    type: z.literal('hello'),
    proof: proof.describe('Proof that the client knows the secret, over the nonce of the service.'),
    nonce: nonce.describe('A random number of the client.'),
  })
  .describe('The first line of the client.');
/** The service proves the same, so that no other process can impersonate it. */
export const welcome = z
  .strictObject({
    type: z.literal('welcome'),
    proof: proof.describe('Proof that the service knows the secret, over the nonce of the client.'),
  })
  .describe('The second line of the service. Requests may follow.');

const requestId = id.describe('An id of your own. The answer repeats it.');

/** The user of a call. A call over the socket is always an agent's call, never a call by the user in person. */
const caller = {
  userId: z.string().min(1).max(128).describe('The user whose call it is.'),
  via: z.string().max(200).describe('The program that made the call, for the audit.'),
};

const call = {
  ...callRequest.shape,
  preset: z.string().max(64).describe('The preset of the tool.'),
  newId: id.optional().describe('The id for the call, if the caller named none.'),
  toolsVersion: z.string().max(200).optional().describe('The version of the tools that the caller knows.'),
  collects: z.boolean().optional().describe('Whether the caller collects the outcome of an approved call.'),
};

export const automationRequest = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('tool.execute'), requestId, ...caller, ...call })
    .describe('Calls a tool. The service validates it, decides it by the policy and checks its confirm token.'),
  z
    .strictObject({ type: z.literal('tool.facts'), requestId, ...caller, ...call })
    .describe('Asks what a call would do. Answered with tool.looked.'),
  z
    .strictObject({ type: z.literal('tool.preview'), requestId, ...caller, ...call })
    .describe('Asks what a person would see of a call. Answered with tool.looked.'),
  z
    .strictObject({
      type: z.literal('tool.undo'),
      requestId,
      ...caller,
      callId: id.describe('The call to undo.'),
      token: z.string().max(8_192).describe('A signed token that authorizes exactly this undo.'),
    })
    .describe('Undoes a call. Answered with tool.undone.'),
  z
    .strictObject({ type: z.literal('tool.cancel'), requestId, ...caller, callId: id.describe('The call to stop.') })
    .describe('Stops a running call. Answered with tool.cancelled.'),
]);

export const automationAnswer = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('tool.results'),
      requestId: z.string().describe('The id of the request.'),
      results: z.array(outcome).describe('The outcome of the call.'),
      audit: z.array(auditMetadata).describe('What the audit says about the call.'),
    })
    .describe('The outcome of a call.'),
  z
    .object({
      type: z.literal('tool.progress'),
      requestId: z.string().describe('The id of the request.'),
      progress: z.unknown().describe('How far it is: done, total and message.'),
    })
    .describe('A running call reports progress.'),
  z
    .object({
      type: z.literal('tool.looked'),
      requestId: z.string().describe('The id of the request.'),
      value: z.unknown().describe('The facts or the preview.'),
    })
    .describe('The answer to tool.facts and tool.preview.'),
  z
    .object({ type: z.literal('tool.undone'), requestId: z.string().describe('The id of the request.') })
    .describe('The call was undone.'),
  z
    .object({
      type: z.literal('tool.cancelled'),
      requestId: z.string().describe('The id of the request.'),
      cancelled: z.boolean().describe('Whether the call was running.'),
    })
    .describe('The answer to tool.cancel.'),
  z
    .object({
      type: z.literal('error'),
      requestId: z.string().nullable().describe('The id of the request; null if it could not be read.'),
      error: errorValue.describe('What is wrong.'),
    })
    .describe('A request could not be answered.'),
]);

export type AutomationRequest = z.output<typeof automationRequest>;
export type AutomationAnswer = z.output<typeof automationAnswer>;
