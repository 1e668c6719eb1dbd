/** Many hands at once: one call, one decision and one token each have one winner, in one process and across processes. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { LedgerFolder } from '../../support/crash/ledger-folder.ts';
import { perform } from '../../support/worlds/perform-task.ts';
import type { Done, SecondDoor, Task } from '../../support/processes/second-door.ts';

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** How many ended in each way: the error's code, or the state. */
function tally(all: readonly Done[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, outcome } of all) {
    const error = outcome && 'error' in outcome ? outcome.error.code : undefined;
    const key = code ?? error ?? outcome?.state ?? 'nothing';
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

let ledger: LedgerFolder;
let other: SecondDoor;
beforeEach(async () => {
  ledger = await LedgerFolder.create();
  other = await ledger.secondDoor();
});
afterEach(async () => {
  await other[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
});

/** Half here and half in the other process, at the same moment. */
async function bothDoors(tasks: readonly Task[], at = Date.now() + 100): Promise<Done[]> {
  const middle = Math.ceil(tasks.length / 2);
  const there = other.perform(tasks.slice(middle), at);
  await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
  const here = await Promise.all(tasks.slice(0, middle).map((task) => perform(ledger.deputize, task)));
  return [...here, ...(await there)];
}

describe('a confirm token', () => {
  test('R6: used by 100 calls at once in one process runs once, and 99 are refused as used', async () => {
    const { callId, token } = await ledger.minted();
    const use: Task = { do: 'call', tool: 'send_line', args: {}, confirmToken: token };
    const done = await Promise.all(times(100, () => perform(ledger.deputize, use)));
    expect(tally(done)).toEqual({ ok: 1, TOKEN_USED: 99 });
    expect(ledger.lines()).toEqual({ [callId]: 1 });
  });

  test('R6: used by 100 calls at once over two processes executes once', async () => {
    const { callId, token } = await ledger.minted();
    const done = await bothDoors(times(100, () => ({ do: 'call', tool: 'send_line', args: {}, confirmToken: token })));
    expect(tally(done)).toEqual({ ok: 1, TOKEN_USED: 99 });
    expect(ledger.lines()).toEqual({ [callId]: 1 });
    expect(ledger.records(callId)).toMatchObject({ 'call.started': 1, 'call.ended': 1 });
  });

  test('R6: used under 100 different call ids at once executes once', async () => {
    const { token } = await ledger.minted();
    const done = await bothDoors(
      times(100, (at) => ({ do: 'call', tool: 'send_line', args: {}, confirmToken: token, callId: `own-${at}` })),
    );
    expect(tally(done)).toEqual({ ok: 1, TOKEN_USED: 99 });
    expect(Object.values(ledger.lines())).toEqual([1]);
  });
});

describe('a decision', () => {
  test('R7: of 40 made at once through two doors, approvals and denials mixed, one wins and the others change nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { callId, approval } = await ledger.asked();
      const done = await bothDoors(
        times(40, (at) => ({ do: 'decide', approval, decision: at % 2 === 0 ? 'approve' : 'deny' })),
      );
      const winners = done.filter(({ outcome }) => outcome !== undefined);
      expect(winners).toHaveLength(1);
      expect(tally(done)).toMatchObject({ ALREADY_DECIDED: 39 });
      const isApproved = winners[0]?.outcome?.state === 'ok';
      expect(ledger.lines()[callId] ?? 0).toBe(isApproved ? 1 : 0);
      expect(ledger.records(callId)).toEqual({
        'approval.requested': 1,
        ...(isApproved ? { 'approval.approved': 1, 'call.started': 1, 'call.ended': 1 } : { 'approval.denied': 1 }),
      });
      const { outcome } = await ledger.deputize.call('send_line', {}, { callId });
      expect(outcome).toEqual(winners[0]?.outcome);
    }
  });

  test('R7: at the very moment of expiry has one winner', { timeout: 60_000 }, async () => {
    await other[Symbol.asyncDispose]();
    await ledger[Symbol.asyncDispose]();
    ledger = await LedgerFolder.create({ approvalTtlMs: { high: 400, other: 400 } });
    other = await ledger.secondDoor();
    const won = { approved: 0, expired: 0 };
    const offsets = [-250, ...times(15, (at) => at * 2 - 14), 100];
    for (const offset of offsets) {
      const { callId, approval } = await ledger.asked();
      const expiry = Date.now() + 400;
      const tasks = times<Task>(12, (at) =>
        at % 3 === 0 ? { do: 'expire' } : { do: 'decide', approval, decision: 'approve' },
      );
      const decisions = (await bothDoors(tasks, expiry + offset)).filter(
        ({ code, outcome }) => code !== undefined || outcome !== undefined,
      );
      await ledger.deputize.runtime.approvals.expireOverdue();
      const { ok = 0, EXPIRED = 0, ALREADY_DECIDED = 0, ...rest } = tally(decisions);
      expect(rest).toEqual({});
      expect([ok, ok + EXPIRED + ALREADY_DECIDED]).toEqual([ok === 1 ? 1 : 0, decisions.length]);
      const isApproved = ok === 1;
      won[isApproved ? 'approved' : 'expired'] += 1;
      await expect
        .poll(() => ledger.records(callId))
        .toEqual({
          'approval.requested': 1,
          ...(isApproved ? { 'approval.approved': 1, 'call.started': 1, 'call.ended': 1 } : { 'approval.expired': 1 }),
        });
      expect(ledger.lines()[callId] ?? 0).toBe(isApproved ? 1 : 0);
    }
    expect(Math.min(won.approved, won.expired)).toBeGreaterThan(0);
  });
});

describe('a call id', () => {
  test('R9: used by 50 callers at once runs once, and all get the same outcome', async () => {
    for (const [id, before] of [
      ['quick', 0],
      ['slow', 120],
    ] as const) {
      const call: Task = { do: 'call', tool: 'append_line', args: { before }, callId: id };
      const done = await bothDoors(times(50, () => call));
      expect(ledger.lines()[id]).toBe(1);
      for (const { outcome } of done) expect(outcome).toEqual(done[0]?.outcome);
      expect(done[0]?.outcome).toMatchObject({ state: 'ok', callId: id, value: { written: id } });
    }
  });

  test('R9: of a call that needs approval, used by 50 callers at once, asks one person once', async () => {
    const done = await bothDoors(times(50, () => ({ do: 'call', tool: 'send_line', args: {}, callId: 'asked' })));
    expect(tally(done)).toEqual({ pending: 50 });
    expect(await ledger.deputize.approvals.list()).toHaveLength(1);
    for (const { outcome } of done) expect(outcome).toEqual(done[0]?.outcome);
  });

  test('R9: used again with other arguments, for another tool or by another user is refused and runs nothing', async () => {
    const { deputize } = ledger;
    ledger.addUser('ada');
    const first = await deputize.call('append_line', {}, { callId: 'mine' });
    expect(first.outcome.state).toBe('ok');
    const ada = await deputize.runtime.directory.principal('ada', 'agent', 'test');
    const refused = [
      await deputize.call('append_line', { before: 1 }, { callId: 'mine' }).then(({ outcome }) => outcome),
      await deputize.call('look_up', {}, { callId: 'mine' }).then(({ outcome }) => outcome),
      await deputize.runtime.call({ tool: 'append_line', args: {}, preset: 'app', callId: 'mine' }, ada),
    ];
    for (const outcome of refused)
      expect(outcome).toMatchObject({ state: 'refused', error: { code: 'CALL_ID_REUSED' } });
    expect(ledger.lines()).toEqual({ mine: 1 });
    expect((await deputize.call('append_line', {}, { callId: 'mine' })).outcome).toEqual(first.outcome);
  });
});

test('R8: a grant revoked in one process no longer holds in another', async () => {
  const { deputize } = ledger;
  const { approval } = await ledger.asked();
  await deputize.approvals.decide(approval, { decision: 'approve', remember: 'always' });
  const call = (callId: string): Task => ({ do: 'call', tool: 'send_line', args: {}, callId });
  expect(tally(await other.perform([call('granted-there')]))).toEqual({ reported: 1 });
  expect(tally([await perform(deputize, call('granted-here'))])).toEqual({ reported: 1 });

  const person = await deputize.runtime.directory.principal('owner', 'person', 'test');
  const [grant] = await deputize.runtime.grants(person);
  expect(tally(await other.perform([{ do: 'revoke', grant: grant?.id ?? '' }]))).toEqual({ nothing: 1 });
  expect(tally([await perform(deputize, call('revoked-here'))])).toEqual({ pending: 1 });
  expect(tally(await other.perform([call('revoked-there')]))).toEqual({ pending: 1 });
});
