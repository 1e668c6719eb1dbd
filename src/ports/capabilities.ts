/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
import type { Files } from './files.ts';
import type { Results } from './results.ts';
import type { VoiceSession } from './voice-session.ts';

export interface Capabilities {
  readonly files: Files;
  readonly results: Results;
  readonly session: VoiceSession;
}

export type CapabilityName = keyof Capabilities;
