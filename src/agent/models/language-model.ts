/** The AI SDK's own model of a provider. Each package is loaded when it is first asked: they are large, and mostly idle. */
import type { OpenAIProvider } from '@ai-sdk/openai';

import { guardedFetch } from './guarded-fetch.ts';
import { toBaseUrl, type ModelOptions } from './provider.ts';

export type LanguageModel = ReturnType<OpenAIProvider['responses']>;
export type CallOptions = Parameters<LanguageModel['doStream']>[0];
export type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;
export type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

export async function loadLanguageModel(options: ModelOptions): Promise<LanguageModel> {
  const { provider, model, key } = options;
  // Everything is said here: left out, the packages would look for it in the environment.
  const settings = { baseURL: toBaseUrl(options), apiKey: key ?? '', fetch: guardedFetch };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).responses(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, name: 'compatible', includeUsage: true }).chatModel(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings).languageModel(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings).languageModel(model);
    }
  }
}
