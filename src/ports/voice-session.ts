/** The voice session that a call comes from, as an authored tool sees it. */
import type { JsonObject } from './json.ts';

/** Something that the session does at the request of a tool, once the call is over. */
export type VoiceIntent =
  | { readonly type: 'END_VOICE_SESSION'; readonly after: 'current_turn' | 'farewell_spoken' }
  | { readonly type: 'SUPPRESS_AUDIO'; readonly value: boolean };

/** The voice session of one call. Without a connected client, it logs intents and sends nothing. */
export interface VoiceSession {
  readonly clientId: string;
  readonly isActive: boolean;
  /** Whether the client uses voice now. */
  readonly isVoiceActive: boolean;
  /** The data of the session, such as mode and language. Tools can only read it. */
  readonly state: JsonObject;
  /** Sends a message to the client. Fails with NOT_AVAILABLE if no client is connected. */
  send(message: JsonObject): Promise<void>;
  /** Called once the call's outcome is recorded, with the intents in the tool's order. */
  carryOut(intents: readonly VoiceIntent[]): void;
}
