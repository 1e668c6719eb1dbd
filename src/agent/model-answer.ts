/** An answer of a model as it arrives, bounded. */
import { DeputizeError, type ErrorValue } from '../core/index.ts';
import type { ModelCall, ModelPart, ModelUsage } from '../ports/chat-model.ts';

const MAX_ARGS = 200_000;
const MAX_TEXT = 400_000;

type ModelEnd = Extract<ModelPart, { type: 'end' }>['reason'];

export class ModelAnswer {
  readonly calls: ModelCall[] = [];
  readonly #limit: number;
  readonly #ids = new Set<string>();
  text = '';
  dropped = 0;
  end: ModelEnd = 'stop';
  usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Nothing more is taken, so there is no use in listening. */
  get isFull(): boolean {
    return this.dropped >= 1_000 || this.text.length >= MAX_TEXT;
  }

  take(part: ModelPart): void {
    if (part.type === 'text') this.text = (this.text + part.text).slice(0, MAX_TEXT);
    if (part.type === 'end') {
      this.usage = part.usage;
      this.end = part.reason;
    }
    if (part.type !== 'call') return;
    if (this.calls.length >= this.#limit) {
      this.dropped += 1;
      return;
    }
    // Some servers give every call the same id, or none.
    const id = part.call.id !== '' && !this.#ids.has(part.call.id) ? part.call.id : `call_${this.calls.length}`;
    this.#ids.add(id);
    this.calls.push({ ...part.call, id, name: part.call.name.slice(0, 128), args: part.call.args.slice(0, MAX_ARGS) });
  }
}

/** An answer that the provider did not let the model finish. */
export function cutShort({ end }: ModelAnswer): { problem?: ErrorValue } {
  const message =
    end === 'length'
      ? 'The model’s answer was cut at its greatest length.'
      : end === 'filter'
        ? 'The provider withheld the answer.'
        : undefined;
  return message === undefined ? {} : { problem: new DeputizeError('LIMIT_REACHED', message).toJSON() };
}
