/** Which calls run, are reported, ask or are blocked, and what the caller gets. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MAIL, openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

describe('R3, R4: the default table', () => {
  test('low risk runs', async () => {
    expect(await sample.call('look', { text: 'a' })).toEqual({
      state: 'ok',
      callId: expect.any(String),
      traceId: expect.any(String),
      decision: { effect: 'allow', reason: 'Low risk: runs at once.', rule: 'low-risk-runs' },
      value: { done: 'look a' },
    });
  });

  test('medium risk runs, and the reply says so', async () => {
    const outcome = await sample.call('note', { text: 'a' });
    expect(outcome).toMatchObject({
      state: 'reported',
      decision: { effect: 'report', rule: 'medium-risk-is-reported' },
      value: { done: 'note a' },
      report: 'note: Medium risk: runs, and the reply says so.',
    });
  });

  test.each([
    ['send', MAIL, 'high-risk-asks'],
    ['wipe', { disk: 'a' }, 'always-asks'],
    ['replace', { over: true }, 'destructive-asks'],
  ])('%s asks, and does not run by itself', async (tool, args, rule) => {
    const outcome = await sample.pending(tool, args);
    expect(outcome.decision).toMatchObject({ effect: 'confirm', rule });
    expect(outcome.decision.reason).not.toBe('');
    expect(outcome.approval.id).toMatch(/^[0-9a-f-]{36}$/);
    // The library alone serves no page that a link could lead to.
    expect(outcome.approval.url).toBeUndefined();
    const left = Date.parse(outcome.approval.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual((tool === 'replace' ? 60 : 15) * 60_000);
    expect(sample.world.effects).toEqual([]);
  });

  test('the same tool runs where it destroys nothing', async () => {
    expect(await sample.call('replace', { over: false })).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['a rule of the application', 'send', { to: ['tips@press.example'], body: '' }, 'never-to-the-press'],
    ['a role that is missing', 'admin_only', { text: '' }, 'needs-permission'],
  ])('%s blocks', async (_, tool, args, rule) => {
    const outcome = await sample.refused(tool, args);
    expect(outcome).toMatchObject({
      state: 'refused',
      decision: { effect: 'block', rule, reason: expect.stringMatching(/\w{4}/) },
      error: { code: 'BLOCKED', type: 'permission_denied', details: { rule } },
    });
    expect(sample.world.effects).toEqual([]);
  });

  test('every decision is in the audit with its rule and the hash of the policy', async () => {
    const outcomes = [
      await sample.call('look', { text: 'a' }),
      await sample.call('note', { text: 'a' }),
      await sample.call('send', MAIL),
      await sample.call('send', { to: ['tips@press.example'], body: '' }),
    ];
    const hashes = new Set<unknown>();
    for (const { callId, decision } of outcomes) {
      const [first] = await sample.audit(callId);
      expect(first?.body['decision']).toEqual(decision);
      hashes.add(first?.body['policyHash']);
    }
    expect([...hashes]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
});

describe('R16: settings', () => {
  const set = (level: 'organization' | 'user', subject: string, pattern: string, value: 'off' | 'ask' | 'allow') =>
    sample.deputize.runtime.changeSetting(level, subject, pattern, value, sample.person);

  test('a tool that is off above cannot be switched on below', async () => {
    await set('organization', 'home', 'lo*', 'off');
    await set('user', 'owner', 'look', 'allow');
    expect(await sample.refused('look', { text: 'a' })).toMatchObject({ decision: { rule: 'switched-off' } });
    const place = { level: 'organization', subject: 'home', pattern: 'lo*' } as const;
    await sample.deputize.runtime.removeSetting(place, sample.person);
    expect(await sample.call('look', { text: 'a' })).toMatchObject({ state: 'ok' });
  });

  test('a tool can be set to ask, and what is off is off for a waiting approval too', async () => {
    await set('user', 'owner', 'look', 'ask');
    const { approval, decision } = await sample.pending('look', { text: 'a' });
    expect(decision.rule).toBe('set-to-ask');
    await set('user', 'owner', 'look', 'off');
    await expect(sample.approve(approval.id)).rejects.toMatchObject({ code: 'BLOCKED' });
    expect(sample.world.effects).toEqual([]);
    await set('user', 'owner', 'look', 'ask');
    expect((await sample.approve(approval.id)).outcome).toMatchObject({ state: 'ok' });
  });

  test('a change is recorded', async () => {
    await set('user', 'owner', 'look', 'ask');
    expect((await sample.audit()).at(-1)).toMatchObject({
      kind: 'setting.changed',
      body: { user: 'owner', level: 'user', subject: 'owner', pattern: 'look', value: 'ask' },
    });
  });
});

describe('R12: calls made at once', () => {
  test('are each decided on their own: those that ask wait, the others go on', async () => {
    const outcomes = await Promise.all([
      sample.call('look', { text: '1' }),
      sample.call('send', MAIL),
      sample.call('note', { text: '2' }),
      sample.call('look', { wrong: 1 }),
      sample.call('throws', {}),
      sample.call('hangs', {}),
      sample.call('send', { to: ['tips@press.example'], body: '' }),
      sample.call('wipe', { disk: 'a' }),
      ...Array.from({ length: 40 }, (_, at) => sample.call('look', { text: `p${at}` })),
    ]);
    const states = outcomes.slice(0, 8).map(({ state }) => state);
    expect(states).toEqual(['ok', 'pending', 'reported', 'refused', 'failed', 'failed', 'refused', 'pending']);
    expect(outcomes.slice(8).every(({ state }) => state === 'ok')).toBe(true);
    expect(new Set(outcomes.map(({ callId }) => callId)).size).toBe(outcomes.length);
    expect(sample.world.effects).not.toContain('send ann@example.com: hello');
    expect(await sample.deputize.runtime.audit.verify()).toMatchObject({ ok: true });
  });

  test('do not wait for one another', async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => sample.call('hangs', {})));
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
