/** The conversation that a call comes from, as an authored tool sees it: whom it talks to, and what it may ask of it. */
import type { JsonObject } from './json.ts';

/** Something that the session does on a tool's word, once the call is over. */
export type VoiceIntent =
  | { readonly type: 'END_VOICE_SESSION'; readonly after: 'current_turn' | 'farewell_spoken' }
  | { readonly type: 'SUPPRESS_AUDIO'; readonly value: boolean };

export interface VoiceSession {
  readonly clientId: string;
  readonly isActive: boolean;
  /** Whether the client speaks and listens now. */
  readonly isVoiceActive: boolean;
  /** What the session remembers. Tools read it. */
  readonly state: JsonObject;
  /** Sends a message to the client. Fails when there is none to send it to. */
  send(message: JsonObject): Promise<void>;
  /** Called once the call's outcome is recorded, with the intents in the tool's order. */
  carryOut(intents: readonly VoiceIntent[]): void;
}
