/** The providers of models, and what is particular to each. */
export type ModelProvider = 'openai' | 'openai-compatible' | 'google' | 'anthropic';

/** How to reach one model of a provider. */
export interface ModelOptions {
  /** The name in the configuration. */
  readonly name: string;
  /** The configuration key that describes it. `models.<name>` if omitted. */
  readonly describedAt?: string | undefined;
  /** The API that the server speaks. */
  readonly provider: ModelProvider;
  /** The provider's name for it. */
  readonly model: string;
  /** The base URL of the API. Only `openai-compatible` has no default. */
  readonly url?: string | undefined;
  /** The API key. Only `openai-compatible` works without one. */
  readonly key?: string | undefined;
  /** The longest silence of the server before the request is aborted. */
  readonly idleTimeoutMs?: number | undefined;
  /** How often a request is retried after a rate limit or a temporary failure. The default is 3. */
  readonly retries?: number | undefined;
  /** The wait before the first retry. Later waits grow. The default is one second. */
  readonly firstWaitMs?: number | undefined;
}

interface Particulars {
  readonly url: string | undefined;
  /** The environment variables that usually hold the key. Empty where servers mostly need no key. */
  readonly keyVariables: readonly string[];
  /** The format of its tool definitions, as `toProvider` names it. */
  readonly toolFormat: string;
  /** The model if the configuration names none. */
  readonly defaultModel: string | undefined;
}

export const providers: Readonly<Record<ModelProvider, Particulars>> = {
  openai: {
    url: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    toolFormat: 'openai-responses',
    defaultModel: 'gpt-6.1-sol',
  },
  google: {
    url: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    toolFormat: 'gemini',
    defaultModel: 'gemini-flash-latest',
  },
  anthropic: {
    url: 'https://api.anthropic.com/v1',
    keyVariables: ['ANTHROPIC_API_KEY'],
    toolFormat: 'anthropic',
    defaultModel: 'claude-sonnet-5-5',
  },
  'openai-compatible': { url: undefined, keyVariables: [], toolFormat: 'openai', defaultModel: undefined },
};

export const providerNames = Object.keys(providers) as readonly ModelProvider[];

export function toBaseUrl({ provider, url }: Pick<ModelOptions, 'provider' | 'url'>): string {
  return (url ?? providers[provider].url ?? '').replace(/\/+$/, '');
}
