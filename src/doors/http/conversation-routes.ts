/** The routes of conversations with their shapes. */
import { createRoute, z } from '@hono/zod-openapi';

import * as wire from '../../wire/conversations.ts';
import { body, failures, json, security, withId } from './describe.ts';

const turnOrEvents = (description: string) => ({
  content: {
    'application/json': { schema: wire.turn },
    'text/event-stream': { schema: z.string().describe('Events of the turn; the last is `turn`.') },
  },
  description,
});

export const listAssistants = createRoute({
  method: 'get',
  path: '/api/assistants',
  summary: 'Whom one can talk to',
  security,
  responses: { 200: json(z.object({ assistants: z.array(wire.assistant) }), 'The first is the default.'), ...failures },
});

export const listConversations = createRoute({
  method: 'get',
  path: '/api/conversations',
  summary: 'Your conversations, newest first',
  security,
  request: {
    query: z.object({
      before: z.iso.datetime().optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Only conversations that contain this text, in the title or in a message.'),
    }),
  },
  responses: {
    200: json(z.object({ conversations: z.array(wire.conversation) }), 'The conversations.'),
    ...failures,
  },
});

export const beginConversation = createRoute({
  method: 'post',
  path: '/api/conversations',
  summary: 'Begin a conversation',
  security,
  request: { body: body(wire.beginning) },
  responses: { 200: json(wire.conversation, 'Nothing has been said in it yet.'), ...failures },
});

export const showConversation = createRoute({
  method: 'get',
  path: '/api/conversations/{id}',
  summary: 'One conversation, with what was said',
  security,
  request: { params: withId },
  responses: {
    200: json(z.object({ conversation: wire.conversation, messages: z.array(wire.chatMessage) }), 'The conversation.'),
    ...failures,
  },
});

export const say = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/messages',
  summary: 'Say something',
  description:
    'Answers when the turn is over or waits for a person; with `Accept: text/event-stream`, as it goes. The turn goes on when the connection ends.',
  security,
  request: { params: withId, body: body(wire.userMessage) },
  responses: { 200: turnOrEvents('How the turn ended.'), ...failures },
});

export const cancelTurn = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/cancel',
  summary: 'Stop the turn under way',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ cancelled: z.boolean() }), 'Whether there was one here.'), ...failures },
});

export const followTurn = createRoute({
  method: 'get',
  path: '/api/conversations/{id}/events',
  summary: 'Follow a conversation',
  description:
    'With `Accept: text/event-stream`, what this server does in it, turn after turn, until you leave. Otherwise answers when the turn under way is over.',
  security,
  request: { params: withId },
  responses: { 200: turnOrEvents('How the turn under way ended.'), ...failures },
});
