/** Asks a model as the conversation loop does, and goes on with the results of its calls. */
import { toErrorValue, type ErrorValue } from '../../../src/core/index.ts';
import type { ChatModel, ModelCall, ModelMessage, ModelPart, ModelTool } from '../../../src/ports/chat-model.ts';

export interface Answered {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly end: Extract<ModelPart, { type: 'end' }>;
}

interface Asking {
  readonly messages?: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly signal?: AbortSignal;
}

export const hello: readonly ModelMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'go' },
];

export async function askModel(model: ChatModel, asking: Asking = {}): Promise<Answered> {
  const { messages = hello, tools = [], signal = new AbortController().signal } = asking;
  let text = '';
  const calls: ModelCall[] = [];
  for await (const part of model.ask({ messages, tools, signal })) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'call') calls.push(part.call);
    else return { text, calls, end: part };
  }
  throw new Error('the answer has no end');
}

/** The conversation after an answer, each call answered with the same JSON. */
export function goOn(before: readonly ModelMessage[], { text, calls }: Answered): ModelMessage[] {
  const results = calls.map(({ id, name }) => ({ id, name, content: '{"success":true,"data":1}' }));
  return [
    ...before,
    { role: 'assistant', text, calls },
    ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
  ];
}

/** The error, and that it, its stack and its causes hold none of the secrets. */
export async function failureOf(asking: Promise<unknown>): Promise<{ error: ErrorValue; everything: string }> {
  try {
    await asking;
  } catch (thrown) {
    const causes: unknown[] = [];
    for (let at: unknown = thrown; at instanceof Error; at = at.cause)
      causes.push(at.stack, at.message, Object.entries(at));
    return { error: toErrorValue(thrown), everything: JSON.stringify(causes) };
  }
  throw new Error('nothing failed');
}
