/** Builds the bridge to a realtime model: its prompt, and the tools in the format of its provider. */
import { loadedTools } from '../../agent/loaded-tools.ts';
import { formatTools } from '../../agent/models/convert-tools.ts';
import { systemPrompt } from '../../agent/prompt.ts';
import { createBridgeBackend, DEFAULT_BRIDGE_LIMITS } from '../../agent/voice/bridge-backend.ts';
import type { RealtimeBridge } from '../../agent/voice/voice-sessions.ts';
import type { Conversation, Log, Runtime } from '../../core/index.ts';
import type { RealtimeModel } from '../../ports/realtime-model.ts';
import { TOOL_TOKENS } from './tool-tokens.ts';

interface BridgeOptions {
  readonly provider: 'openai' | 'gemini';
  readonly runtime: () => Runtime;
  /** Text for the system prompt about the user. */
  readonly situation: (conversation: Conversation) => Promise<string>;
  readonly log: Log;
}

/** Google's Live API does not support JSON Schema: it calls such a tool without arguments. */
const FORMATS = { openai: 'openai-responses', gemini: 'gemini-legacy' } as const;

export function createVoiceBridge(
  model: RealtimeModel,
  { provider, runtime, situation, log }: BridgeOptions,
): RealtimeBridge {
  return {
    name: model.name,
    open: ({ conversation, principal, language }) =>
      createBridgeBackend({
        ...{ runtime: runtime(), model, principal, conversation, limits: DEFAULT_BRIDGE_LIMITS, log },
        async setup(transcript) {
          const { catalogue, registry, directory } = runtime();
          const { id, preset, instructions, userId } = conversation;
          const held = registry.hold(preset);
          const agent = await directory.principal(userId, 'agent', `conversation:${id}`);
          const acting = { principal: agent, preset, mode: 'voice' } as const;
          const offered = await catalogue.offer(acting, loadedTools(transcript), TOOL_TOKENS.voice);
          const fitting = formatTools(FORMATS[provider], offered.tools);
          const lines = [await situation(conversation), offered.lines].join('\n\n');
          const prompt = { preset: registry.preset(preset), mode: 'voice', now: new Date(), catalogue: lines } as const;
          return {
            setup: { instructions: systemPrompt({ ...prompt, instructions }), tools: fitting.tools, language },
            toolOf: (name) => fitting.toolOf(name),
            held,
          };
        },
      }),
  };
}
