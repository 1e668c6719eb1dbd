/** Puts voice sessions together: what the configuration says of them, and what this machine can speak with. */
import type { AssistantService } from '../../agent/assistant-service.ts';
import { createVoiceBlockStore } from '../../agent/voice/voice-block-store.ts';
import { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import { findEspeak, openEspeak } from '../../connectors/voice/espeak.ts';
import { geminiLive } from '../../connectors/voice/gemini-live.ts';
import { openAiRealtime } from '../../connectors/voice/openai-realtime.ts';
import type { Conversation, Log, Runtime } from '../../core/index.ts';
import { findOrganizationId } from '../../core/access/user-organization.ts';
import { draftRecord } from '../../core/ledger/records.ts';
import type { RealtimeModel } from '../../ports/realtime-model.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import { voice } from '../../presets/voice/preset.ts';
import { createVoiceBridge } from './voice-bridge.ts';
import type { Config } from '../config/config.ts';
import type { RuntimeStores } from './open-runtime.ts';
import type { ReadSecret } from '../config/secret.ts';

interface VoiceParts {
  readonly config: Config['voice'];
  readonly secret: ReadSecret;
  readonly runtime: () => Runtime;
  readonly assistants: () => Promise<AssistantService>;
  readonly log: Log;
}

const LAST_TURN_MS = 5_000;

export function openVoice({ database, clock }: RuntimeStores, parts: VoiceParts): VoiceSessions {
  const { config, secret, runtime, assistants, log } = parts;
  const { realtime } = config;
  const situation = (conversation: Conversation): Promise<string> => sessions.situation(conversation);
  const sessions: VoiceSessions = new VoiceSessions({
    preset: voice.name,
    ...{ runtime, assistants, log },
    blocks: createVoiceBlockStore({ database, clock }),
    speech: openSpeech(config),
    spokenApproval: config.spokenApproval === 'on',
    bridge:
      realtime &&
      createVoiceBridge(realtimeModel(realtime, secret), { provider: realtime.provider, runtime, situation, log }),
    limits: { patienceMs: config.patience, idleMs: config.idleTimeout, lastTurnMs: LAST_TURN_MS },
    keepEnd: async (about) => {
      const organizationId = await findOrganizationId(database, about.user);
      await database.change({
        guards: [],
        records: [draftRecord(organizationId, 'voice.ended', clock.now(), null, about)],
      });
    },
  });
  return sessions;
}

function realtimeModel(realtime: NonNullable<Config['voice']['realtime']>, secret: ReadSecret): RealtimeModel {
  const { provider, model, url, voice: speaker, key: place } = realtime;
  // Read when a connection is opened, so that a new key needs no restart.
  const key = (): string => secret('voice.realtime.key', place);
  const options = { name: `${provider}/${model}`, model, url, voice: speaker, key };
  return provider === 'openai' ? openAiRealtime(options) : geminiLive(options);
}

function openSpeech({ speech }: Config['voice']): SpeechSynthesizer | undefined {
  const program = speech === 'off' ? undefined : findEspeak();
  return program === undefined ? undefined : openEspeak(program);
}
