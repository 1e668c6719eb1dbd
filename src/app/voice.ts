/** Puts voice sessions together: what the configuration says of them, and what this machine can speak with. */
import type { Assistants } from '../agent/assistants.ts';
import { createBlocks } from '../agent/voice/blocks.ts';
import { VoiceSessions } from '../agent/voice/voice-sessions.ts';
import { findEspeak, openEspeak } from '../connectors/voice/espeak.ts';
import type { Log, Runtime } from '../core/index.ts';
import { record } from '../core/ledger/records.ts';
import { voice } from '../presets/voice/preset.ts';
import type { Speech } from '../ports/speech.ts';
import type { Config } from './config.ts';
import type { Stores } from './open.ts';

export interface VoiceParts {
  readonly config: Config['voice'];
  readonly runtime: () => Runtime;
  readonly assistants: () => Promise<Assistants>;
  readonly log: Log;
}

const LAST_TURN_MS = 5_000;

export function openVoice(
  { database, clock }: Stores,
  { config, runtime, assistants, log }: VoiceParts,
): VoiceSessions {
  return new VoiceSessions({
    preset: voice.name,
    runtime,
    assistants,
    blocks: createBlocks({ database, clock }),
    speech: speechOf(config),
    limits: { patienceMs: config.patience, idleMs: config.idleTimeout, lastTurnMs: LAST_TURN_MS },
    keepEnd: async (about) => {
      await database.change({ guards: [], records: [record('voice.ended', clock.now(), null, about)] });
    },
    log,
  });
}

function speechOf({ speech }: Config['voice']): Speech | undefined {
  const program = speech === 'off' ? undefined : findEspeak();
  return program === undefined ? undefined : openEspeak(program);
}
