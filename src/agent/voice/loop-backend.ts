/** A session's answers from the conversation loop: the user's words come as text, and so do the assistant's. */
import { DeputizeError, type Conversation, type CallMode, type Principal } from '../../core/index.ts';
import type { AssistantService } from '../assistant-service.ts';
import type { OpenVoiceBackend } from './voice-backend.ts';

export function createLoopBackend(
  assistants: AssistantService,
  principal: Principal,
  conversation: Conversation,
  mode: CallMode,
): OpenVoiceBackend {
  return async (on) => {
    const { id } = conversation;
    // A turn begins by telling what was said since the user last spoke, which has been heard here already.
    let lastSeq = (await assistants.messages(conversation)).at(-1)?.seq ?? 0;
    const unwatch = await assistants.watch(principal, id, (event) => {
      if (event.type === 'said' && event.seq <= lastSeq) return;
      if (event.type === 'said') lastSeq = event.seq;
      on(event);
    });
    return {
      hears: false,
      speaks: false,
      say: async (text) => void (await assistants.send(principal, id, text, { mode })),
      receiveAudio: () => {
        throw new DeputizeError(
          'NOT_AVAILABLE',
          'Nothing is set up here that understands sound: send words, or set voice.realtime in deputize.yaml.',
        );
      },
      interrupt: () => undefined,
      cancel: async () => void (await assistants.cancel(principal, id)),
      close: unwatch,
    };
  };
}
