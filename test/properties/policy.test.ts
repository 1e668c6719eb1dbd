/** However calls and rules are combined, what is meant to make things stricter never makes them looser. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { nodeDigest } from '../../src/connectors/platform/node-digest.ts';
import { createPolicy, type Policy, type PolicyRequest } from '../../src/core/policy/policy.ts';
import { BASE_POLICY } from '../../src/core/policy/vocabulary.ts';
import { cedar } from '../support/worlds/cedar.ts';
import { everywhere, type Case } from '../policy/decision-table.ts';
import { hold } from './hold.ts';

const load = (local: string): Policy =>
  createPolicy(cedar, nodeDigest, 'properties', { base: BASE_POLICY, preset: '', local });
const base = load('');
const STRICTER = ['allow', 'report', 'confirm', 'block'];
const strictness = (policy: Policy, question: PolicyRequest): number =>
  STRICTER.indexOf(policy.evaluatePolicy(question).effect);

const plain = (everywhere[0] as Case).question;
const truth = fc.boolean();
const names = fc.array(fc.constantFrom('a', 'b', 'example.com'), { maxLength: 2 });
const question: fc.Arbitrary<PolicyRequest> = fc
  .record({
    risk: fc.constantFrom('low', 'medium', 'high'),
    mode: fc.constantFrom('text', 'voice'),
    setting: fc.constantFrom('off', 'ask', 'allow'),
    ...{ granted: truth, refused: truth, tainted: truth, own: truth, allowed: truth },
    facts: fc.record({
      effect: fc.constantFrom('none', 'read', 'write', 'send', 'execute', 'spend'),
      ...{ destructive: truth, reversible: truth, unlisted: truth },
      ...{ targets: names, recipients: names, paths: names, hosts: names },
    }),
    tool: fc.record({
      confirmation: fc.constantFrom('never', 'if_destructive', 'always'),
      grants: truth,
      modes: fc.constantFrom(['text'], ['text', 'voice']),
      permissions: fc.constantFrom([], ['user'], ['admin']),
    }),
  })
  .map(({ tool, ...more }) => ({ ...plain, ...more, tool: { ...plain.tool, ...tool } }));

const bodies = [
  'context.risk == "low"',
  'context.facts.effect == "send" && !context.facts.recipients.isEmpty()',
  'context.facts.hosts.contains("example.com")',
  'principal.kind == "agent" || context.tainted',
  'resource.sideEffects == "writes"',
];
const layers = ['call', 'run'].flatMap((action) =>
  bodies.map((body) =>
    load(
      `@id("local") @reason("A rule of this place.") forbid (principal, action == Action::"${action}", resource) when { ${body} };`,
    ),
  ),
);

test('a local rule never loosens', () =>
  hold(fc.tuple(question, fc.constantFrom(...layers)), ([asked, layer]) => {
    expect(strictness(layer, asked)).toBeGreaterThanOrEqual(strictness(base, asked));
  }));

test('a stricter setting, words of others, a refusal or a tool without grants never loosen', () =>
  hold(question, (asked) => {
    const now = strictness(base, asked);
    const stricter: Partial<PolicyRequest>[] = [
      { setting: 'off' },
      ...(asked.setting === 'allow' ? [{ setting: 'ask' } as const] : []),
      { tainted: true },
      { hasDenyGrant: true },
      { tool: { ...asked.tool, grants: false } },
    ];
    for (const change of stricter) expect(strictness(base, { ...asked, ...change })).toBeGreaterThanOrEqual(now);
  }));

test('high risk never runs without a grant, a setting to allow or the user’s own values', () =>
  hold(question, (asked) => {
    const risky: PolicyRequest = {
      ...asked,
      risk: 'high',
      hasAllowGrant: false,
      hasOnlyTrustedValues: false,
      isAllowedByUser: false,
    };
    expect(strictness(base, risky)).toBeGreaterThanOrEqual(STRICTER.indexOf('confirm'));
  }));
