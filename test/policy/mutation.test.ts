/** Changes the rules in every small way there is. A change that no case of the table notices could be made unnoticed. */
import { describe, expect, test } from 'vitest';

import { nodeDigest } from '../../src/connectors/platform/node-digest.ts';
import { createPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { BASE_POLICY } from '../../src/core/policy/vocabulary.ts';
import { desktop, desktopAskingEverything } from '../../src/presets/desktop/preset.ts';
import { cedar } from '../support/worlds/cedar.ts';
import { askingEverything, everywhere, onTheDesktop, type Case } from './decision-table.ts';
import { mutantsOf, rulesOf } from './mutants.ts';
import { pickByTier } from '../support/cases/test-tier.ts';

/** `npm test` tries the first mutant of every rule, and every third after it. */
const STEP = pickByTier({ sample: 3, full: 1, soak: 1 });

const load = (text: string): Policy =>
  createPolicy(cedar, nodeDigest, 'mutation', { base: text, preset: '', local: '' });
const decided = (policy: Policy, { question }: Case): string => {
  const { effect, rule } = policy.evaluatePolicy(question);
  return `${effect} ${rule}`;
};

const tables: readonly [string, { before: string; rules: string; cases: readonly Case[] }][] = [
  ['the base rules', { before: '', rules: BASE_POLICY, cases: everywhere }],
  ['the desktop’s rules', { before: BASE_POLICY, rules: desktop.policy, cases: onTheDesktop }],
  [
    'the rules of a desktop that asks about everything',
    {
      before: BASE_POLICY + desktop.policy,
      rules: desktopAskingEverything.policy.slice(desktop.policy.length),
      cases: askingEverything,
    },
  ],
];

describe.each(tables)('%s', (_, { before, rules, cases }) => {
  const policy = load(before + rules);

  test.each(cases.map((each) => [each.when, each] as const))('%s', (_when, each) => {
    expect(decided(policy, each)).toBe(each.decision);
  });

  test('notice every mistake', { timeout: 120_000 }, () => {
    const all = rulesOf(rules);
    const survivors: string[] = [];
    let [mutants, invalid] = [0, 0];
    for (const [at, rule] of all.entries()) {
      for (const mutant of mutantsOf(rule).filter((_mutant, number) => number % STEP === 0)) {
        mutants += 1;
        const others = all.filter((_rule, other) => other !== at);
        const changed = attempt(() => load([before, ...others, mutant.text ?? ''].join('\n')));
        // One that does not validate never starts, but it says nothing about the table.
        if (!changed) invalid += 1;
        else if (cases.every((each) => decided(changed, each) === each.decision))
          survivors.push(`${mutant.rule}: ${mutant.change}`);
      }
    }
    expect(survivors).toEqual([]);
    expect(invalid).toBeLessThan(mutants / 4);
    console.log(`${mutants} mutants, none survived; ${invalid} of them would not have started`);
  });
});

test('all presets with rules of their own are in a table', async () => {
  const presets = await Promise.all(
    ['organization', 'personal', 'voice', 'workspace'].map(
      async (name) => (await import(`../../src/presets/${name}/preset.ts`)) as Record<string, { policy?: string }>,
    ),
  );
  for (const preset of presets) expect(Object.values(preset).map(({ policy = '' }) => policy.trim())).toEqual(['']);
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
