/** The OpenAI-compatible door: an assistant is offered as if it were a model, with everything that governs it in place. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { AssistantInfo } from '../../agent/assistant-service.ts';
import { DeputizeError, type Principal } from '../../core/index.ts';
import { readJson } from '../../core/read-json.ts';
import { answer } from './answer.ts';
import { createChatFormat } from './chat-answer.ts';
import { readChat } from './chat-request.ts';
import type { OpenAiEnvironment } from './environment.ts';
import {
  answerOpenAiError,
  isExpected,
  modelNotFoundError,
  OpenAiApiError,
  toOpenAiApiError,
} from './openai-api-error.ts';
import { isUnknownRecord, type UnknownRecord } from './assistant-request.ts';
import { createResponsesFormat } from './responses-answer.ts';
import { readResponses } from './responses-request.ts';

interface Variables {
  Variables: { principal: Principal };
}

const MAX_BODY = 9_000_000;

export function createOpenAiDoor(environment: OpenAiEnvironment): Hono<Variables> {
  const door = new Hono<Variables>();
  const startedAt = Math.floor(Date.now() / 1_000);
  const toModel = ({ id }: AssistantInfo) => ({ id, object: 'model', created: startedAt, owned_by: 'deputize' });

  door.onError((error) => {
    if (!isExpected(error)) environment.log('error', 'a request could not be answered', { error });
    return answerOpenAiError(toOpenAiApiError(error));
  });

  door.use('*', async (context, next) => {
    const principal = await environment.recognise(context.req.raw);
    if (!principal)
      throw new DeputizeError(
        'UNAUTHENTICATED',
        'The API key is an access token of Deputize, from: deputize token create',
      );
    context.set('principal', principal);
    return next();
  });

  door.use(
    '*',
    bodyLimit({
      maxSize: MAX_BODY,
      onError: () => {
        throw new DeputizeError('TOO_LARGE', `The body is larger than ${MAX_BODY} bytes.`);
      },
    }),
  );

  door.get('/models', async (context) => {
    const all = await (await environment.assistants()).list(context.get('principal'));
    return context.json({ object: 'list', data: all.map(toModel) });
  });

  door.get('/models/:id{.+}', async (context) => {
    const { id } = context.req.param();
    const all = await (await environment.assistants()).list(context.get('principal'));
    const found = all.find((assistant) => assistant.id === id);
    if (!found) throw modelNotFoundError(id);
    return context.json(toModel(found));
  });

  door.post('/chat/completions', async (context) => {
    const asked = readChat(await readJsonBody(context), context.req.raw.headers);
    return answer(environment, context.get('principal'), asked, createChatFormat, context.req.raw.signal);
  });

  door.post('/responses', async (context) => {
    const asked = readResponses(await readJsonBody(context), context.req.raw.headers);
    return answer(environment, context.get('principal'), asked, createResponsesFormat, context.req.raw.signal);
  });

  door.all('*', (context) => {
    const message = `There is nothing at ${context.req.method} ${context.req.path.slice(0, 100)}.`;
    throw new OpenAiApiError(404, { message, code: 'unknown_url' });
  });
  return door;
}

async function readJsonBody(context: Context): Promise<UnknownRecord> {
  const bytes = await context.req.arrayBuffer();
  const value = readJson(bytes, 'body');
  if (!isUnknownRecord(value))
    throw new OpenAiApiError(400, { message: 'The body is a JSON object.', code: 'invalid_json' });
  return value;
}
