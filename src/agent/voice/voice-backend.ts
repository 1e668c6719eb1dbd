/** The backend that answers in a voice session: the agent loop around a text model, or a bridge to a realtime model. */
import type { WatchEvent } from '../assistant-service.ts';

export type VoiceBackendEvent =
  | WatchEvent
  /** The transcript of the user's speech. */
  | { readonly type: 'heard'; readonly text: string }
  /** The user began to speak. */
  | { readonly type: 'interrupted' }
  /** Sound of the assistant. The pieces of one answer have the same id. */
  | { readonly type: 'sound'; readonly answer: string; readonly sound: Uint8Array }
  | { readonly type: 'sound.end'; readonly answer: string }
  /** The backend has failed and cannot continue. */
  | { readonly type: 'broken'; readonly error: unknown };

export interface VoiceBackend {
  /** Whether it accepts sound, and whether it produces sound. */
  readonly hears: boolean;
  readonly speaks: boolean;
  /** Sends a message of the user. Throws if it cannot be sent now. */
  say(text: string): Promise<void>;
  receiveAudio(sound: Uint8Array): void;
  /** The user interrupts an answer after this much of it was played. */
  interrupt(answer: string | undefined, playedMs: number): void;
  /** Cancels the current turn. */
  cancel(): Promise<void>;
  close(): void;
}

export type OpenVoiceBackend = (on: (event: VoiceBackendEvent) => void) => Promise<VoiceBackend>;
