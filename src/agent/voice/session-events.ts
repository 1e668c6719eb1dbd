/** What a session tells its client. Sound goes beside it, after the `speech` that it belongs to. */
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
      /** Whether the client may send sound, and whether it will get some. */
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
  /** What the user's sound was understood as. */
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
      /** Whether a spoken yes or no is taken; otherwise it waits for a screen. */
      readonly byVoice: boolean;
    }
  | { readonly type: 'approval.decided'; readonly approvalId: string; readonly decision: 'approve' | 'deny' }
  /** Something is about to be said. `audio` tells whether its sound follows, or the client has to say it itself. */
  | {
      readonly type: 'speech';
      readonly id: string;
      readonly from: 'assistant' | 'runtime';
      readonly text: string;
      readonly audio: boolean;
    }
  | { readonly type: 'speech.end'; readonly id: string }
  /** Nothing that was sent before is to be played any more. */
  | { readonly type: 'silence' }
  /** Words of the runtime where nothing is spoken. */
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'message'; readonly message: JsonObject }
  | { readonly type: 'intent'; readonly intent: VoiceIntent }
  /** The user may not speak until then. */
  | { readonly type: 'countdown'; readonly until: string; readonly seconds: number }
  | { readonly type: 'ended'; readonly reason: EndReason }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** The client's end of a session. */
export interface SessionClient {
  send(event: SessionEvent): void;
  sendAudio(sound: Uint8Array): void;
  /** Ends the connection, after what was sent. */
  close(reason: EndReason): void;
}
