/** A reply as a response, whole or as the events that tell of it, in the order in which clients expect them. */
import type { Turn } from '../../agent/turn.ts';
import type { EventStream } from '../../lib/event-stream.ts';
import type { ReplyFormat } from './answer.ts';
import type { OpenAiErrorBody } from './openai-api-error.ts';
import type { AssistantReply } from './reply.ts';
import type { ResponsesRequest } from './responses-request.ts';

export function createResponsesFormat(asked: ResponsesRequest, answerId: string): ReplyFormat {
  const createdAt = Math.floor(Date.now() / 1_000);
  const itemId = `msg_${answerId}`;
  const response = (status: string, more: object = {}) => ({
    id: `resp_${answerId}`,
    object: 'response',
    created_at: createdAt,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: asked.instructions ?? null,
    max_output_tokens: null,
    model: asked.model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: asked.previous ?? null,
    conversation: asked.conversation ? { id: asked.conversation.id } : null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: asked.metadata,
    ...more,
  });
  const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });
  const item = (status: string, content: object[]) => ({
    ...{ id: itemId, type: 'message', status, role: 'assistant', content },
  });
  const completed = ({ text, turn }: AssistantReply) =>
    response('completed', { output: [item('completed', [part(text)])], usage: toResponsesUsage(turn) });

  return {
    whole: completed,
    stream: (events: EventStream) => {
      let number = 0;
      const send = (type: string, more: object): void => {
        events.send(JSON.stringify({ type, sequence_number: number, ...more }), type);
        number += 1;
      };
      const place = { item_id: itemId, output_index: 0, content_index: 0 };
      return {
        begin: () => {
          send('response.created', { response: response('in_progress') });
          send('response.in_progress', { response: response('in_progress') });
          send('response.output_item.added', { output_index: 0, item: item('in_progress', []) });
          send('response.content_part.added', { ...place, part: part('') });
        },
        write: (delta: string) => send('response.output_text.delta', { ...place, delta, logprobs: [] }),
        end: (reply: AssistantReply) => {
          const { text } = reply;
          send('response.output_text.done', { ...place, text, logprobs: [] });
          send('response.content_part.done', { ...place, part: part(text) });
          send('response.output_item.done', { output_index: 0, item: item('completed', [part(text)]) });
          send('response.completed', { response: completed(reply) });
        },
        fail: ({ code, message }: OpenAiErrorBody) => {
          const error = { code: code ?? 'server_error', message };
          send('response.failed', { response: response('failed', { error }) });
        },
      };
    },
  };
}

function toResponsesUsage({ usage: { inputTokens, outputTokens } }: Turn) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
