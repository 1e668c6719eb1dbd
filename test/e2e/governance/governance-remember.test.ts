/** Decisions that are remembered: how long, for what, and how they are taken back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { GrantDuration } from '../../../src/core/index.ts';
import { MAIL, openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

const to = (...addresses: string[]) => ({ to: addresses, body: 'hello' });
const grants = () => sample.deputize.runtime.grants(sample.person);
/** A new call each time, as from a client that chooses its call ids. */
let asked = 0;
const send = (args: unknown, more = {}) => sample.call('send', args, { callId: `call-${(asked += 1)}`, ...more });

async function approveOnce(args: unknown, remember: GrantDuration, more: object = {}, request: object = {}) {
  const outcome = await send(args, request);
  if (outcome.state !== 'pending') throw new Error(`not pending: ${outcome.state}`);
  return { ...(await sample.approve(outcome.approval.id, { remember, ...more })), approval: outcome.approval };
}

describe('R8: how long', () => {
  test('once is remembered for nothing', async () => {
    await approveOnce(MAIL, 'once');
    expect(await grants()).toEqual([]);
    expect(await send(MAIL)).toMatchObject({ state: 'pending' });
  });

  test('always holds for exactly these arguments, also after a restart', async () => {
    await approveOnce(MAIL, 'always');
    await sample.reopen();
    expect(await send(MAIL)).toMatchObject({
      state: 'reported',
      decision: { effect: 'report', rule: 'granted-by-the-person' },
    });
    expect(await send({ ...MAIL, body: 'other' })).toMatchObject({ state: 'pending' });
  });

  test('a conversation holds in that conversation', async () => {
    await approveOnce(MAIL, 'conversation', {}, { conversationId: 'c1' });
    expect(await send(MAIL, { conversationId: 'c1' })).toMatchObject({ state: 'reported' });
    expect(await send(MAIL, { conversationId: 'c2' })).toMatchObject({ state: 'pending' });
    expect(await send(MAIL)).toMatchObject({ state: 'pending' });
  });

  test('a call without a conversation cannot be remembered for one, and stays open', async () => {
    const { approval } = await sample.pending('send', MAIL);
    expect(await thrownBy(sample.approve(approval.id, { remember: 'conversation' }))).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(sample.world.effects).toEqual([]);
    expect((await sample.approve(approval.id)).outcome).toMatchObject({ state: 'ok' });
  });

  test('a time holds for that time', async () => {
    await approveOnce(MAIL, { forMs: 3_600_000 });
    const [grant] = await grants();
    expect(Date.parse(grant?.expiresAt ?? '') - Date.parse(grant?.createdAt ?? '')).toBe(3_600_000);
    expect(await send(MAIL)).toMatchObject({ state: 'reported' });
    await approveOnce(to('bob@example.com'), { forMs: 40 });
    await sleep(60);
    expect(await send(to('bob@example.com'))).toMatchObject({ state: 'pending' });
  });
});

describe('R8: for what', () => {
  test('a pattern holds where every element fits', async () => {
    await approveOnce(MAIL, 'always', { pattern: { '/to': '*@example.com' } });
    expect(await send(to('bob@example.com', 'cy@example.com'))).toMatchObject({ state: 'reported' });
    expect(await send(to('bob@example.com', 'eve@evil.example'))).toMatchObject({ state: 'pending' });
    expect(await send(to('eve@example.com.evil.example'))).toMatchObject({ state: 'pending' });
  });

  test('an edited approval is remembered for what was approved, not for what was proposed', async () => {
    await approveOnce(MAIL, 'always', { modifiedArgs: to('bob@example.com') });
    expect(await send(to('bob@example.com'))).toMatchObject({ state: 'reported' });
    expect(await send(MAIL)).toMatchObject({ state: 'pending' });
  });

  test('a grant does not reach another tool, another preset’s rules or what policy blocks', async () => {
    await approveOnce(MAIL, 'always', { pattern: { '/to': '*' } });
    expect(await sample.call('wipe', { disk: 'a' })).toMatchObject({ state: 'pending' });
    expect(await send(to('tips@press.example'))).toMatchObject({ state: 'refused' });
  });

  test('a tool that allows no grants cannot be granted, and the approval stays open', async () => {
    const { approval } = await sample.pending('wipe', { disk: 'a' });
    expect(await thrownBy(sample.approve(approval.id, { remember: 'always' }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(sample.world.effects).toEqual([]);
    await sample.approve(approval.id);
    const granting = sample.deputize.runtime.approvals.grantFrom(approval.id, 'always', {}, sample.person);
    expect(await thrownBy(granting)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await grants()).toEqual([]);
  });

  test('a denial can be remembered, wins over every grant, and is named', async () => {
    await approveOnce(MAIL, 'always', { pattern: { '/to': '*@example.com' } });
    expect(await send(MAIL)).toMatchObject({ state: 'reported' });
    const waiting = await sample.pending('send', to('bob@other.example'));
    await sample.deny(waiting.approval.id, { remember: 'always', pattern: { '/to': '*@*' } });
    expect(await send(MAIL)).toMatchObject({
      state: 'refused',
      decision: { effect: 'block', rule: 'always-refused' },
      error: { code: 'BLOCKED' },
    });
    expect((await grants()).map(({ effect }) => effect)).toEqual(['allow', 'deny']);
  });
});

describe('R8: seeing and taking back', () => {
  test('every grant is listed, recorded, and can be revoked once', async () => {
    await approveOnce(MAIL, 'always', { pattern: { '/to': '*@example.com' } });
    const [grant] = await grants();
    expect(grant).toMatchObject({
      preset: 'app',
      tool: 'send',
      effect: 'allow',
      match: { kind: 'pattern', values: { '/to': '*@example.com' } },
      expiresAt: null,
    });
    await sample.deputize.runtime.revokeGrant(grant?.id ?? '', sample.person);
    expect(await grants()).toEqual([]);
    expect(await send(MAIL)).toMatchObject({ state: 'pending' });
    expect(await thrownBy(sample.deputize.runtime.revokeGrant(grant?.id ?? '', sample.person))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const kinds = (await sample.audit()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('grant.'))).toEqual(['grant.created', 'grant.revoked']);
  });

  test('after the third equal approval a grant is offered, and nothing is granted silently', async () => {
    const offers = [];
    let last = '';
    for (let time = 0; time < 4; time += 1) {
      const { offer, approval } = await approveOnce(MAIL, 'once');
      offers.push(offer?.approvedBefore);
      last = approval.id;
    }
    expect(offers).toEqual([undefined, undefined, 3, 4]);
    expect(await grants()).toEqual([]);
    expect((await approveOnce({ ...MAIL, body: 'another' }, 'once')).offer).toBeUndefined();
    const id = await sample.deputize.runtime.approvals.grantFrom(last, 'always', {}, sample.person);
    expect((await grants()).map((grant) => grant.id)).toEqual([id]);
    expect(await send(MAIL)).toMatchObject({ state: 'reported' });
  });

  test('only what was approved can be granted', async () => {
    const { approval } = await sample.pending('send', MAIL);
    const granting = () => sample.deputize.runtime.approvals.grantFrom(approval.id, 'always', {}, sample.person);
    expect(await thrownBy(granting())).toMatchObject({ code: 'INVALID_REQUEST' });
    await sample.deny(approval.id);
    expect(await thrownBy(granting())).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await grants()).toEqual([]);
  });
});
