/** An answer as a chat completion, whole or in chunks. */
import { cut, type ScriptedAnswer } from './scripted-answer.ts';
import { isJsonShape, type JsonShape } from './json-shape.ts';
import type { ScriptedErrorBody } from './scripted-api-error.ts';

export function toCompletion(answer: ScriptedAnswer): JsonShape {
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
export function toChunks(answer: ScriptedAnswer, body: JsonShape, error: ScriptedErrorBody | undefined): JsonShape[] {
  const options = body['stream_options'];
  const withUsage = isJsonShape(options) && options['include_usage'] === true;
  const chunk = (delta: JsonShape, finish: string | null = null): JsonShape => ({
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

function head({ id, created, model }: ScriptedAnswer, object: string): JsonShape {
  return { id: `chatcmpl-${id}`, object, created, model, service_tier: 'default', system_fingerprint: null };
}

function toolCall({ id, name, args }: ScriptedAnswer['calls'][number]): JsonShape {
  return { id, type: 'function', function: { name, arguments: args } };
}

function finishReason({ finishReason: chosen, calls }: ScriptedAnswer): string {
  return chosen ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function usage({ usage: { input, output } }: ScriptedAnswer): JsonShape {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
