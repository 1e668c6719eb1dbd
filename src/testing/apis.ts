/** The ways of OpenAI's API to ask for an answer, by path. */
import type { Answer } from './answer.ts';
import { toChunks, toCompletion } from './chat-answer.ts';
import { readChat } from './chat-request.ts';
import type { Shape } from './json-shape.ts';
import type { OpenAiError } from './refusal.ts';
import type { Told } from './told.ts';

export interface Api {
  /** Throws a Refusal for what OpenAI would refuse. */
  read(body: Shape): Told;
  whole(answer: Answer, body: Shape): Shape;
  /** The events of the stream as they go over the wire; with an error, it takes the place of the proper end. */
  frames(answer: Answer, body: Shape, error: OpenAiError | undefined): string[];
}

export function apis(): ReadonlyMap<string, Api> {
  return new Map([['/v1/chat/completions', chat]]);
}

const chat: Api = {
  read: readChat,
  whole: toCompletion,
  frames: (answer, body, error) => [
    ...toChunks(answer, body, error).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
    'data: [DONE]\n\n',
  ],
};
