/** A machine sleeps past its lease, counts as dead and wakes. Its new calls can be recovered, and settled calls stay settled. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { Night, OTHERS_LEASE_MS, SLEEP_MS, SLEEPERS_LEASE_MS } from '../../support/worlds/night.ts';
import type { Done, SecondDoor, Task } from '../../support/processes/second-door.ts';

const only = async (door: SecondDoor, task: Task): Promise<Done> => (await door.perform([task]))[0] ?? {};
const call = (tool: string, callId: string, args = {}): Task => ({ do: 'call', tool, args, callId });
const inDoubt = { state: 'unknown', error: { code: 'OUTCOME_UNKNOWN' } };

describe.each(bothDatabases())('R9: on $name, a machine that slept past its lease', ({ place }) => {
  // Either it notices by its clock, or it believes that no time has passed, and the database does not let it begin.
  test.each([SLEEPERS_LEASE_MS, 3_600_000])(
    'says that it lives before it begins anything, so that what it leaves is found (lease of %i ms)',
    { timeout: 60_000 },
    async (leaseMs) => {
      await using night = await Night.begin(await place(), leaseMs);
      const { outcome } = await only(night.sleeper, call('send_line', 'approved', { before: 60_000 }));
      if (outcome?.state !== 'pending') throw new Error(`it did not ask: ${JSON.stringify(outcome)}`);
      await night.sleep();
      night.sleeper.wake();
      void night.sleeper.perform([
        call('append_line', 'after', { before: 60_000 }),
        call('look_up', 'looking', { before: 20_000 }),
        { do: 'decide', approval: outcome.approval.id, decision: 'approve' },
      ]);
      const names = ['after', 'looking', 'approved'];
      const states = () => Promise.all(names.map(async (name) => (await night.call(name))?.state));
      await expect.poll(states, { timeout: 20_000 }).toEqual(['running', 'running', 'running']);
      const nodes = (await night.nodes()).map(({ id }) => id);
      expect(nodes).toContain((await night.call('after'))?.node_id);
      await night.sleeper.kill();
      await pause(OTHERS_LEASE_MS);
      await night.other.runtime.tick();
      // What is safe to run again runs in the other process now.
      expect(await states()).toEqual(['unknown', 'running', 'unknown']);
    },
  );

  test(
    'begins all that it is given at once, though only one of them says that it lives',
    { timeout: 60_000 },
    async () => {
      await using night = await Night.begin(await place(), 3_600_000);
      await night.sleep();
      night.sleeper.wake();
      const names = Array.from({ length: 40 }, (_, at) => `at-once-${at}`);
      const done = await night.sleeper.perform(names.map((name) => call('append_line', name)));
      expect(done.map(({ outcome }) => outcome?.state)).toEqual(names.map(() => 'ok'));
      expect(names.map((name) => night.lines(name))).toEqual(names.map(() => 1));
    },
  );

  test('ends the call that it was in the middle of', { timeout: 60_000 }, async () => {
    await using night = await Night.begin(await place());
    const answer = only(night.sleeper, call('work_on', 'middle'));
    await night.isWaiting();
    await night.sleep();
    expect((await night.call('middle'))?.state).toBe('unknown');
    night.openGate();
    night.sleeper.wake();
    expect((await answer).outcome).toMatchObject(inDoubt);
    expect((await night.call('middle'))?.state).toBe('unknown');
    expect(night.lines('middle')).toBe(0);
  });

  test('does not do what was approved before it slept and is in doubt since', { timeout: 60_000 }, async () => {
    await using night = await Night.begin(await place());
    const { outcome } = await only(night.sleeper, call('send_slowly', 'approved'));
    if (outcome?.state !== 'pending') throw new Error(`it did not ask: ${JSON.stringify(outcome)}`);
    const decision = { do: 'decide', approval: outcome.approval.id, decision: 'approve' } as const;
    const answer = only(night.sleeper, decision);
    await night.isWaiting();
    await night.sleep();
    expect((await night.call('approved'))?.state).toBe('unknown');
    night.openGate();
    night.sleeper.wake();
    expect((await answer).outcome).toMatchObject(inDoubt);
    expect(night.lines('approved')).toBe(0);
    // What it is asked to do from now on, it does.
    expect((await only(night.sleeper, call('append_line', 'next'))).outcome?.state).toBe('ok');
    expect(night.lines('next')).toBe(1);
  });

  test('finishes a call that no other node has settled', { timeout: 60_000 }, async () => {
    await using night = await Night.begin(await place());
    const answer = only(night.sleeper, call('work_on', 'kept'));
    await night.isWaiting();
    night.sleeper.pause();
    await pause(SLEEP_MS);
    night.openGate();
    night.sleeper.wake();
    expect((await answer).outcome?.state).toBe('ok');
    expect(night.lines('kept')).toBe(1);
  });

  test('is heard of while a call runs, though nothing else reminds it', { timeout: 60_000 }, async () => {
    await using night = await Night.begin(await place());
    void only(night.sleeper, call('work_on', 'long'));
    await night.isWaiting();
    const node = (await night.call('long'))?.node_id;
    const seen = async () => Number((await night.nodes()).find(({ id }) => id === node)?.seen_at);
    const first = await seen();
    await expect.poll(seen, { timeout: 20_000 }).toBeGreaterThan(first);
    night.openGate();
  });
});
