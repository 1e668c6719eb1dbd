/** A model of another kind than those one talks to, at OpenAI's own server or at one that speaks like it. */
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';

import { missingKeyError } from './failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { toBaseUrl, type ModelOptions } from './provider.ts';

/** `describedAt` is the key of the configuration that describes it. */
export function servedModel(
  options: Omit<ModelOptions, 'name' | 'provider' | 'describedAt'>,
  describedAt: string,
): ModelOptions {
  const provider = options.url === undefined ? 'openai' : 'openai-compatible';
  return { ...options, name: options.model, describedAt, provider };
}

export async function openCompatible(model: ModelOptions): Promise<OpenAICompatibleProvider> {
  if (model.provider === 'openai' && !model.key) throw missingKeyError(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const settings = { baseURL: toBaseUrl(model), apiKey: model.key ?? '', fetch: guardedFetch };
  return createOpenAICompatible({ ...settings, name: 'compatible' });
}
