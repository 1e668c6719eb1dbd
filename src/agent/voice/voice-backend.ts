/** What answers in a session: the loop around a model that writes, or a bridge to one that hears and speaks. */
import type { WatchEvent } from '../assistant-service.ts';

export type VoiceBackendEvent =
  | WatchEvent
  /** The user's sound, understood as words. */
  | { readonly type: 'heard'; readonly text: string }
  /** The user began to speak. */
  | { readonly type: 'interrupted' }
  /** Sound of the assistant. One answer's pieces bear the same id. */
  | { readonly type: 'sound'; readonly answer: string; readonly sound: Uint8Array }
  | { readonly type: 'sound.end'; readonly answer: string }
  /** It cannot go on. */
  | { readonly type: 'broken'; readonly error: unknown };

export interface VoiceBackend {
  /** Whether it takes sound, and whether it speaks by itself. */
  readonly hears: boolean;
  readonly speaks: boolean;
  /** Says something of the user's. Throws when it cannot be said now. */
  say(text: string): Promise<void>;
  hear(sound: Uint8Array): void;
  /** The user has heard only this much of an answer. */
  interrupt(answer: string | undefined, playedMs: number): void;
  /** Gives up what it is doing. */
  cancel(): Promise<void>;
  close(): void;
}

export type OpenVoiceBackend = (on: (event: VoiceBackendEvent) => void) => Promise<VoiceBackend>;
