/** An answer as the responses API gives it, whole or as events. */
import { cut, type ScriptedAnswer } from './scripted-answer.ts';
import { toUnknownList, type JsonShape } from './json-shape.ts';
import type { ScriptedErrorBody } from './scripted-api-error.ts';

export function toResponse(answer: ScriptedAnswer, body: JsonShape): JsonShape {
  return response(answer, body, toOutputItems(answer, body));
}

/** What the answer consists of: thoughts, a message, calls. */
export function toOutputItems(answer: ScriptedAnswer, body: JsonShape): JsonShape[] {
  const { id, reasoning, text, calls } = answer;
  const withThoughts = toUnknownList(body['include']).includes('reasoning.encrypted_content');
  return [
    ...(reasoning === ''
      ? []
      : [
          {
            type: 'reasoning',
            id: `rs_${id}`,
            summary: [{ type: 'summary_text', text: reasoning }],
            ...(withThoughts ? { encrypted_content: Buffer.from(reasoning).toString('base64') } : {}),
          },
        ]),
    ...(text === '' ? [] : [message(answer, text, 'completed')]),
    ...calls.map((call, at) => ({
      type: 'function_call',
      id: `fc_${id}_${at}`,
      status: 'completed',
      call_id: call.id,
      name: call.name,
      arguments: call.args,
    })),
  ];
}

export function toEvents(answer: ScriptedAnswer, body: JsonShape, error: ScriptedErrorBody | undefined): JsonShape[] {
  const items = toOutputItems(answer, body);
  const begun = { ...response(answer, body, []), status: 'in_progress', completed_at: null, usage: null };
  const whole = response(answer, body, items);
  const events: JsonShape[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, at) => itemEvents(item, at, answer)),
    error
      ? { type: 'error', code: error.code, message: error.message, param: error.param }
      : { type: whole['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed', response: whole },
  ];
  return events.map((event, at) => ({ ...event, sequence_number: at }));
}

function itemEvents(item: JsonShape, output_index: number, answer: ScriptedAnswer): JsonShape[] {
  const place = { output_index, item_id: item['id'] };
  const added = (begun: JsonShape): JsonShape => ({ type: 'response.output_item.added', output_index, item: begun });
  const done = { type: 'response.output_item.done', output_index, item };
  switch (item['type']) {
    case 'reasoning':
      return [
        added({ ...item, summary: [] }),
        ...thoughtEvents(answer.reasoning, { ...place, summary_index: 0 }),
        done,
      ];
    case 'message':
      return [
        added(message(answer, '', 'in_progress')),
        ...textEvents(answer.text, { ...place, content_index: 0 }),
        done,
      ];
    default: {
      const args = String(item['arguments']);
      return [
        added({ ...item, status: 'in_progress', arguments: '' }),
        ...cut(args).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
        { type: 'response.function_call_arguments.done', ...place, name: item['name'], arguments: args },
        done,
      ];
    }
  }
}

function thoughtEvents(text: string, place: JsonShape): JsonShape[] {
  const part = (shown: string): JsonShape => ({ type: 'summary_text', text: shown });
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: part('') },
    ...cut(text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta })),
    { type: 'response.reasoning_summary_text.done', ...place, text },
    { type: 'response.reasoning_summary_part.done', ...place, part: part(text) },
  ];
}

function textEvents(text: string, place: JsonShape): JsonShape[] {
  return [
    { type: 'response.content_part.added', ...place, part: outputText('') },
    ...cut(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: outputText(text) },
  ];
}

function message({ id }: ScriptedAnswer, text: string, status: string): JsonShape {
  return {
    type: 'message',
    id: `msg_${id}`,
    status,
    role: 'assistant',
    content: text === '' ? [] : [outputText(text)],
  };
}

function outputText(text: string): JsonShape {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function response(
  { id, created, model, finishReason, usage }: ScriptedAnswer,
  body: JsonShape,
  output: readonly JsonShape[],
): JsonShape {
  // The responses API knows only these two ways to end early.
  const early = new Map([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ]).get(finishReason ?? '');
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    completed_at: created,
    status: early === undefined ? 'completed' : 'incomplete',
    incomplete_details: early === undefined ? null : { reason: early },
    error: null,
    model,
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: toUnknownList(body['tools']),
    store: body['store'] !== false,
    instructions: null,
    metadata: {},
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}
