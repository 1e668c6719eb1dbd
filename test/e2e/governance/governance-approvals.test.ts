/** What a person can do with a call that waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MAIL, openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

const show = (callId: string) => sample.deputize.runtime.calls.show(callId, sample.person);

describe('R5: the question', () => {
  test('shows the exact arguments, the reason, the risk, the scope, the preview and the expiry', async () => {
    const { approval, callId, traceId } = await sample.pending('send', MAIL);
    const [view, ...others] = await sample.deputize.approvals.list();
    expect(others).toEqual([]);
    expect(view).toMatchObject({
      id: approval.id,
      callId,
      traceId,
      tool: 'send',
      version: '2.1.0',
      risk: 'high',
      rule: 'high-risk-asks',
      reason: 'High risk: a person approves first.',
      requestedBy: 'agent library',
      args: MAIL,
      scope: ['ann@example.com'],
      approvedArgs: null,
      preview: { title: 'Message to ann@example.com', parts: [{ kind: 'text', label: 'Body', text: 'hello' }] },
      expiresAt: approval.expiresAt,
      decision: null,
    });
  });

  test('of a tool without a preview shows the arguments', async () => {
    await sample.pending('wipe', { disk: 'sda' });
    const [view] = await sample.deputize.approvals.list();
    expect(JSON.stringify(view?.preview.parts)).toContain('sda');
  });
});

describe('R5: the decision', () => {
  test('approving runs the call as it was proposed', async () => {
    const { approval, callId } = await sample.pending('send', MAIL);
    const { outcome, confirmToken } = await sample.approve(approval.id);
    expect(outcome).toMatchObject({ state: 'ok', callId, value: { done: 'send ann@example.com: hello' } });
    expect(confirmToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(sample.world.effects).toEqual(['send ann@example.com: hello']);
    expect(await show(callId)).toMatchObject({
      state: 'ok',
      proposedArgs: MAIL,
      approvedArgs: MAIL,
      executedArgs: MAIL,
    });
    expect(await sample.deputize.approvals.list()).toEqual([]);
  });

  test('editing keeps what was proposed, what was approved and what ran', async () => {
    const { approval, callId } = await sample.pending('send', MAIL);
    const edited = { to: ['bob@example.com'], body: 'shorter' };
    const { outcome } = await sample.approve(approval.id, { modifiedArgs: edited });
    expect(outcome).toMatchObject({ state: 'ok', value: { done: 'send bob@example.com: shorter' } });
    expect(await show(callId)).toMatchObject({ proposedArgs: MAIL, approvedArgs: edited, executedArgs: edited });
    const records = await sample.audit(callId);
    const args = records.map(({ body }) => body['args']);
    expect(args[0]).not.toEqual(args[1]);
    expect(args[1]).toEqual(args[2]);
    expect(records[1]).toMatchObject({
      kind: 'approval.approved',
      body: { edited: true, approver: 'owner', via: 'library' },
    });
  });

  test.each([
    ['are not valid', { to: ['nobody'], body: '' }, 'INVALID_ARGUMENTS'],
    ['have an unknown property', { ...MAIL, bcc: ['x@example.com'] }, 'INVALID_ARGUMENTS'],
    ['are null', null, 'INVALID_ARGUMENTS'],
    ['the policy blocks', { to: ['tips@press.example'], body: '' }, 'BLOCKED'],
  ])('edited arguments that %s are refused, and the approval stays open', async (_, modifiedArgs, code) => {
    const { approval, callId } = await sample.pending('send', MAIL);
    expect(await thrownBy(sample.approve(approval.id, { modifiedArgs }))).toMatchObject({ code });
    expect(sample.world.effects).toEqual([]);
    expect(await show(callId)).toMatchObject({ state: 'awaiting_approval', approvedArgs: null, executedArgs: null });
    expect((await sample.approve(approval.id)).outcome).toMatchObject({ state: 'ok' });
  });

  test('denying ends the call with the reason', async () => {
    const { approval, callId } = await sample.pending('send', MAIL);
    const { outcome } = await sample.deny(approval.id, { reason: 'not today' });
    expect(outcome).toMatchObject({ state: 'refused', error: { code: 'DENIED', details: { reason: 'not today' } } });
    expect(sample.world.effects).toEqual([]);
    expect(await show(callId)).toMatchObject({ state: 'denied', outcome, executedArgs: null });
    expect((await sample.audit(callId)).at(-1)).toMatchObject({
      kind: 'approval.denied',
      body: { approver: 'owner', reason: { commitment: expect.any(String) } },
    });
  });

  test('what has changed since it was shown is a conflict, and nothing runs', async () => {
    const { approval, callId } = await sample.pending('send', MAIL);
    sample.world.version += 1;
    const { outcome } = await sample.approve(approval.id);
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { code: 'CONFLICT', retryable: true, partialSideEffects: false },
    });
    expect(sample.world.effects).toEqual([]);
    expect(await show(callId)).toMatchObject({ state: 'error' });
  });

  test('an edit approves the current state', async () => {
    const { approval } = await sample.pending('send', MAIL);
    sample.world.version += 1;
    const { outcome } = await sample.approve(approval.id, { modifiedArgs: { ...MAIL, body: 'new' } });
    expect(outcome).toMatchObject({ state: 'ok' });
  });

  test('a client without ids that asks again gets the outcome once, and after that a new question', async () => {
    const collects = { collects: true };
    const first = await sample.pending('send', MAIL, collects);
    expect((await sample.pending('send', MAIL, collects)).approval.id).toBe(first.approval.id);
    await sample.approve(first.approval.id);
    expect(await sample.call('send', MAIL, collects)).toMatchObject({ state: 'ok', callId: first.callId });
    expect((await sample.pending('send', MAIL, collects)).approval.id).not.toBe(first.approval.id);
    expect(sample.world.effects).toHaveLength(1);
  });

  test('a client without ids gets the outcome once, although a grant would let an equal call run', async () => {
    const collects = { collects: true };
    const first = await sample.pending('send', MAIL, collects);
    await sample.approve(first.approval.id, { remember: 'always' });
    expect(await sample.call('send', MAIL, collects)).toMatchObject({ state: 'ok', callId: first.callId });
    expect(sample.world.effects).toHaveLength(1);
    expect((await sample.call('send', MAIL, collects)).callId).not.toBe(first.callId);
    expect(sample.world.effects).toHaveLength(2);
  });

  test('any other caller who asks again joins the open question, and after the decision asks a new one', async () => {
    const first = await sample.pending('send', MAIL);
    expect((await sample.pending('send', MAIL)).approval.id).toBe(first.approval.id);
    await sample.approve(first.approval.id);
    expect((await sample.pending('send', MAIL)).approval.id).not.toBe(first.approval.id);
  });
});

describe('R7: time and restarts', () => {
  test('a question survives a restart', async () => {
    const { approval, callId } = await sample.pending('send', MAIL, { callId: 'mine' });
    await sample.reopen();
    expect(await sample.pending('send', MAIL, { callId })).toMatchObject({ approval: { id: approval.id } });
    expect((await sample.approve(approval.id)).outcome).toMatchObject({ state: 'ok', callId });
    await sample.reopen();
    expect(await sample.call('send', MAIL, { callId })).toMatchObject({ state: 'ok', callId });
    expect(sample.world.effects).toHaveLength(1);
  });

  test.each(['approve', 'deny'] as const)('a late decision after %s changes nothing and says so', async (first) => {
    const { approval, callId } = await sample.pending('send', MAIL);
    await sample[first](approval.id, { reason: 'first' });
    const before = [await show(callId), sample.world.effects.length, (await sample.audit()).length];
    for (const late of ['approve', 'deny'] as const) {
      const error = await thrownBy(sample[late](approval.id, { remember: 'always' }));
      expect(error).toMatchObject({ code: 'ALREADY_DECIDED', details: { by: 'owner', via: 'library' } });
      expect(error['message']).toContain(first === 'approve' ? 'Already approved' : 'Already denied');
    }
    expect([await show(callId), sample.world.effects.length, (await sample.audit()).length]).toEqual(before);
    expect(await sample.deputize.runtime.grants(sample.person)).toEqual([]);
  });

  test('of many decisions at once one wins', async () => {
    const { approval } = await sample.pending('send', MAIL);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? sample.deny(approval.id) : sample.approve(approval.id))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(sample.world.effects.length).toBeLessThanOrEqual(1);
  });

  test('an approval without a decision in time expires', async () => {
    await using brief = await openSample({ limits: { approvalTtlMs: { high: 40, other: 60_000 } } });
    const { approval, callId } = await brief.pending('send', MAIL);
    await sleep(60);
    expect(await thrownBy(brief.approve(approval.id))).toMatchObject({ code: 'EXPIRED' });
    expect(await brief.deputize.approvals.list()).toEqual([]);
    expect(await brief.deputize.runtime.calls.show(callId, brief.person)).toMatchObject({
      state: 'expired',
      outcome: { state: 'refused', error: { code: 'EXPIRED' } },
    });
    expect((await brief.audit(callId)).map(({ kind }) => kind)).toEqual(['approval.requested', 'approval.expired']);
    expect(brief.world.effects).toEqual([]);
    expect(await thrownBy(brief.deny(approval.id))).toMatchObject({ code: 'EXPIRED' });
  });

  test('there is no approval under a made-up id', async () => {
    for (const id of ['nothing', '', '__proto__', "' or 1=1 --"])
      expect(await thrownBy(sample.approve(id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
