/** The events that a voice session sends to its client. Sound is sent separately, after its `speech` event. */
import type { ErrorValue, CallMode } from '../../core/index.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { VoiceIntent } from '../../ports/voice-session.ts';
import type { ChatEvent, Turn } from '../turn.ts';
import type { VoiceLanguage } from './phrases.ts';

/** Why a session is over. */
export type EndReason = 'blocked' | 'ended_by_assistant' | 'client_left' | 'replaced' | 'idle' | 'stopping' | 'failed';

export type SessionEvent =
  | {
      readonly type: 'ready';
      readonly conversationId: string;
      readonly mode: CallMode;
      readonly language: VoiceLanguage;
      /** Whether the client may send sound, and whether it will receive sound. */
      readonly hears: boolean;
      readonly speaks: boolean;
    }
  | Exclude<ChatEvent, { type: 'said' }>
  | {
      readonly type: 'said';
      readonly text: string;
      readonly reports: readonly string[];
      readonly problem: ErrorValue | undefined;
    }
  /** The transcript of the user's speech. */
  | { readonly type: 'heard'; readonly text: string }
  | { readonly type: 'turn'; readonly state: Turn['state']; readonly problem: ErrorValue | undefined }
  | {
      readonly type: 'approval';
      readonly approvalId: string;
      readonly callId: string;
      readonly tool: string;
      readonly risk: string;
      readonly url?: string;
      readonly expiresAt: string;
      /** Whether a spoken yes or no is accepted. Otherwise a person decides on a screen. */
      readonly byVoice: boolean;
    }
  | { readonly type: 'approval.decided'; readonly approvalId: string; readonly decision: 'approve' | 'deny' }
  /** An utterance begins. If `audio` is false, no sound follows and the client speaks the text itself. */
  | {
      readonly type: 'speech';
      readonly id: string;
      readonly from: 'assistant' | 'runtime';
      readonly text: string;
      readonly audio: boolean;
    }
  | { readonly type: 'speech.end'; readonly id: string }
  /** The client must stop playing what was sent before. */
  | { readonly type: 'silence' }
  /** A message of the runtime in a text session. */
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'message'; readonly message: JsonObject }
  | { readonly type: 'intent'; readonly intent: VoiceIntent }
  /** The user is blocked until then. */
  | { readonly type: 'countdown'; readonly until: string; readonly seconds: number }
  | { readonly type: 'ended'; readonly reason: EndReason }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** The connection to the client of a voice session. */
export interface SessionClient {
  send(event: SessionEvent): void;
  sendAudio(sound: Uint8Array): void;
  /** Closes the connection after everything sent so far. */
  close(reason: EndReason): void;
}
