/** Answers one request, whole or as a stream, in the form that its way prescribes. */
import { toErrorValue, type Principal } from '../../core/index.ts';
import { EVENT_STREAM_HEADERS, eventStream, firstSign, type EventStream } from '../../lib/event-stream.ts';
import type { OpenAiEnvironment } from './environment.ts';
import { findConversation, type OpenAiRequestContext } from './find-conversation.ts';
import { createConversationKeys } from './conversation-keys.ts';
import { isExpected, modelNotFoundError, toOpenAiApiError, type OpenAiErrorBody } from './openai-api-error.ts';
import { reply, type AssistantReply } from './reply.ts';
import type { AssistantRequest } from './assistant-request.ts';

/** How one of OpenAI's ways writes a reply. */
export interface ReplyFormat {
  whole(reply: AssistantReply): object;
  stream(events: EventStream): {
    begin(): void;
    write(piece: string): void;
    end(reply: AssistantReply): void;
    /** Nothing was said, and the status has been sent already. */
    fail(error: OpenAiErrorBody): void;
  };
}

export async function answer<A extends AssistantRequest>(
  environment: OpenAiEnvironment,
  principal: Principal,
  asked: A,
  formOf: (asked: A, answerId: string) => ReplyFormat,
  left: AbortSignal,
): Promise<Response> {
  const scene = await createRequestContext(environment, principal, asked);
  const found = await findConversation(scene, asked);
  const answerId = crypto.randomUUID().replaceAll('-', '');
  const form = formOf(asked, answerId);
  const headers = { 'x-deputize-conversation': found.conversation.id };
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  if (left.aborted) leave();
  left.addEventListener('abort', leave, { once: true });
  const listener = { signal: gone.signal, answerId };

  if (!asked.isStream) {
    const whole = form.whole(await reply(scene, asked, found, { ...listener, write: () => undefined }));
    return Response.json(whole, { headers });
  }
  const events = eventStream(leave);
  const stream = form.stream(events);
  const begun = Promise.withResolvers<void>();
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) stream.begin();
    hasBegun = true;
    begun.resolve();
  };
  const write = (piece: string): void => {
    begin();
    stream.write(piece);
  };
  const said = reply(scene, asked, found, { ...listener, write });
  await firstSign(Promise.race([begun.promise, said])).catch((error: unknown) => {
    events.close();
    throw error;
  });
  begin();
  said
    .then((ended) => stream.end(ended))
    .catch((error: unknown) => {
      if (!isExpected(error)) environment.log('error', 'a reply could not be ended', { error });
      stream.fail(toOpenAiApiError(error).error);
    })
    .finally(() => events.close());
  return new Response(events.body, { headers: { ...EVENT_STREAM_HEADERS, ...headers } });
}

async function createRequestContext(
  { runtime, assistants }: OpenAiEnvironment,
  principal: Principal,
  { model }: AssistantRequest,
): Promise<OpenAiRequestContext> {
  const all = await assistants();
  const assistant = await all.find(model).catch((error: unknown) => {
    throw toErrorValue(error).code === 'NOT_FOUND' ? modelNotFoundError(model) : error;
  });
  return { runtime, assistants: all, principal, assistant, keys: createConversationKeys(principal, assistant) };
}
