/** The providers of models, and what is particular to each. */
export type ModelProvider = 'openai' | 'openai-compatible' | 'google' | 'anthropic';

export interface ModelOptions {
  /** As the configuration names it. */
  readonly name: string;
  /** The key of the configuration that describes it. `models.<name>` when left out. */
  readonly describedAt?: string | undefined;
  readonly provider: ModelProvider;
  /** As the provider names it. */
  readonly model: string;
  /** Where its API begins. Only a compatible server has no default. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** How long nothing may come before the request is given up. */
  readonly idleTimeoutMs?: number | undefined;
  /** How often a rate limit or a passing failure is tried again, and how long the first wait is. */
  readonly retries?: number | undefined;
  readonly firstWaitMs?: number | undefined;
}

interface Particulars {
  readonly url: string | undefined;
  /** The variables that hold its key by custom; none where servers mostly want none. */
  readonly keyVariables: readonly string[];
  /** The form its tools take, as `toProvider` knows it. */
  readonly toolFormat: string;
  /** A good choice when nobody has chosen. */
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
