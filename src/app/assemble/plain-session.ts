/** The voice session of a call without a connected client: it cannot send messages or speak. */
import type { ActorContext, Log } from '../../core/index.ts';
import { PortError } from '../../ports/port-error.ts';
import type { VoiceSession } from '../../ports/voice-session.ts';

export function plainSession({ principal, mode }: ActorContext, log: Log): VoiceSession {
  return {
    clientId: principal.userId,
    isActive: true,
    isVoiceActive: mode === 'voice',
    state: {},
    send: async () => {
      throw new PortError('NOT_AVAILABLE', 'No client is connected to this call, so no message can be sent.');
    },
    carryOut: (intents) => log('info', 'intents of a call without a voice session', { intents }),
  };
}
