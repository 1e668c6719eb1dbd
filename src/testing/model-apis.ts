/** The endpoints of OpenAI's API that return answers, by path. */
import { formatServerEvent } from '../lib/event-stream.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';
import { toChunks, toCompletion } from './chat-answer.ts';
import { readChat } from './chat-request.ts';
import type { JsonShape } from './json-shape.ts';
import { toOutputItems, toEvents, toResponse } from './responses-answer.ts';
import { readResponses } from './responses-request.ts';
import type { ScriptedErrorBody } from './scripted-api-error.ts';
import type { RequestSummary } from './request-summary.ts';

export interface ModelApi {
  /** Throws a `ScriptedApiError` for requests that OpenAI would refuse. */
  read(body: JsonShape): RequestSummary;
  whole(answer: ScriptedAnswer, body: JsonShape): JsonShape;
  /** The events of the stream as they are sent. An error replaces the normal end. */
  frames(answer: ScriptedAnswer, body: JsonShape, error: ScriptedErrorBody | undefined): string[];
}

export function createModelApis(): ReadonlyMap<string, ModelApi> {
  return new Map([
    ['/v1/chat/completions', chat],
    ['/v1/responses', responses()],
  ]);
}

const chat: ModelApi = {
  read: readChat,
  whole: toCompletion,
  frames: (answer, body, error) => [
    ...toChunks(answer, body, error).map((chunk) => formatServerEvent(JSON.stringify(chunk))),
    formatServerEvent('[DONE]'),
  ],
};

/** This API stores its output items, unless `store` is false. Later requests can refer to them by id. */
function responses(): ModelApi {
  const kept = new Map<string, JsonShape>();
  const keep = (answer: ScriptedAnswer, body: JsonShape): void => {
    if (body['store'] === false) return;
    for (const item of toOutputItems(answer, body)) kept.set(String(item['id']), item);
  };
  return {
    read: (body) => readResponses(body, kept),
    whole(answer, body) {
      keep(answer, body);
      return toResponse(answer, body);
    },
    frames(answer, body, error) {
      if (!error) keep(answer, body);
      return toEvents(answer, body, error).map((event) =>
        formatServerEvent(JSON.stringify(event), String(event['type'])),
      );
    },
  };
}
