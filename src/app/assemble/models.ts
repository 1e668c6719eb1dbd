/** The available models: those of the configuration, or those found in the environment. */
import { readFileSync } from 'node:fs';

import { createModel, type ProvidedModel } from '../../agent/models/create-model.ts';
import { providers } from '../../agent/models/provider.ts';
import { DeputizeError } from '../../core/index.ts';
import type { Config } from '../config/config.ts';
import { fromEnvironment, ollamaModels, type EnvironmentVariables, type FoundModel } from './models-in-environment.ts';

interface ListedModel {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  /** Where it was found: the configuration, a variable, a server. */
  readonly from: string;
  /** What is missing before it can be used. */
  readonly missing: string | undefined;
}

interface ModelCatalogue {
  list(): Promise<readonly ListedModel[]>;
  /** The model with this name. Without a name, the default model. */
  get(name?: string): Promise<ProvidedModel>;
}

export const HOW_TO_SET_UP =
  'set OPENAI_API_KEY, GEMINI_API_KEY or ANTHROPIC_API_KEY, start Ollama, or describe one under "models" in deputize.yaml';

export function findModels(config: Pick<Config, 'models' | 'defaultModel'>, env: EnvironmentVariables): ModelCatalogue {
  const made = new Map<string, ProvidedModel>();
  const certain = config.models ? configured(config, env) : fromEnvironment(env);
  const all = async (): Promise<readonly FoundModel[]> =>
    config.models ? certain : [...certain, ...(await ollamaModels(env))];
  return {
    list: async () =>
      (await all()).map(({ options: { name, provider, model }, from, missing }) => ({
        ...{ name, provider, model, from, missing },
      })),
    async get(name) {
      // Ollama is queried only if no other model fits.
      const chosen = choose(certain, name) ?? choose(await all(), name);
      if (!chosen) throw modelNotFoundError(name, await all());
      if (chosen.missing !== undefined)
        throw new DeputizeError(
          'NOT_AVAILABLE',
          `The model "${chosen.options.name}" cannot be asked: ${chosen.missing}.`,
          {
            details: { model: chosen.options.name, from: chosen.from },
          },
        );
      const model = made.get(chosen.options.name) ?? createModel(chosen.options);
      made.set(chosen.options.name, model);
      return model;
    },
  };
}

function choose(found: readonly FoundModel[], name: string | undefined): FoundModel | undefined {
  return name === undefined ? found[0] : found.find(({ options }) => options.name === name);
}

function modelNotFoundError(name: string | undefined, found: readonly FoundModel[]): DeputizeError {
  const names = found.map(({ options }) => options.name);
  if (name === undefined || names.length === 0)
    return new DeputizeError('NOT_AVAILABLE', `No model is set up: ${HOW_TO_SET_UP}.`);
  return new DeputizeError('NOT_FOUND', `There is no model "${name}"; there is ${names.join(', ')}.`, {
    details: { names },
  });
}

/** The models of deputize.yaml, the default one first. */
function configured(
  { models = {}, defaultModel }: Pick<Config, 'models' | 'defaultModel'>,
  env: EnvironmentVariables,
): FoundModel[] {
  const found = Object.entries(models).map(([name, { provider, model, url, key, idleTimeout }]): FoundModel => {
    const { value, missing } = readKey({ name, provider, url, key }, env);
    return {
      options: { name, provider, model, url, key: value, idleTimeoutMs: idleTimeout },
      from: 'deputize.yaml',
      missing,
    };
  });
  return found.sort(
    (left, right) => Number(right.options.name === defaultModel) - Number(left.options.name === defaultModel),
  );
}

type Described = Pick<NonNullable<Config['models']>[string], 'provider' | 'url' | 'key'> & { readonly name: string };

function readKey(
  { name, provider, url, key }: Described,
  env: EnvironmentVariables,
): { value?: string; missing: string | undefined } {
  if (key && 'file' in key) {
    const value = readSecret(key.file);
    return value
      ? { value, missing: undefined }
      : { missing: `models.${name}.key: ${key.file} cannot be read or is empty` };
  }
  // The default key variable belongs to the provider. The key must not be sent to another URL.
  const usual = url === undefined ? providers[provider].keyVariables : [];
  const variables = key ? [key.env] : usual;
  const value = variables.map((variable) => env[variable]).find(Boolean);
  if (value) return { value, missing: undefined };
  if (key) return { missing: `models.${name}.key: the environment variable ${key.env} is not set` };
  if (provider === 'openai-compatible') return { missing: undefined };
  const wanted = usual.length > 0 ? `${usual.join(' or ')} is not set, nor` : 'there is no';
  return { missing: `${wanted} models.${name}.key` };
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
