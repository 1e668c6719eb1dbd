/** A language model that can call tools. Its output is untrusted: arguments are the unparsed text that it wrote. */
import type { Json } from './json.ts';

/** A tool as it is described to a model. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
}

/** A tool call that a model requested. Neither its name nor its arguments are validated. */
export interface ModelCall {
  /** The provider's id of the call. The result must have the same id. */
  readonly id: string;
  readonly name: string;
  /** The text that the model wrote as arguments. It may not be valid JSON. */
  readonly args: string;
  /** Data that the provider needs back with this call in later requests, such as a signature. */
  readonly meta?: Json;
}

/** One message of a request. A `tool` message contains the results of the calls before it. */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly content: string }[];
    };

/** The tokens of one request, as the provider counts them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One piece of a streamed answer: text, a complete call, or the end with its reason. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ModelCall }
  | {
      readonly type: 'end';
      readonly reason: 'stop' | 'calls' | 'length' | 'filter' | 'other';
      readonly usage: ModelUsage;
    };

/** What a model gets: the conversation so far and the tools that it can call. `signal` cancels the request. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

/** A language model behind one provider's API. */
export interface ChatModel {
  /** The name in the configuration. */
  readonly name: string;
  /**
   * Streams one answer. Its last part is always `end`. Before the first part, rate limits and temporary failures are
   * retried. Any other failure throws a PortError or DeputizeError that names the problem and its remedy.
   */
  ask(request: ModelRequest): AsyncIterable<ModelPart>;
}
