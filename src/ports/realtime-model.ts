/** A model that hears and speaks over one long connection. What it says is never trusted, as with any other model. */
import type { ModelCall, ModelTool, ModelUsage } from './chat-model.ts';

export interface RealtimeSetup {
  readonly instructions: string;
  readonly tools: readonly ModelTool[];
  /** In which the user speaks, as two letters. */
  readonly language: string;
  /** What was said before. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** The provider's own name for a connection to go on with; then `history` is known to it. */
  readonly resume?: string | undefined;
}

export type RealtimeEvent =
  /** PCM, 16 bit, little-endian, 24,000 a second, one channel. */
  | { readonly type: 'sound'; readonly answer: string; readonly sound: Uint8Array }
  | { readonly type: 'sound.end'; readonly answer: string }
  /** A piece of what it says, in words. */
  | { readonly type: 'text'; readonly text: string }
  /** An answer is whole. With calls it goes on once they are answered. */
  | {
      readonly type: 'answered';
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly usage: ModelUsage;
    }
  /** What the user's sound was understood as. */
  | { readonly type: 'heard'; readonly text: string }
  /** The user speaks, so the answer was given up. */
  | { readonly type: 'interrupted' }
  /** These calls are no longer wanted. */
  | { readonly type: 'withdrawn'; readonly ids: readonly string[] }
  | { readonly type: 'resumable'; readonly handle: string }
  /** The other side complains, and goes on. */
  | { readonly type: 'complained'; readonly message: string }
  /** The connection is gone, or will be. */
  | { readonly type: 'closed'; readonly why: string };

export interface RealtimeResult {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly content: string;
}

export interface RealtimeLine {
  say(text: string): void;
  hear(sound: Uint8Array): void;
  answer(results: readonly RealtimeResult[]): void;
  /** The result of a call that this connection knows nothing of, or went on without: both are told. */
  answerLate(call: ModelCall, result: RealtimeResult): void;
  /** Gives up the answer under way; of this one so much was heard. */
  interrupt(answer: string | undefined, playedMs: number): void;
  close(): void;
}

export interface RealtimeModel {
  readonly name: string;
  /** Throws a PortError that says what is wrong, and never the key. */
  connect(setup: RealtimeSetup, on: (event: RealtimeEvent) => void): Promise<RealtimeLine>;
}
