/** Puts assistants together: a runtime, the models that are set up, and the tools as each model's provider takes them. */
import { AssistantService, type AssistantServiceOptions, type ModelRegistry } from '../../agent/assistant-service.ts';
import { loadedTools } from '../../agent/loaded-tools.ts';
import type { ModelProvider } from '../../agent/models/provider.ts';
import { convertTools } from '../../agent/models/convert-tools.ts';
import { findLastMode } from '../../agent/messages.ts';
import type { Conversation, Runtime } from '../../core/index.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { Config } from '../config/config.ts';
import { logToStderr } from '../server/log.ts';
import { findModels } from './models.ts';
import { TOOL_TOKENS } from './tool-tokens.ts';

const MAX_WARNED = 1_000;
/** Looking for a local server takes a moment, and every request asks which models there are. */
const LISTED_FOR_MS = 10_000;

interface AssistantParts extends Pick<AssistantServiceOptions, 'limits' | 'mayTalk' | 'plans'> {
  readonly runtime: Runtime;
  /** What the model should know of whom it talks to. */
  readonly situation?: ((conversation: Conversation) => Promise<string>) | undefined;
  readonly models: ModelRegistry;
  readonly log?: AssistantServiceOptions['log'] | undefined;
}

export function openAssistants(parts: AssistantParts): AssistantService {
  const { runtime, models, limits, mayTalk, plans, situation, log = logToStderr } = parts;
  const warned = new Set<string>();
  const offer: AssistantServiceOptions['offer'] = async (model, { conversation, principal, transcript }) => {
    const { preset } = conversation;
    const mode = findLastMode(transcript);
    const provider = getProvider(model);
    const loaded = loadedTools(transcript);
    const offered = await runtime.catalogue.offer({ principal, preset, mode }, loaded, TOOL_TOKENS[mode]);
    const fitting = convertTools({ provider }, offered.tools);
    for (const { tool, path, lost } of fitting.warnings) {
      const what = `${provider} ${tool} ${path} ${lost}`;
      if (warned.has(what) || warned.size > MAX_WARNED) continue;
      warned.add(what);
      log('warn', 'a tool is offered to the model with less than its schema says', { provider, tool, path, lost });
    }
    const lines = [await situation?.(conversation), offered.lines].filter(Boolean).join('\n\n');
    return { tools: fitting.tools, toolOf: (name) => fitting.toolOf(name), lines };
  };
  return new AssistantService({ runtime, models, offer, limits, mayTalk, plans, log });
}

/** Those of the configuration or the environment that can be asked, by name. */
export function openModelRegistry(config: Config): ModelRegistry {
  const found = findModels(config, process.env);
  let listed: { readonly at: number; readonly names: Promise<readonly string[]> } | undefined;
  const look = async (): Promise<readonly string[]> =>
    (await found.list()).flatMap(({ name, missing }) => (missing === undefined ? [name] : []));
  return {
    list: () => {
      if (!listed || Date.now() - listed.at > LISTED_FOR_MS) listed = { at: Date.now(), names: look() };
      return listed.names;
    },
    get: (name) => found.get(name === '' ? undefined : name),
  };
}

/** A model of one's own takes its tools as most servers do. */
function getProvider(model: ChatModel & { readonly provider?: ModelProvider }): ModelProvider {
  return model.provider ?? 'openai-compatible';
}
