/** Conversations over HTTP: a turn as one answer, or as events while it goes on. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';

import type { TranscriptMessage } from '../../agent/messages.ts';
import type { ChatEvent } from '../../agent/turn.ts';
import { toErrorValue, type Conversation, type Runtime, type StoredMessage } from '../../core/index.ts';
import type { ChatMessage, ConversationMessage, TurnMessage } from '../../wire/conversations.ts';
import { EVENT_STREAM_HEADERS, eventStream, firstSign } from '../../lib/event-stream.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import * as routes from './conversation-routes.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';

type ConversationApi = OpenAPIHono<RequestVariables>;
type ConversationSource = Pick<HttpEnvironment, 'runtime' | 'assistants'>;

export function createConversationApi(environment: HttpEnvironment): ConversationApi {
  const api: ConversationApi = new OpenAPIHono({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  addConversationRoutes(api, environment);
  addTurnRoutes(api, environment);
  return api;
}

function addConversationRoutes(api: ConversationApi, { runtime, assistants }: ConversationSource): void {
  api.openapi(routes.listAssistants, async (context) => {
    return context.json({ assistants: await (await assistants()).list(context.get('principal')) }, 200);
  });

  api.openapi(routes.listConversations, async (context) => {
    const found = await runtime.conversations.list(context.get('principal'), context.req.valid('query'));
    return context.json({ conversations: found.map(toConversation) }, 200);
  });

  api.openapi(routes.beginConversation, async (context) => {
    const { assistant, title = '', instructions, workspace } = context.req.valid('json');
    const all = await assistants();
    const found = await all.find(assistant);
    const begun = await all.begin(context.get('principal'), found, title, { instructions, workspace });
    return context.json(toConversation(begun), 200);
  });

  api.openapi(routes.showConversation, async (context) => {
    const found = await runtime.conversations.find(context.req.valid('param').id, context.get('principal'));
    const messages = await (await assistants()).messages(found);
    return context.json(
      { conversation: toConversation(found), messages: messages.map(toMessage(planIdsIn(found, runtime))) },
      200,
    );
  });
}

function addTurnRoutes(api: ConversationApi, { runtime, assistants }: ConversationSource): void {
  api.openapi(routes.say, async (context) => {
    const { id } = context.req.valid('param');
    const { text } = context.req.valid('json');
    const principal = context.get('principal');
    const all = await assistants();
    await runtime.conversations.find(id, principal);
    if (!wantsEvents(context)) return context.json((await all.send(principal, id, text)) as TurnMessage, 200);
    const events = eventStream(() => undefined);
    const begun = Promise.withResolvers<void>();
    const on = ({ type, ...event }: ChatEvent): void => {
      begun.resolve();
      events.send(JSON.stringify(event), type);
    };
    const turn = all.send(principal, id, text, { on });
    turn
      .then(
        (ended) => events.send(JSON.stringify(ended), 'turn'),
        (error: unknown) => events.send(JSON.stringify({ error: toErrorValue(error) }), 'error'),
      )
      .finally(() => events.close());
    await firstSign(Promise.race([begun.promise, turn]));
    return streamed(events.body);
  });

  api.openapi(routes.cancelTurn, async (context) => {
    const cancelled = await (await assistants()).cancel(context.get('principal'), context.req.valid('param').id);
    return context.json({ cancelled }, 200);
  });

  api.openapi(routes.followTurn, async (context) => {
    const { id } = context.req.valid('param');
    const principal = context.get('principal');
    const all = await assistants();
    if (!wantsEvents(context)) return context.json((await all.follow(principal, id)) as TurnMessage, 200);
    const gone = new AbortController();
    const events = eventStream(() => gone.abort());
    const stop = await all.watch(principal, id, ({ type, ...event }) =>
      events.send(JSON.stringify('turn' in event ? event.turn : event), type),
    );
    gone.signal.addEventListener('abort', stop, { once: true });
    return streamed(events.body);
  });
}

/** The plan of an answer has its place for a name, where the preset has plans. */
function planIdsIn({ id, preset }: Conversation, { registry }: Runtime): (seq: number) => string | null {
  const isPlanned = registry.presets().some(({ name, plans }) => name === preset && plans === true);
  return (seq) => (isPlanned ? `${id}.${seq}` : null);
}

function wantsEvents(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes('text/event-stream');
}

// The routes' types know only JSON answers.
function streamed(body: ReadableStream<Uint8Array>): never {
  return new Response(body, { headers: EVENT_STREAM_HEADERS }) as never;
}

function toConversation(conversation: Conversation): ConversationMessage {
  const { id, preset, model, title, instructions, isOpen, createdAt, updatedAt, workspaceId } = conversation;
  return {
    ...{ id, preset, model, title, isOpen, createdAt, updatedAt },
    ...(instructions === undefined ? {} : { instructions }),
    ...(workspaceId === undefined ? {} : { workspaceId }),
  };
}

const toMessage =
  (planIdOf: (seq: number) => string | null) =>
  (message: StoredMessage<TranscriptMessage>): ChatMessage => {
    const { seq, at, body } = message;
    const place = { seq, at: new Date(at).toISOString() };
    switch (body.role) {
      case 'user':
        return { ...place, role: 'user', text: body.text };
      case 'assistant': {
        const { text, calls, dropped = 0, reports = [], problem = null } = body;
        return {
          ...{ ...place, role: 'assistant', text, droppedCalls: dropped, reports: [...reports], problem },
          calls: calls.map(({ callId, tool, args }) => ({ callId, tool, args })),
          planId: calls.length > 1 ? planIdOf(seq) : null,
        };
      }
      case 'tool':
        return {
          ...{ ...place, role: 'tool', isLate: body.isLate ?? false },
          results: body.results.map(({ callId, tool, title, state, code, content }) => ({
            ...{ callId, tool, title, state, content },
            ...(code === undefined ? {} : { code }),
          })),
        };
    }
  };
