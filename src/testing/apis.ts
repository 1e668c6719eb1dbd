/** The ways of OpenAI's API to ask for an answer, by path. */
import type { Answer } from './answer.ts';
import { toChunks, toCompletion } from './chat-answer.ts';
import { readChat } from './chat-request.ts';
import type { Shape } from './json-shape.ts';
import { itemsOf, toEvents, toResponse } from './responses-answer.ts';
import { readResponses } from './responses-request.ts';
import type { OpenAiError } from './refusal.ts';
import type { Told } from './request-summary.ts';

export interface Api {
  /** Throws a Refusal for what OpenAI would refuse. */
  read(body: Shape): Told;
  whole(answer: Answer, body: Shape): Shape;
  /** The events of the stream as they go over the wire; with an error, it takes the place of the proper end. */
  frames(answer: Answer, body: Shape, error: OpenAiError | undefined): string[];
}

export function apis(): ReadonlyMap<string, Api> {
  return new Map([
    ['/v1/chat/completions', chat],
    ['/v1/responses', responses()],
  ]);
}

const chat: Api = {
  read: readChat,
  whole: toCompletion,
  frames: (answer, body, error) => [
    ...toChunks(answer, body, error).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
    'data: [DONE]\n\n',
  ],
};

/** Unless it is told not to, this API keeps what it answered, and takes it back by its id. */
function responses(): Api {
  const kept = new Map<string, Shape>();
  const keep = (answer: Answer, body: Shape): void => {
    if (body['store'] === false) return;
    for (const item of itemsOf(answer, body)) kept.set(String(item['id']), item);
  };
  return {
    read: (body) => readResponses(body, kept),
    whole(answer, body) {
      keep(answer, body);
      return toResponse(answer, body);
    },
    frames(answer, body, error) {
      if (!error) keep(answer, body);
      return toEvents(answer, body, error).map(
        (event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`,
      );
    },
  };
}
