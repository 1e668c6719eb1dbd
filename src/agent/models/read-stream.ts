/** Converts the stream of one answer to the parts of the port: text, complete calls and the end. */
import type { ModelPart } from '../../ports/chat-model.ts';
import { toMetadata, writeReasoningState, type ReasoningState, type ProviderMetadata } from './reasoning-state.ts';
import type { StreamPart } from './language-model.ts';
import type { ModelOptions } from './provider.ts';

type End = Extract<ModelPart, { type: 'end' }>;

/** An error that the provider reported inside a stream. */
export class StreamFailure extends Error {
  readonly reported: unknown;

  constructor(reported: unknown) {
    super('the stream failed');
    this.reported = reported;
  }
}

export async function* readStream(parts: AsyncIterable<StreamPart>, options: ModelOptions): AsyncIterable<ModelPart> {
  const open = new Map<string, { text: string; metadata: ProviderMetadata | undefined }>();
  let thoughts: ReasoningState['thoughts'] = [];
  let hasCalls = false;
  for await (const part of parts) {
    switch (part.type) {
      case 'text-delta':
        if (part.delta !== '') yield { type: 'text', text: part.delta };
        break;
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end': {
        const thought = open.get(part.id) ?? { text: '', metadata: undefined };
        open.set(part.id, thought);
        if (part.type === 'reasoning-delta') thought.text += part.delta;
        // Providers send the signature with any of these three parts. The last one counts.
        thought.metadata = toMetadata(part.providerMetadata) ?? thought.metadata;
        if (part.type === 'reasoning-end') {
          open.delete(part.id);
          const { text, metadata } = thought;
          thoughts = [...thoughts, { text, ...(metadata && { metadata }) }];
        }
        break;
      }
      case 'tool-call': {
        // The provider has already run this call itself, so it must not run again. We request no such calls.
        if (part.providerExecuted) break;
        hasCalls = true;
        const metadata = toMetadata(part.providerMetadata);
        const meta = writeReasoningState({ thoughts, ...(metadata && { metadata }) }, options);
        thoughts = [];
        const { toolCallId: id, toolName: name, input: args } = part;
        yield { type: 'call', call: { id, name, args, ...(meta === undefined ? {} : { meta }) } };
        break;
      }
      case 'error':
        throw new StreamFailure(part.error);
      case 'finish':
        yield { type: 'end', reason: toEndReason(part.finishReason.unified, hasCalls), usage: toUsage(part.usage) };
        return;
      default:
        break;
    }
  }
  throw new StreamFailure(new Error('the answer broke off'));
}

function toEndReason(reason: string, hasCalls: boolean): End['reason'] {
  switch (reason) {
    case 'stop':
      // Some servers report `stop` also after calls.
      return hasCalls ? 'calls' : 'stop';
    case 'tool-calls':
      return 'calls';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'filter';
    case 'error':
    case 'interrupted':
      throw new StreamFailure(new Error('the answer broke off'));
    default:
      return 'other';
  }
}

function toUsage(usage: Extract<StreamPart, { type: 'finish' }>['usage']): End['usage'] {
  return { inputTokens: usage.inputTokens.total ?? 0, outputTokens: usage.outputTokens.total ?? 0 };
}
