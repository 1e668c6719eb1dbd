/** Whatever an agent does, it never decides about itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Principal, Runtime } from '../../../src/core/index.ts';
import { MAIL, openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

type Attempt = (
  runtime: Runtime,
  agent: Principal,
  ids: { waiting: string; approved: string; grant: string; done: string; token: string },
) => Promise<unknown>;

const verdict = { decision: 'approve', via: 'test' } as const;
const attempts: [string, Attempt][] = [
  ['approve', (runtime, agent, { waiting }) => runtime.approvals.decide(waiting, verdict, agent)],
  [
    'approve with other arguments',
    (runtime, agent, { waiting }) => runtime.approvals.decide(waiting, { ...verdict, modifiedArgs: MAIL }, agent),
  ],
  [
    'mint a confirm token',
    (runtime, agent, { waiting }) => runtime.approvals.decide(waiting, { ...verdict, execute: false }, agent),
  ],
  ['deny', (runtime, agent, { waiting }) => runtime.approvals.decide(waiting, { ...verdict, decision: 'deny' }, agent)],
  ['grant', (runtime, agent, { approved }) => runtime.approvals.grantFrom(approved, 'always', {}, agent)],
  ['revoke a grant', (runtime, agent, { grant }) => runtime.revokeGrant(grant, agent)],
  ['undo', (runtime, agent, { done }) => runtime.undo(done, agent)],
  ['change a setting of its user', (runtime, agent) => runtime.changeSetting('user', 'owner', '*', 'allow', agent)],
  ['change a setting of everyone', (runtime, agent) => runtime.changeSetting('system', '', '*', 'allow', agent)],
  [
    'make a token of a person',
    (runtime, agent) => runtime.credentials.createToken(agent, { scope: 'person', name: 'x' }),
  ],
  [
    'make a token of an agent',
    (runtime, agent) => runtime.credentials.createToken(agent, { scope: 'agent', name: 'x' }),
  ],
  ['revoke a token', (runtime, agent, { token }) => runtime.credentials.revokeToken(agent, token)],
];

const everything = () =>
  ['calls', 'approvals', 'grants', 'settings', 'access_tokens', 'undo', 'redemptions', 'audit'].map((table) =>
    JSON.stringify(sample.sql(`select * from ${table}`)),
  );

describe('R18: an agent cannot', () => {
  test.each(attempts)('%s', async (_, attempt) => {
    const { runtime } = sample.deputize;
    const remembered = await sample.pending('send', MAIL);
    await sample.approve(remembered.approval.id, { remember: 'always' });
    const approved = await sample.pending('send', { ...MAIL, body: 'second' });
    await sample.approve(approved.approval.id);
    const waiting = await sample.pending('wipe', { disk: 'a' });
    const [grant] = await runtime.grants(sample.person);
    const { callId: done } = await sample.call('note', { text: 'a' });
    const { id: token } = await runtime.credentials.createToken(sample.person, { scope: 'agent', name: 'x' });
    const before = [everything(), [...sample.world.effects]];

    const ids = { waiting: waiting.approval.id, approved: approved.approval.id, grant: grant?.id ?? '', done, token };
    expect(await thrownBy(attempt(runtime, sample.agent, ids))).toMatchObject({
      code: 'FORBIDDEN',
      type: 'permission_denied',
    });
    expect([everything(), sample.world.effects]).toEqual(before);
  });

  test('become a person by its token', async () => {
    const { credentials } = sample.deputize.runtime;
    const { token } = await credentials.createToken(sample.person, { scope: 'agent', name: 'x' });
    expect(await credentials.fromToken(token)).toMatchObject({ kind: 'agent', userId: 'owner' });
    expect(await credentials.fromToken(`${token}x`)).toBeUndefined();
    expect(await credentials.fromToken('')).toBeUndefined();
    expect(await credentials.fromSession(token)).toBeUndefined();
  });

  test('change settings above a user who is no administrator, nor can that user', async () => {
    const { runtime } = sample.deputize;
    const user: Principal = { ...sample.person, role: 'user' };
    for (const [level, subject] of [
      ['system', ''],
      ['organization', 'home'],
      ['department', 'x'],
      ['user', 'someone-else'],
    ] as const)
      expect(await thrownBy(runtime.changeSetting(level, subject, '*', 'allow', user))).toMatchObject({
        code: 'FORBIDDEN',
      });
    await runtime.changeSetting('user', 'owner', 'look', 'ask', user);
    expect(await runtime.settings(user)).toHaveLength(1);
  });

  test('find a tool among those offered that does any of it', () => {
    const names = sample.deputize.runtime.registry.tools('app').map(({ name }) => name);
    expect(names.filter((name) => /approv|grant|polic|setting|token/i.test(name))).toEqual([]);
  });
});

describe('R18: a token that was revoked', () => {
  test('is worth nothing any more', async () => {
    const { credentials } = sample.deputize.runtime;
    const { id, token } = await credentials.createToken(sample.person, { scope: 'person', name: 'x' });
    expect(await credentials.fromToken(token)).toMatchObject({ kind: 'person' });
    await credentials.revokeToken(sample.person, id);
    expect(await credentials.fromToken(token)).toBeUndefined();
    expect(await credentials.listTokens(sample.person)).toEqual([]);
  });
});
