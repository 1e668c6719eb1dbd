/** Puts assistants together: a runtime, the models that are set up, and the tools as each model's provider takes them. */
import { Assistants, type AssistantsOptions, type Models } from '../../agent/assistants.ts';
import { loadedTools } from '../../agent/loaded-tools.ts';
import type { Provider } from '../../agent/models/provider.ts';
import { toolsFor } from '../../agent/models/tools-for.ts';
import { modeOf } from '../../agent/messages.ts';
import type { Conversation, Runtime } from '../../core/index.ts';
import type { Model } from '../../ports/model.ts';
import type { Config } from '../config/config.ts';
import { logToStderr } from '../server/log.ts';
import { findModels } from './models.ts';
import { TOOL_TOKENS } from './tool-tokens.ts';

const MAX_WARNED = 1_000;
/** Looking for a local server takes a moment, and every request asks which models there are. */
const LISTED_FOR_MS = 10_000;

export interface AssistantParts extends Pick<AssistantsOptions, 'limits' | 'mayTalk' | 'plans'> {
  readonly runtime: Runtime;
  /** What the model should know of whom it talks to. */
  readonly situation?: ((conversation: Conversation) => Promise<string>) | undefined;
  readonly models: Models;
  readonly log?: AssistantsOptions['log'] | undefined;
}

export function openAssistants(parts: AssistantParts): Assistants {
  const { runtime, models, limits, mayTalk, plans, situation, log = logToStderr } = parts;
  const warned = new Set<string>();
  const offer: AssistantsOptions['offer'] = async (model, { conversation, principal, transcript }) => {
    const { preset } = conversation;
    const mode = modeOf(transcript);
    const provider = providerOf(model);
    const loaded = loadedTools(transcript);
    const offered = await runtime.catalogue.offer({ principal, preset, mode }, loaded, TOOL_TOKENS[mode]);
    const fitting = toolsFor({ provider }, offered.tools);
    for (const { tool, path, lost } of fitting.warnings) {
      const what = `${provider} ${tool} ${path} ${lost}`;
      if (warned.has(what) || warned.size > MAX_WARNED) continue;
      warned.add(what);
      log('warn', 'a tool is offered to the model with less than its schema says', { provider, tool, path, lost });
    }
    const lines = [await situation?.(conversation), offered.lines].filter(Boolean).join('\n\n');
    return { tools: fitting.tools, toolOf: (name) => fitting.toolOf(name), lines };
  };
  return new Assistants({ runtime, models, offer, limits, mayTalk, plans, log });
}

/** Those of the configuration or the environment that can be asked, by name. */
export function modelsOf(config: Config): Models {
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
function providerOf(model: Model & { readonly provider?: Provider }): Provider {
  return model.provider ?? 'openai-compatible';
}
