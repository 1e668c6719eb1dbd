/** An answer as a chat completion, whole or in chunks. */
import { cut, type Answer } from './answer.ts';
import { isShape, type Shape } from './json-shape.ts';
import type { OpenAiError } from './refusal.ts';

export function toCompletion(answer: Answer): Shape {
  const { text, reasoning, calls } = answer;
  return {
    ...head(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => toolCall(call)) }),
        },
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: usage(answer),
  };
}

/** With an error, it takes the place of the proper end. */
export function toChunks(answer: Answer, body: Shape, error: OpenAiError | undefined): Shape[] {
  const options = body['stream_options'];
  const withUsage = isShape(options) && options['include_usage'] === true;
  const chunk = (delta: Shape, finish: string | null = null): Shape => ({
    ...head(answer, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(withUsage ? { usage: null } : {}),
  });
  const { text, reasoning, calls } = answer;
  const end = [
    chunk({}, finishReason(answer)),
    ...(withUsage ? [{ ...head(answer, 'chat.completion.chunk'), choices: [], usage: usage(answer) }] : []),
  ];
  return [
    chunk({ role: 'assistant', content: text === '' && calls.length > 0 ? null : '', refusal: null }),
    ...cut(reasoning).map((piece) => chunk({ reasoning_content: piece })),
    ...cut(text).map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...toolCall({ ...call, args: '' }) }] }),
      ...cut(call.args).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    ...(error ? [{ error }] : end),
  ];
}

function head({ id, created, model }: Answer, object: string): Shape {
  return { id: `chatcmpl-${id}`, object, created, model, service_tier: 'default', system_fingerprint: null };
}

function toolCall({ id, name, args }: Answer['calls'][number]): Shape {
  return { id, type: 'function', function: { name, arguments: args } };
}

function finishReason({ finishReason: chosen, calls }: Answer): string {
  return chosen ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function usage({ usage: { input, output } }: Answer): Shape {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
