/** A conversation as the AI SDK takes it. What a model once wrote must not make a provider refuse everything after it. */
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ModelCall, ModelMessage } from '../../ports/chat-model.ts';
import { readReasoningState } from './reasoning-state.ts';
import type { CallOptions } from './language-model.ts';
import type { ModelOptions } from './provider.ts';

type Prompt = CallOptions['prompt'];
type AssistantPart = Extract<Prompt[number], { role: 'assistant' }>['content'][number];

export function toPrompt(messages: readonly ModelMessage[], options: ModelOptions): Prompt {
  return messages.flatMap((message): Prompt => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.text }];
      case 'user':
        return [{ role: 'user', content: [{ type: 'text', text: message.text }] }];
      case 'assistant': {
        const content = assistantParts(message, options);
        // Some providers refuse a message that says nothing.
        return content.length === 0 ? [] : [{ role: 'assistant', content }];
      }
      case 'tool':
        return [
          {
            role: 'tool',
            content: message.results.map(({ id, name, content }) => ({
              type: 'tool-result',
              toolCallId: wireId(id, options),
              toolName: wireName(name),
              output: { type: 'text', value: content },
            })),
          },
        ];
    }
  });
}

function assistantParts(
  { text, calls }: Extract<ModelMessage, { role: 'assistant' }>,
  options: ModelOptions,
): AssistantPart[] {
  const [first, ...later] = calls.map((call) => callParts(call, options));
  const spoken: AssistantPart[] = text === '' ? [] : [{ type: 'text', text }];
  // Thoughts come before what was said, and what was said before the calls.
  return [
    ...(first?.thoughts ?? []),
    ...spoken,
    ...(first ? [first.call] : []),
    ...later.flatMap(({ thoughts, call }) => [...thoughts, call]),
  ];
}

function callParts(
  { id, name, args, meta }: ModelCall,
  options: ModelOptions,
): { thoughts: AssistantPart[]; call: AssistantPart } {
  const kept = readReasoningState(meta, options);
  return {
    thoughts: kept.thoughts.map(({ text, metadata }) => ({
      type: 'reasoning',
      text,
      ...(metadata && { providerOptions: metadata }),
    })),
    call: {
      type: 'tool-call',
      toolCallId: wireId(id, options),
      toolName: wireName(name),
      input: parseArguments(args),
      ...(kept.metadata && { providerOptions: kept.metadata }),
    },
  };
}

/** Arguments must be an object to most providers, so what is none goes back under a name that says so. */
function parseArguments(args: string): JsonObject {
  if (args.trim() === '') return {};
  try {
    const value = JSON.parse(args) as Json;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Said below.
  }
  return { INVALID_JSON: args };
}

/** A name that the model made up may hold what no provider takes back. */
function wireName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || '_';
}

function wireId(id: string, { provider }: ModelOptions): string {
  return provider === 'anthropic' ? id.replaceAll(/[^a-zA-Z0-9_-]/g, '_') : id;
}
