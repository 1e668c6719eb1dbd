/** Loads the policies of the presets, each at its first use. */
import type { CedarEngine } from '../../ports/cedar-engine.ts';
import type { Digest } from '../../ports/digest.ts';
import type { Registry } from '../registry.ts';
import { createPolicy, type Policy } from './policy.ts';
import { BASE_POLICY } from './vocabulary.ts';

interface Parts {
  readonly cedar: () => Promise<CedarEngine>;
  readonly digest: Digest;
  readonly localPolicy?: string | undefined;
  readonly registry: Registry;
}

/** Valid policies by their texts. Most presets have the rules of the base only, and the engine stores rules per process. */
const validated = new WeakMap<CedarEngine, Map<string, Policy>>();

/**
 * Returns functions that load the policy of a preset on first use, or all now. Both throw INVALID_CONFIGURATION for an
 * invalid policy.
 */
export function policyLoader({ cedar, digest, localPolicy = '', registry }: Parts) {
  const loaded = new Map<string, Policy>();
  const load = async (name: string): Promise<Policy> => {
    const texts = { base: BASE_POLICY, preset: registry.preset(name).policy, local: localPolicy };
    const engine = await cedar();
    const known = validated.get(engine) ?? new Map<string, Policy>();
    validated.set(engine, known);
    const key = JSON.stringify(texts);
    const policy = known.get(key) ?? createPolicy(engine, digest, name, texts);
    known.set(key, policy);
    loaded.set(name, policy);
    return policy;
  };
  return {
    getPolicy: (name: string) => loaded.get(name) ?? load(name),
    loadAll: async () => {
      for (const { name } of registry.presets()) await load(name);
    },
  };
}
