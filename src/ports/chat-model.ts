/** A language model that can ask for tools. What it says is never trusted: arguments come as the text that it wrote. */
import type { Json } from './json.ts';

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
}

export interface ModelCall {
  /** The provider's own id, which its result must carry. */
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON if it did well. */
  readonly args: string;
  /** What the provider wants back with this call in later requests (signatures and the like). */
  readonly meta?: Json;
}

export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly content: string }[];
    };

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ModelCall }
  | {
      readonly type: 'end';
      readonly reason: 'stop' | 'calls' | 'length' | 'filter' | 'other';
      readonly usage: ModelUsage;
    };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

export interface ChatModel {
  /** As the configuration names it. */
  readonly name: string;
  /**
   * Streams one answer, which always closes with `end`. Rate limits and passing failures are retried before the first part;
   * after that, and when retrying did not help, it throws a PortError that says what is wrong and what would mend it.
   */
  ask(request: ModelRequest): AsyncIterable<ModelPart>;
}
