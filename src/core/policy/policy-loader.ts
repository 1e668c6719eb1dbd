/** The policies of the presets, each read when it is first wanted. */
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

export function policyLoader({ cedar, digest, localPolicy = '', registry }: Parts) {
  const loaded = new Map<string, Policy>();
  const load = async (name: string): Promise<Policy> => {
    const texts = { base: BASE_POLICY, preset: registry.preset(name).policy, local: localPolicy };
    const policy = createPolicy(await cedar(), digest, name, texts);
    loaded.set(name, policy);
    return policy;
  };
  return {
    get: (name: string) => loaded.get(name) ?? load(name),
    loadAll: async () => {
      for (const { name } of registry.presets()) await load(name);
    },
  };
}
