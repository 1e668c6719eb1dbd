/** A reply as a chat completion, whole or in chunks. */
import type { Turn } from '../../agent/turn.ts';
import type { EventStream } from '../../lib/event-stream.ts';
import type { ReplyFormat } from './answer.ts';
import type { ChatRequest } from './chat-request.ts';
import type { OpenAiErrorBody } from './openai-api-error.ts';
import type { AssistantReply } from './reply.ts';

export function createChatFormat({ model, includesUsage }: ChatRequest, answerId: string): ReplyFormat {
  const head = { id: `chatcmpl-${answerId}`, created: Math.floor(Date.now() / 1_000), model, system_fingerprint: null };
  const chunk = (delta: object, finish: string | null = null) =>
    JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(includesUsage ? { usage: null } : {}),
    });
  return {
    whole: ({ text, turn }) => ({
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: finishReason(turn),
        },
      ],
      usage: toChatUsage(turn),
    }),
    stream: (events: EventStream) => ({
      begin: () => events.send(chunk({ role: 'assistant', content: '', refusal: null })),
      write: (piece: string) => events.send(chunk({ content: piece })),
      end: ({ turn }: AssistantReply) => {
        events.send(chunk({}, finishReason(turn)));
        const usage = { ...head, object: 'chat.completion.chunk', choices: [], usage: toChatUsage(turn) };
        if (includesUsage) events.send(JSON.stringify(usage));
        events.send('[DONE]');
      },
      fail: (error: OpenAiErrorBody) => events.send(JSON.stringify({ error })),
    }),
  };
}

function finishReason({ problem }: Turn): string {
  return problem?.code === 'LIMIT_REACHED' ? 'length' : 'stop';
}

function toChatUsage({ usage: { inputTokens, outputTokens } }: Turn) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
