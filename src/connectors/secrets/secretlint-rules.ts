/** Loads the rules that secretlint recommends. Their package needs Node's `path`, which the core must not. */
import type { SecretRule } from '../../ports/secret-rules.ts';

export async function loadSecretlintRules(): Promise<readonly SecretRule[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  return rules;
}
