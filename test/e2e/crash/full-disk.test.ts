/** A disk that fills up: nothing runs that cannot be recorded, nothing that ran is forgotten, and room alone mends it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { OWNER, type Outcome } from '../../../src/core/index.ts';
import { deputize as command } from '../../support/processes/cli.ts';
import { countLines, crashTools } from '../../support/crash/crash-tools.ts';
import { SmallDisk } from '../../support/crash/small-disk.ts';

let disk: SmallDisk;
let outside: string;
let effects: string;
let data: string;
let deputize: Deputize;
let isOpen: boolean;

beforeEach(async () => {
  disk = new SmallDisk(3);
  outside = mkdtempSync(join(tmpdir(), 'deputize-outside-'));
  effects = join(outside, 'effects.txt');
  data = join(disk.path, 'data');
  deputize = await createDeputize({ data, tools: crashTools(effects), log: () => undefined });
  isOpen = true;
});
afterEach(async () => {
  disk.grow(64);
  if (isOpen) await deputize.close();
  disk[Symbol.dispose]();
  rmSync(outside, { recursive: true, force: true });
});

const append = async (callId: string, args = {}): Promise<Outcome> =>
  (await deputize.call('append_line', args, { callId })).outcome;
const linesOf = (callId: string): number => countLines(effects).get(callId) ?? 0;

/** The ledger may still find a corner; soon it does not. */
async function callUntilRefused(name: string): Promise<void> {
  for (let at = 0; at < 200; at += 1) {
    const outcome = await append(`${name}-${at}`);
    expect(linesOf(`${name}-${at}`)).toBe(outcome.state === 'ok' ? 1 : 0);
    if (outcome.state === 'ok') continue;
    expect(outcome).toMatchObject({ state: 'refused', error: { code: 'STORAGE_FULL', retryable: true } });
    return;
  }
  throw new Error('the full disk refused nothing');
}

async function chainHolds(): Promise<void> {
  expect(await deputize.runtime.audit.verify()).toMatchObject({ ok: true });
}

test('R10: on a full disk new calls are refused and run nothing, and go through again once there is room', async () => {
  expect((await append('before')).state).toBe('ok');
  disk.fill();
  await callUntilRefused('full');
  for (let at = 0; at < 20; at += 1) {
    const outcome = await append(`refused-${at}`);
    expect(outcome).toMatchObject({ state: 'refused', error: { code: 'STORAGE_FULL' } });
    expect(linesOf(`refused-${at}`)).toBe(0);
  }
  disk.empty();
  expect((await append('after')).state).toBe('ok');
  // Nothing of it was recorded, so the same id is as good as new.
  expect((await append('refused-0')).state).toBe('ok');
  expect([linesOf('before'), linesOf('after'), linesOf('refused-0')]).toEqual([1, 1, 1]);
  expect((await append('before')).state).toBe('ok');
  expect(linesOf('before')).toBe(1);
  await chainHolds();
});

test('R10: a call that runs when the disk fills up keeps its outcome and records it when there is room', async () => {
  const ended: Outcome[] = [];
  const running = ['one', 'two', 'three'].map((id) =>
    append(id, { after: 300 }).then((outcome) => ended.push(outcome)),
  );
  await expect.poll(() => countLines(effects).size).toBe(3);
  disk.fill();
  await callUntilRefused('full');
  await pause(600);
  // The tools have ended by now. No caller gets an outcome before it is recorded.
  expect(ended).toEqual([]);
  disk.empty();
  await Promise.all(running);
  const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
  for (const outcome of ended) {
    expect(outcome).toMatchObject({ state: 'ok', value: { written: outcome.callId } });
    expect(await deputize.runtime.calls.show(outcome.callId, person)).toMatchObject({ state: 'ok', outcome });
    expect(linesOf(outcome.callId)).toBe(1);
  }
  expect(ended).toHaveLength(3);
  await chainHolds();
});

test('R7: a decision that cannot be recorded changes nothing, and can be made once there is room', async () => {
  const asked = await deputize.call('send_line', {}, { callId: 'asked' });
  const minted = await deputize.call('send_line', {}, { callId: 'minted' });
  if (asked.outcome.state !== 'pending' || minted.outcome.state !== 'pending') throw new Error('it did not ask');
  const { confirmToken } = await deputize.approvals.decide(minted.outcome.approval.id, {
    decision: 'approve',
    execute: false,
  });
  disk.fill();
  await callUntilRefused('full');
  const { id } = asked.outcome.approval;
  for (const decision of ['approve', 'deny'] as const)
    await expect(deputize.approvals.decide(id, { decision })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await deputize.call('send_line', {}, { confirmToken })).toMatchObject({ error: { code: 'STORAGE_FULL' } });
  expect([linesOf('asked'), linesOf('minted')]).toEqual([0, 0]);
  disk.empty();
  expect((await deputize.approvals.list()).map(({ callId }) => callId)).toEqual(['asked']);
  expect((await deputize.approvals.decide(id, { decision: 'approve' })).outcome.state).toBe('ok');
  expect((await deputize.call('send_line', {}, { confirmToken })).outcome.state).toBe('ok');
  expect([linesOf('asked'), linesOf('minted')]).toEqual([1, 1]);
  await chainHolds();
});

test('R10: a ledger that fills the disk itself under load loses no record', { timeout: 60_000 }, async () => {
  const outcomes = new Map<string, Outcome>();
  const over = new AbortController();
  let [refusals, lastDone] = [0, Date.now()];
  const lane = async (name: string) => {
    for (let at = 0; !over.signal.aborted && refusals < 50; at += 1) {
      const callId = `${name}-${at}`;
      const outcome = await append(callId);
      outcomes.set(callId, outcome);
      if (outcome.state === 'refused') refusals += 1;
      else lastDone = Date.now();
    }
  };
  const lanes = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(lane));
  // All of them may have begun with the last room, and wait now for more to end.
  const isStuck = () => refusals >= 50 || Date.now() - lastDone > 1_000;
  await expect.poll(isStuck, { timeout: 40_000, interval: 20 }).toBe(true);
  over.abort();
  disk.grow(64);
  await lanes;
  expect(outcomes.size).toBeGreaterThan(50);
  await chainHolds();
  for (const [callId, outcome] of outcomes) {
    expect(outcome.state === 'refused' ? outcome.error.code : outcome.state).toMatch(/^(ok|STORAGE_FULL)$/);
    expect(linesOf(callId)).toBe(outcome.state === 'ok' ? 1 : 0);
  }
  const done = [...outcomes.values()].filter(({ state }) => state === 'ok');
  for (const outcome of done) expect(await append(outcome.callId)).toEqual(outcome);
});

test('R14: the command line says that the disk is full, and works again once there is room', async () => {
  await deputize.close();
  isOpen = false;
  const call = ['call', 'list_directory', '{"path":"."}', '--data', data, '--workspace', outside, '--json'];
  expect((await command(...call)).code).toBe(0);
  disk.fill();
  let full = await command(...call);
  for (let at = 0; full.code === 0 && at < 20; at += 1) full = await command(...call);
  expect(full.code).toBeGreaterThan(0);
  expect(JSON.parse(full.stdout)).toMatchObject({ error: { code: 'STORAGE_FULL' } });
  disk.empty();
  expect((await command(...call)).code).toBe(0);
  const { code, stdout } = await command('audit', 'verify', '--data', data, '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true }]);
});
