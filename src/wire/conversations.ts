/** The shapes of what is said of conversations over HTTP. */
import { z } from 'zod';

import { errorValue, outcome, workspaceId } from './messages.ts';

export const assistant = z.object({
  id: z.string(),
  preset: z.string(),
  model: z.string(),
  description: z.string(),
});

export const conversation = z.object({
  id: z.string(),
  preset: z.string(),
  model: z.string(),
  title: z.string(),
  instructions: z.string().optional(),
  workspaceId: z.string().optional().describe('The registered workspace that its calls act in.'),
  isOpen: z.boolean().describe('Whether something is still to be done or waited for.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const place = { seq: z.number(), at: z.string() };

export const chatMessage = z.discriminatedUnion('role', [
  z.object({ ...place, role: z.literal('user'), text: z.string() }),
  z.object({
    ...place,
    role: z.literal('assistant'),
    text: z.string(),
    calls: z.array(z.object({ callId: z.string(), tool: z.string(), args: z.string() })),
    planId: z.string().nullable().describe('The plan that shows its calls together, where the preset has plans.'),
    droppedCalls: z.number().describe('Calls beyond the limit, which were not made.'),
    reports: z.array(z.string()),
    problem: errorValue.nullable(),
  }),
  z.object({
    ...place,
    role: z.literal('tool'),
    results: z.array(
      z.object({
        callId: z.string(),
        tool: z.string(),
        title: z.string(),
        state: outcome.shape.state,
        code: z.string().optional(),
        content: z.string().describe('JSON, as the model reads it.'),
      }),
    ),
    isLate: z.boolean().describe('These came after the conversation had gone on without them.'),
  }),
]);

const waitingCall = z.object({
  callId: z.string(),
  tool: z.string(),
  title: z.string(),
  approval: z.object({
    id: z.string(),
    url: z.string().optional(),
    expiresAt: z.string(),
    workspace: z.string().optional(),
  }),
});

export const turn = z.object({
  state: z.enum(['done', 'waiting', 'failed']),
  text: z.string(),
  reports: z.array(z.string()),
  waiting: z.array(waitingCall),
  problem: errorValue.optional(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  seq: z.number(),
});

export const beginning = z.strictObject({
  workspace: workspaceId.optional(),
  assistant: z.string().max(200).optional().describe('The assistant. Left out, the first one.'),
  title: z.string().max(200).optional(),
  instructions: z.string().max(50_000).optional().describe('Instructions for the assistant, beside those of Deputize.'),
});

export const userMessage = z.strictObject({ text: z.string().min(1).max(1_000_000) });

export type ConversationMessage = z.output<typeof conversation>;
export type ChatMessage = z.output<typeof chatMessage>;
export type TurnMessage = z.output<typeof turn>;
export type AssistantListing = z.output<typeof assistant>;
export type ToolResultMessage = Extract<ChatMessage, { role: 'tool' }>['results'][number];
