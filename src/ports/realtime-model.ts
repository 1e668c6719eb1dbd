/** A model that receives and produces speech over one long connection. Its output is untrusted, as with any other model. */
import type { ModelCall, ModelTool, ModelUsage } from './chat-model.ts';

/** What a model gets when the connection opens. */
export interface RealtimeSetup {
  readonly instructions: string;
  readonly tools: readonly ModelTool[];
  /** The language that the user speaks, as two letters. */
  readonly language: string;
  /** The earlier messages. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** The provider's name for a connection to resume. Such a connection already has the `history`. */
  readonly resume?: string | undefined;
}

/** What a model sends over the connection. */
export type RealtimeEvent =
  /** PCM, 16 bit, little-endian, 24,000 a second, one channel. */
  | { readonly type: 'sound'; readonly answer: string; readonly sound: Uint8Array }
  | { readonly type: 'sound.end'; readonly answer: string }
  /** A piece of the answer as text. */
  | { readonly type: 'text'; readonly text: string }
  /** An answer is complete. With calls, it continues once their results are sent. */
  | {
      readonly type: 'answered';
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly usage: ModelUsage;
    }
  /** The transcript of the user's speech. */
  | { readonly type: 'heard'; readonly text: string }
  /** The user speaks, so the answer was stopped. */
  | { readonly type: 'interrupted' }
  /** These calls are cancelled. */
  | { readonly type: 'withdrawn'; readonly ids: readonly string[] }
  | { readonly type: 'resumable'; readonly handle: string }
  /** The provider reports an error, and continues. */
  | { readonly type: 'complained'; readonly message: string }
  /** The connection is closed, or will be. */
  | { readonly type: 'closed'; readonly why: string };

interface RealtimeResult {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly content: string;
}

/** One open connection to a model: what the application sends. Results come back as events. */
export interface RealtimeLine {
  say(text: string): void;
  sendAudio(sound: Uint8Array): void;
  answer(results: readonly RealtimeResult[]): void;
  /** Sends a result together with its call: this connection does not know the call, or has continued without it. */
  answerLate(call: ModelCall, result: RealtimeResult): void;
  /** Stops the current answer. `playedMs` is how much of `answer` was played. */
  interrupt(answer: string | undefined, playedMs: number): void;
  close(): void;
}

/** A realtime model behind one provider's API. */
export interface RealtimeModel {
  readonly name: string;
  /** Throws a PortError that names the problem, and never the key. */
  connect(setup: RealtimeSetup, on: (event: RealtimeEvent) => void): Promise<RealtimeLine>;
}
