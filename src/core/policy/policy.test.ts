import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { cedar } from '../../../test/support/worlds/cedar.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import type { CedarEngine } from '../../ports/cedar-engine.ts';
import type { Principal } from '../access/principal.ts';
import type { Tool } from '../contract.ts';
import { defineTool } from '../define-tool.ts';
import { createPolicy, type PolicyRequest } from './policy.ts';
import { BASE_POLICY } from './vocabulary.ts';

const person: Principal = {
  userId: 'owner',
  organizationId: 'home',
  departmentIds: [],
  role: 'user',
  kind: 'agent',
  via: 'test',
};
const tool = (more: Partial<Tool> = {}): Tool => ({
  ...defineTool({ name: 't', description: 't', input: z.unknown(), output: z.unknown(), risk: 'low', run: () => null }),
  ...more,
});
const question = (more: Partial<PolicyRequest> = {}): PolicyRequest => ({
  principal: person,
  tool: tool(),
  facts: { effect: 'none' },
  risk: 'low',
  mode: 'text',
  setting: 'allow',
  hasAllowGrant: false,
  hasDenyGrant: false,
  tainted: false,
  hasOnlyTrustedValues: false,
  resources: [],
  workspace: '',
  ...more,
});
const load = (texts: { preset?: string; local?: string; base?: string } = {}, engine: CedarEngine = cedar) =>
  createPolicy(engine, nodeDigest, 'sample', { base: BASE_POLICY, preset: '', local: '', ...texts });
const rule = (id: string, body: string) => `@id("${id}") @reason("Because of ${id}.") ${body}`;
const base = load();

describe('the base rules', () => {
  test.each<[string, Partial<PolicyRequest>, string]>([
    ['low risk', {}, 'allow low-risk-runs'],
    ['medium risk', { risk: 'medium' }, 'report medium-risk-is-reported'],
    ['high risk', { risk: 'high' }, 'confirm high-risk-asks'],
    ['high risk with a grant', { risk: 'high', hasAllowGrant: true }, 'report granted-by-the-person'],
    [
      'a grant for a tool without grants',
      { risk: 'high', hasAllowGrant: true, tool: tool({ grants: false }) },
      'confirm high-risk-asks',
    ],
    ['a tool that always asks', { tool: tool({ confirmation: 'always' }) }, 'confirm always-asks'],
    [
      'a tool that always asks, granted',
      { tool: tool({ confirmation: 'always' }), hasAllowGrant: true },
      'report granted-by-the-person',
    ],
    [
      'a destructive call',
      { tool: tool({ confirmation: 'if_destructive' }), facts: { effect: 'write', destructive: true } },
      'confirm destructive-asks',
    ],
    [
      'a harmless call of such a tool',
      { tool: tool({ confirmation: 'if_destructive' }), facts: { effect: 'write' } },
      'allow low-risk-runs',
    ],
    ['a setting to ask', { setting: 'ask' }, 'confirm set-to-ask'],
    ['a setting of off', { setting: 'off' }, 'block switched-off'],
    ['a setting of off with a grant', { setting: 'off', hasAllowGrant: true }, 'block switched-off'],
    ['another mode', { mode: 'voice', tool: tool({ modes: ['text'] }) }, 'block not-in-this-mode'],
    ['a role that is missing', { tool: tool({ permissions: ['admin'] }) }, 'block needs-permission'],
    ['a role that is there', { tool: tool({ permissions: ['user', 'admin'] }) }, 'allow low-risk-runs'],
    ['words of others, at low risk', { tainted: true }, 'confirm others-words-ask'],
    ['words of others, with a grant', { risk: 'high', hasAllowGrant: true, tainted: true }, 'confirm others-words-ask'],
    ['the user’s own values', { risk: 'high', hasOnlyTrustedValues: true }, 'report values-are-the-users-own'],
    ['the user’s own values, set to ask', { setting: 'ask', hasOnlyTrustedValues: true }, 'confirm set-to-ask'],
    [
      'the user’s own values for a tool without grants',
      { risk: 'high', hasOnlyTrustedValues: true, tool: tool({ grants: false }) },
      'confirm high-risk-asks',
    ],
    ['a refusal that is remembered', { risk: 'high', hasDenyGrant: true, hasAllowGrant: true }, 'block always-refused'],
  ])('%s', (_, more, expected) => {
    const { effect, rule: id, reason } = base.evaluatePolicy(question(more));
    expect(`${effect} ${id}`).toBe(expected);
    expect(reason.length).toBeGreaterThan(10);
  });
});

describe('anything short of a clean answer blocks', () => {
  const failing = (answer: unknown): CedarEngine => ({
    ...cedar,
    statefulIsAuthorized: () => {
      if (answer instanceof Error) throw answer;
      return answer as ReturnType<CedarEngine['statefulIsAuthorized']>;
    },
  });
  const allowed = { decision: 'allow', diagnostics: { reason: ['low-risk-runs'], errors: [] as unknown[] } };

  test.each([
    ['the engine throws', new Error('boom')],
    ['the engine fails', { type: 'failure', errors: [{ message: 'x' }] }],
    [
      'a rule could not be evaluated',
      { type: 'success', response: { ...allowed, diagnostics: { reason: [], errors: [{}] } } },
    ],
    ['the engine warns', { type: 'success', response: allowed, warnings: [{}] }],
    ['there is no response', { type: 'success' }],
    ['the engine fails and allows all the same', { type: 'failure', response: allowed, errors: [{ message: 'x' }] }],
  ])('when %s', (_, answer) => {
    expect(load({}, failing(answer)).evaluatePolicy(question())).toMatchObject({
      effect: 'block',
      rule: 'engine-error',
    });
  });

  test('when the engine fails only at the second of its two questions', () => {
    const half: CedarEngine = {
      ...cedar,
      statefulIsAuthorized: (asked) => {
        if (asked.action.id === 'run') throw new Error('boom');
        return cedar.statefulIsAuthorized(asked);
      },
    };
    expect(load({}, half).evaluatePolicy(question())).toMatchObject({ effect: 'block', rule: 'engine-error' });
  });

  test('except a call that an unknown rule allows, which is reported', () => {
    const response = { ...allowed, diagnostics: { reason: ['of-nobody'], errors: [] } };
    const decision = load({}, failing({ type: 'success', response })).evaluatePolicy(question());
    expect(decision).toMatchObject({ effect: 'report', rule: 'reported' });
  });

  test('when a rule errors in the real engine', () => {
    const overflow = 'forbid (principal, action == Action::"call", resource) when { 9223372036854775807 + 1 > 0 };';
    expect(load({ preset: rule('broken', overflow) }).evaluatePolicy(question())).toMatchObject({
      rule: 'engine-error',
    });
  });

  test('when facts are not of the form the schema knows', () => {
    const facts = { effect: 42, paths: [7] } as unknown as PolicyRequest['facts'];
    expect(base.evaluatePolicy(question({ facts }))).toMatchObject({ effect: 'block', rule: 'engine-error' });
  });

  test('when nothing permits the call', () => {
    const only = rule('never', 'permit (principal, action == Action::"call", resource) when { context.risk == "x" };');
    expect(load({ base: only }).evaluatePolicy(question())).toMatchObject({ effect: 'block', rule: 'nothing-permits' });
  });
});

describe('loading', () => {
  const refusal = (texts: Parameters<typeof load>[0]): unknown => {
    try {
      return load(texts);
    } catch (error) {
      return error;
    }
  };

  test.each([
    ['text that is no policy', { preset: 'permit (' }, ''],
    [
      'a word the schema does not know',
      { preset: rule('x', 'forbid (principal, action, resource) when { context.nope };') },
      'nope',
    ],
    [
      'a comparison of different types',
      { preset: rule('x', 'forbid (principal, action, resource) when { context.risk == 3 };') },
      '',
    ],
    ['a rule without an id', { preset: '@reason("r") forbid (principal, action, resource);' }, '@id'],
    ['a rule without a reason', { preset: '@id("x") forbid (principal, action, resource);' }, '@reason'],
    [
      'an id that is there already',
      { preset: rule('switched-off', 'forbid (principal, action, resource);') },
      'switched-off',
    ],
    [
      'two ids of its own',
      { local: [1, 2].map(() => rule('mine', 'forbid (principal, action, resource);')).join('\n') },
      'mine',
    ],
    [
      'an outcome that is unknown',
      { preset: `@outcome("allow") ${rule('x', 'permit (principal, action, resource);')}` },
      '@outcome',
    ],
    ['a template', { preset: rule('x', 'forbid (principal == ?principal, action, resource);') }, ''],
    ['a local rule that permits', { local: rule('x', 'permit (principal, action, resource);') }, 'can only forbid'],
  ])('refuses %s and names the preset', (_, texts, told) => {
    const error = refusal(texts);
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', details: { key: 'presets.sample.policy' } });
    expect((error as Error).message).toContain('"sample"');
    expect((error as Error).message).toContain(told);
  });

  test.each([
    ['of the rules', { validationWarnings: [{ error: { message: 'it can never apply' } }] }],
    ['of anything else', { otherWarnings: [{ message: 'it can never apply' }] }],
  ])('refuses what the engine warns of: %s', (_, warnings) => {
    const engine = { ...cedar, validate: () => ({ type: 'success', ...warnings }) } as unknown as CedarEngine;
    let message = '';
    try {
      load({}, engine);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/it can never apply$/);
  });

  test('says what the engine says', () => {
    expect((refusal({ preset: 'permit (' }) as Error).message).toMatch(/not valid: \w+/);
  });

  test('takes a local rule that forbids more, and names it', () => {
    const local = rule(
      'no-sending',
      'forbid (principal, action == Action::"call", resource) when { context.facts.effect == "send" };',
    );
    const policy = load({ local });
    expect(policy.evaluatePolicy(question({ facts: { effect: 'send' } }))).toEqual({
      effect: 'block',
      rule: 'no-sending',
      reason: 'Because of no-sending.',
    });
    expect(policy.evaluatePolicy(question()).effect).toBe('allow');
  });

  test('has another hash when any rule is another', () => {
    const local = rule('x', 'forbid (principal, action, resource) when { context.risk == "high" };');
    expect(base.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(load().hash).toBe(base.hash);
    expect(load({ local }).hash).not.toBe(base.hash);
  });
});

describe('a local rule can speak of every fact', () => {
  test.each([
    ['reversible', { reversible: true }, 'context.facts.reversible'],
    ['destructive', { destructive: true }, 'context.facts.destructive'],
    ['unlisted', { unlisted: true }, 'context.facts.unlisted'],
    ['protected', { protected: true }, 'context.facts.protected'],
    ['its origin', { origin: 'own' }, 'context.facts.origin != "other"'],
    ['targets', { targets: ['x'] }, 'context.facts.targets.contains("x")'],
    ['recipients', { recipients: ['x'] }, 'context.facts.recipients.contains("x")'],
    ['paths', { paths: ['x'] }, 'context.facts.paths.contains("x")'],
    ['hosts', { hosts: ['x'] }, 'context.facts.hosts.contains("x")'],
  ] as const)('%s', (_, more, condition) => {
    const local = rule('mine', `forbid (principal, action == Action::"call", resource) when { ${condition} };`);
    const policy = load({ local });
    expect(policy.evaluatePolicy(question()).effect).toBe('allow');
    const facts = { effect: 'none', ...more } as PolicyRequest['facts'];
    expect(policy.evaluatePolicy(question({ facts }))).toMatchObject({ effect: 'block', rule: 'mine' });
  });
});

describe('remembering answers', () => {
  test('holds ten thousand questions, and then starts again', () => {
    let asked = 0;
    const response = { decision: 'allow', diagnostics: { reason: ['low-risk-runs'], errors: [] } };
    const engine: CedarEngine = {
      ...cedar,
      statefulIsAuthorized: () => {
        asked += 1;
        return { type: 'success', response } as unknown as ReturnType<CedarEngine['statefulIsAuthorized']>;
      },
    };
    const policy = load({}, engine);
    const decide = (id: number) => policy.evaluatePolicy(question({ principal: { ...person, userId: `u${id}` } }));
    for (let id = 0; id < 10_000; id += 1) decide(id);
    decide(0);
    expect(asked).toBe(20_000);
    decide(10_000);
    decide(10_000);
    expect(asked).toBe(20_002);
    decide(0);
    expect(asked).toBe(20_004);
  });

  test('does not confuse two questions', () => {
    const local = rule('not-sales', 'forbid (principal in Department::"sales", action == Action::"call", resource);');
    const policy = load({ local });
    const as = (departmentIds: string[], userId = 'u') =>
      policy.evaluatePolicy(question({ principal: { ...person, userId, departmentIds } })).effect;
    expect([as(['x,sales']), as(['x', 'sales']), as(['x,sales'])]).toEqual(['allow', 'block', 'allow']);
    expect([as([], 'u user agent sales'), as(['sales'], 'u')]).toEqual(['allow', 'block']);
  });

  test('distinguishes tools of one name by their definition', () => {
    const effects = [tool(), tool({ confirmation: 'always' }), tool({ permissions: ['admin'] }), tool()].map(
      (one) => base.evaluatePolicy(question({ tool: one })).effect,
    );
    expect(effects).toEqual(['allow', 'confirm', 'block', 'allow']);
  });

  test('asks the engine once for one question', () => {
    let asked = 0;
    const counting: CedarEngine = {
      ...cedar,
      statefulIsAuthorized: (call) => ((asked += 1), cedar.statefulIsAuthorized(call)),
    };
    const policy = load({}, counting);
    for (let time = 0; time < 5; time += 1) policy.evaluatePolicy(question());
    expect(asked).toBe(2);
    policy.evaluatePolicy(question({ facts: { effect: 'none', paths: ['a'] } }));
    expect(asked).toBe(4);
  });
});
