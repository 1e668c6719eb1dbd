/** The models that a server offers. */
import { z } from 'zod';

import { toBigrams } from '../../lib/split-words.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { toBaseUrl, type ModelOptions } from './provider.ts';

const TIMEOUT_MS = 3_000;
const listing = z.object({
  data: z.array(z.object({ id: z.string() })).optional(),
  models: z.array(z.object({ name: z.string() })).optional(),
});

/** Throws when the server does not say. */
export async function listModels(
  options: Pick<ModelOptions, 'provider' | 'url' | 'key'>,
  timeoutMs = TIMEOUT_MS,
): Promise<string[]> {
  const response = await guardedFetch(`${toBaseUrl(options)}/models`, {
    headers: credentials(options),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { data, models } = listing.parse(await response.json());
  return data?.map(({ id }) => id) ?? models?.map(({ name }) => name.replace(/^models\//, '')) ?? [];
}

/** Those whose names are most like the wanted one. */
export function nearest(wanted: string, known: readonly string[], count = 5): string[] {
  const toPieces = (text: string): Set<string> => new Set(toBigrams(` ${text.toLowerCase()} `));
  const pieces = toPieces(wanted);
  const likeness = (id: string): number => {
    const own = toPieces(id);
    return [...own].filter((piece) => pieces.has(piece)).length / Math.max(1, own.size + pieces.size);
  };
  return known
    .map((id) => ({ id, likeness: likeness(id) }))
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, count)
    .map(({ id }) => id);
}

function credentials({ provider, key }: Pick<ModelOptions, 'provider' | 'key'>): Record<string, string> {
  if (!key) return {};
  switch (provider) {
    case 'google':
      return { 'x-goog-api-key': key };
    case 'anthropic':
      return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
    case 'openai':
    case 'openai-compatible':
      return { authorization: `Bearer ${key}` };
  }
}
