/** docs/policy.md has every word of the policy's vocabulary, and its examples decide as it says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { nodeDigest } from '../../src/connectors/platform/node-digest.ts';
import type { Tool } from '../../src/core/contract.ts';
import { defineTool } from '../../src/core/define-tool.ts';
import type { Principal } from '../../src/core/index.ts';
import { createPolicy, type PolicyRequest } from '../../src/core/policy/policy.ts';
import { BASE_POLICY, POLICY_SCHEMA } from '../../src/core/policy/vocabulary.ts';
import { desktop, desktopAskingEverything } from '../../src/presets/desktop/preset.ts';
import { cedar } from '../support/worlds/cedar.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/policy.md'), 'utf8');
const examples = [...page.matchAll(/^```cedar\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const listIds = (text: string): string[] => [...text.matchAll(/@id\("([^"]+)"\)/g)].map(([, id = '']) => id);

const agent: Principal = {
  ...{ userId: 'owner', organizationId: 'home', departmentIds: [], role: 'user', kind: 'agent', via: 'test' },
};
const plain = defineTool({
  ...{ name: 'tool', description: 'A tool.', input: z.unknown(), output: z.unknown(), risk: 'low', run: () => null },
});

type Changes = Partial<Omit<PolicyRequest, 'tool'>> & { readonly tool?: Partial<Tool> };

const ask = ({ tool, ...more }: Changes): PolicyRequest => ({
  ...{ principal: agent, tool: { ...plain, ...tool }, facts: { effect: 'none' }, risk: 'low', mode: 'text' },
  ...{ setting: 'allow', hasAllowGrant: false, hasDenyGrant: false, tainted: false, hasOnlyTrustedValues: false },
  ...{ resources: [], workspace: '' },
  ...more,
});

describe('the page has', () => {
  test('every entity, attribute and fact of the schema', () => {
    const body = POLICY_SCHEMA.replaceAll(/\/\/.*$/gm, '');
    const names = [...body.matchAll(/(?<name>\w+): (String|Bool|Set<String>|Facts)/g)].map(
      ({ groups }) => groups?.['name'] ?? '',
    );
    expect(names.length).toBeGreaterThan(25);
    for (const name of names) expect(page, name).toMatch(new RegExp(`\\| \`[\\w.]+\\.${name}\``));
    for (const [, entity = ''] of body.matchAll(/entity (\w+)/g)) expect(page).toContain(`| \`${entity}\``);
    for (const [, action = ''] of body.matchAll(/"(call|run)"/g)) expect(page).toContain(`Action::"${action}"`);
  });

  test('every rule of the base and of the presets', () => {
    const ids = listIds(`${BASE_POLICY}${desktop.policy}${desktopAskingEverything.policy}`);
    for (const id of new Set(ids)) expect(page, id).toContain(`| \`${id}\``);
  });
});

describe('the house rules of the page', () => {
  const load = (local: string) => createPolicy(cedar, nodeDigest, 'page', { base: BASE_POLICY, preset: '', local });
  const decide = (request: Changes): string => {
    const { effect, rule } = load(examples.join('\n')).evaluatePolicy(ask(request));
    return `${effect} ${rule}`;
  };

  test('are each accepted, alone and together', () => {
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) expect(listIds(example)).toHaveLength(1);
    for (const example of [...examples, examples.join('\n')]) expect(() => load(example)).not.toThrow();
  });

  test.each<[string, string, Changes]>([
    ['known recipients', 'allow low-risk-runs', { facts: { effect: 'send', recipients: ['ann@example.com'] } }],
    [
      'another recipient',
      'block known-recipients-only',
      { facts: { effect: 'send', recipients: ['ann@example.com', 'eve@example.com'] } },
    ],
    ['a host', 'confirm hosts-ask', { facts: { effect: 'read', hosts: ['example.com'] } }],
    [
      'a host, granted',
      'report granted-by-the-person',
      { facts: { effect: 'read', hosts: ['example.com'] }, hasAllowGrant: true },
    ],
    ['a change in production', 'confirm production-asks', { facts: { effect: 'write' }, workspace: '~/production' }],
    [
      'the same, granted',
      'confirm production-asks',
      { facts: { effect: 'write' }, workspace: '~/production', hasAllowGrant: true },
    ],
    ['reading in production', 'allow low-risk-runs', { facts: { effect: 'read' }, workspace: '~/production' }],
    ['a change elsewhere', 'allow low-risk-runs', { facts: { effect: 'write' }, workspace: '~/project' }],
    ['writing by voice', 'block voice-reads-only', { mode: 'voice', tool: { sideEffects: 'writes' } }],
    ['reading by voice', 'allow low-risk-runs', { mode: 'voice', tool: { sideEffects: 'read_only' } }],
    [
      'an intern who sends',
      'block interns-send-nothing',
      { principal: { ...agent, departmentIds: ['interns'] }, facts: { effect: 'send' } },
    ],
    [
      'an intern who reads',
      'allow low-risk-runs',
      { principal: { ...agent, departmentIds: ['interns'] }, facts: { effect: 'read' } },
    ],
    ['sending tainted values', 'block tainted-is-not-sent', { tainted: true, facts: { effect: 'send' } }],
    ['writing tainted values', 'confirm others-words-ask', { tainted: true, facts: { effect: 'write' } }],
    ['an agent that installs', 'block agents-install-nothing', { tool: { name: 'install_package' } }],
    [
      'a person who installs',
      'allow low-risk-runs',
      { principal: { ...agent, kind: 'person' }, tool: { name: 'install_package' } },
    ],
  ])('decide %s: %s', (_, expected, request) => {
    expect(decide(request)).toBe(expected);
  });
});
