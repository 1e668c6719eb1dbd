/** What a provider wants back with a call: its signatures, and the thoughts that led to it. Only the same model gets it back. */
import { z } from 'zod';

import type { Json } from '../../ports/json.ts';
import type { ModelOptions } from './provider.ts';

const metadata = z.record(z.string(), z.record(z.string(), z.json()));
const keptSchema = z.object({
  of: z.string(),
  thoughts: z.array(z.object({ text: z.string(), metadata: metadata.optional() })).default([]),
  metadata: metadata.optional(),
});

export type ReasoningState = Omit<z.output<typeof keptSchema>, 'of'>;
export type ProviderMetadata = z.output<typeof metadata>;

export function writeReasoningState({ thoughts, metadata }: ReasoningState, options: ModelOptions): Json | undefined {
  if (thoughts.length === 0 && metadata === undefined) return undefined;
  return { of: owner(options), thoughts, ...(metadata && { metadata }) } as Json;
}

export function readReasoningState(meta: Json | undefined, options: ModelOptions): ReasoningState {
  const parsed = keptSchema.safeParse(meta);
  // Another model would take a foreign signature for a forged one.
  return parsed.success && parsed.data.of === owner(options) ? parsed.data : { thoughts: [] };
}

export function toMetadata(value: unknown): ProviderMetadata | undefined {
  const parsed = metadata.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function owner({ provider, model }: ModelOptions): string {
  return `${provider}/${model}`;
}
