import { expect, test } from 'vitest';

import { cedar } from '../../../test/support/worlds/cedar.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { Registry } from '../registry.ts';
import { policyLoader } from './policy-loader.ts';

const RULE = '@id("none") @reason("None.") forbid (principal, action == Action::"run", resource);';
const preset = (name: string, policy: string) => ({ name, description: '', tools: [], policy });
const registry = new Registry([preset('a', ''), preset('b', ''), preset('c', RULE), preset('d', 'forbid (')]);
const load = (localPolicy = '') =>
  policyLoader({ cedar: () => Promise.resolve(cedar), digest: nodeDigest, localPolicy, registry });

test('presets with the same rules share a policy, others do not', async () => {
  const { getPolicy } = load();
  expect(await getPolicy('b')).toBe(await getPolicy('a'));
  expect(await getPolicy('c')).not.toBe(await getPolicy('a'));
  expect((await load(RULE).getPolicy('a')).hash).not.toBe((await getPolicy('a')).hash);
});

test('rules that are not valid are refused each time, with the name of their preset', async () => {
  const { getPolicy, loadAll } = load();
  for (const loading of [() => getPolicy('d'), () => getPolicy('d'), loadAll])
    await expect(loading()).rejects.toThrow('the preset "d"');
});
