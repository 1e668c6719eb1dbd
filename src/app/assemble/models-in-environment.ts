/** The models that are there without any configuration: by the usual variables, or at a local Ollama. */
import { listModels } from '../../agent/models/list-models.ts';
import { providers, type ModelOptions, type ModelProvider } from '../../agent/models/provider.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface FoundModel {
  readonly options: ModelOptions;
  readonly from: string;
  readonly missing: string | undefined;
}

const OLLAMA_TIMEOUT_MS = 500;
/** Whatever listens there is not trusted with what it calls its models. */
const MODEL_NAME = /^[\w.:/@-]{1,200}$/;
const NOT_FOR_CHATTING = /embed|minilm|bge-|rerank/i;
/** How people write the providers in DEPUTIZE_MODEL. */
const WRITTEN = new Map<string, ModelProvider>([
  ['openai', 'openai'],
  ['google', 'google'],
  ['gemini', 'google'],
  ['anthropic', 'anthropic'],
  ['openai-compatible', 'openai-compatible'],
  ['ollama', 'openai-compatible'],
]);

/** What the variables say, the wanted one first. Looks at nothing else. */
export function fromEnvironment(env: EnvironmentVariables): FoundModel[] {
  const byKey = (['openai', 'google', 'anthropic'] as const).flatMap((provider): FoundModel[] => {
    const { keyVariables, defaultModel } = providers[provider];
    const variable = keyVariables.find((name) => env[name]);
    if (variable === undefined || defaultModel === undefined) return [];
    return [
      {
        options: { name: provider, provider, model: defaultModel, key: env[variable] },
        from: variable,
        missing: undefined,
      },
    ];
  });
  const wanted = env['DEPUTIZE_MODEL'];
  return wanted ? [chosen(wanted, env), ...byKey] : byKey;
}

/** `provider/model`. Under its own words as a name, so that it can be asked for beside the others. */
function chosen(wanted: string, env: EnvironmentVariables): FoundModel {
  const [written = '', ...rest] = wanted.split('/');
  const provider = WRITTEN.get(written);
  const model = rest.join('/');
  const from = 'DEPUTIZE_MODEL';
  if (provider === undefined || model === '')
    return {
      options: { name: wanted, provider: 'openai-compatible', model: wanted },
      from,
      missing: `DEPUTIZE_MODEL is not provider/model with one of ${[...WRITTEN.keys()].join(', ')}`,
    };
  const { keyVariables } = providers[provider];
  if (provider !== 'openai-compatible') {
    const key = keyVariables.map((name) => env[name]).find(Boolean);
    const missing = key ? undefined : `${keyVariables.join(' or ')} is not set`;
    return { options: { name: wanted, provider, model, key }, from, missing };
  }
  const isOllama = written === 'ollama';
  const url = isOllama ? ollamaUrl(env) : env['OPENAI_BASE_URL'];
  const key = isOllama ? undefined : env['OPENAI_API_KEY'];
  return {
    options: { name: wanted, provider, model, url, key },
    from,
    missing: url ? undefined : 'OPENAI_BASE_URL is not set',
  };
}

/** Empty where no Ollama answers. */
export async function ollamaModels(env: EnvironmentVariables): Promise<FoundModel[]> {
  const url = ollamaUrl(env);
  const provider = 'openai-compatible';
  const models = await listModels({ provider, url }, OLLAMA_TIMEOUT_MS).catch(() => []);
  return models
    .filter((model) => MODEL_NAME.test(model) && !NOT_FOR_CHATTING.test(model))
    .map((model) => ({
      options: { name: `ollama/${model}`, provider, model, url },
      from: `Ollama at ${new URL(url).host}`,
      missing: undefined,
    }));
}

/** OLLAMA_HOST is what its server listens on, in the forms that Ollama takes. */
function ollamaUrl(env: EnvironmentVariables): string {
  const written = env['OLLAMA_HOST']?.trim() || '127.0.0.1:11434';
  const url = URL.parse(
    /^https?:\/\//.test(written) ? written : `http://${written.startsWith(':') ? '127.0.0.1' : ''}${written}`,
  );
  if (!url) return 'http://127.0.0.1:11434/v1';
  if (url.port === '' && !/^https?:\/\//.test(written)) url.port = '11434';
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/v1`;
}
