/** The disk is slow, the clock jumps, a machine sleeps and wakes: nothing runs that should not, and everything goes on by itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { countLines, crashTools } from '../../support/crash/crash-tools.ts';
import { DiskShim } from '../../support/crash/power/disk-shim.ts';
import { SplittingLine } from '../../support/processes/splitting-line.ts';
import { SecondDoor, type Done, type Task } from '../../support/processes/second-door.ts';

const HOUR = 3_600_000;

let shim: DiskShim;
let folder: string;
let effects: string;
beforeAll(async () => {
  shim = await DiskShim.compile();
});
afterAll(() => shim[Symbol.dispose]());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-faults-'));
  effects = join(folder, 'effects.txt');
  shim.control({});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = () => ({ data: join(folder, 'data'), effects });
const append = (callId: string, args = {}): Task => ({ do: 'call', tool: 'append_line', args, callId });
const linesOf = (callId: string): number => countLines(effects).get(callId) ?? 0;
const only = async (door: SecondDoor, task: Task): Promise<Done> => (await door.perform([task]))[0] ?? {};
const asked = async (door: SecondDoor, callId: string): Promise<string> => {
  const { outcome } = await only(door, { do: 'call', tool: 'send_line', args: {}, callId });
  if (outcome?.state !== 'pending') throw new Error(`it did not ask: ${JSON.stringify(outcome)}`);
  return outcome.approval.id;
};

async function chainHolds(postgres?: string): Promise<void> {
  const { data } = place();
  const own = postgres === undefined ? {} : { postgres };
  const deputize = await createDeputize({ data, tools: crashTools(effects), log: () => undefined, ...own });
  try {
    expect(await deputize.runtime.audit.verify()).toMatchObject({ ok: true });
  } finally {
    await deputize.close();
  }
}

test('R9, R10: on a slow disk calls take their time and are made once', { timeout: 60_000 }, async () => {
  await using door = await SecondDoor.open(place(), { env: shim.playing });
  shim.control({ syncDelayMs: 200 });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const slow = await door.perform(names.map((name) => append(name)));
  expect(slow.map(({ outcome }) => outcome?.state)).toEqual(names.map(() => 'ok'));
  // Also the same ones again, while the disk is slow, are those and no others.
  expect(await door.perform(names.map((name) => append(name)))).toEqual(slow);
  shim.control({});
  expect((await only(door, append('after'))).outcome?.state).toBe('ok');
  expect([...names, 'after'].map(linesOf)).toEqual([...names, 'after'].map(() => 1));
  await chainHolds();
});

describe('R6, R7: when the clock jumps', () => {
  test(
    'forward, what waited is past its time, and stays so when the clock jumps back',
    { timeout: 60_000 },
    async () => {
      await using door = await SecondDoor.open(place(), { env: shim.playing });
      const waiting = await asked(door, 'waiting');
      shim.control({ clockOffsetMs: 2 * HOUR });
      expect((await only(door, append('ahead'))).outcome?.state).toBe('ok');
      const late = await only(door, { do: 'decide', approval: waiting, decision: 'approve' });
      expect(late.code).toMatch(/^(?:EXPIRED|ALREADY_DECIDED)$/);
      await only(door, { do: 'expire' });
      shim.control({ clockOffsetMs: 0 });
      const revived = await only(door, { do: 'decide', approval: waiting, decision: 'approve' });
      expect(revived.code).toMatch(/^(?:EXPIRED|ALREADY_DECIDED)$/);
      expect((await only(door, append('behind'))).outcome?.state).toBe('ok');
      expect(['waiting', 'ahead', 'behind'].map(linesOf)).toEqual([0, 1, 1]);
      await chainHolds();
    },
  );

  test('back, calls go on, are asked about and are approved once', { timeout: 60_000 }, async () => {
    await using door = await SecondDoor.open(place(), { env: shim.playing });
    const before = await asked(door, 'before');
    shim.control({ clockOffsetMs: -2 * HOUR });
    expect((await only(door, append('plain'))).outcome?.state).toBe('ok');
    const decided = await door.perform([
      { do: 'decide', approval: before, decision: 'approve' },
      { do: 'decide', approval: before, decision: 'approve' },
    ]);
    expect(decided.filter(({ outcome }) => outcome?.state === 'ok')).toHaveLength(1);
    const after = await asked(door, 'after');
    expect((await only(door, { do: 'decide', approval: after, decision: 'approve' })).outcome?.state).toBe('ok');
    expect(['before', 'plain', 'after'].map(linesOf)).toEqual([1, 1, 1]);
    await chainHolds();
  });
});

test('R9: a clock that is set back hides nothing of what a process leaves', { timeout: 60_000 }, async () => {
  const look = () => {
    const database = new DatabaseSync(join(place().data, 'deputize.db'), { readOnly: true, timeout: 10_000 });
    try {
      const call = database.prepare('select state from calls where id = ?').get('left');
      const node = database.prepare('select seen_at from nodes').get();
      // How many minutes its clock was off when it was last seen.
      return { state: call?.['state'], off: Math.round((Number(node?.['seen_at']) - Date.now()) / 60_000) };
    } finally {
      database.close();
    }
  };
  const ticks = ['one', 'two'].map((name) => join(folder, name));
  await using door = await SecondDoor.open(place(), { env: shim.playing });
  await only(door, { do: 'tick' });
  void door.perform([append('left', { before: 60_000 }), ...ticks.map((when) => ({ do: 'tick', when }) as const)]);
  await expect.poll(() => look().state, { timeout: 20_000 }).toBe('running');
  shim.control({ clockOffsetMs: -2 * HOUR });
  await writeFile(ticks[0] ?? '', '');
  await expect.poll(() => look().off, { timeout: 20_000 }).toBe(-120);
  // Two minutes later it looks for the newest record that no running call is older than.
  shim.control({ clockOffsetMs: -2 * HOUR + 120_000 });
  await writeFile(ticks[1] ?? '', '');
  await expect.poll(() => look().off, { timeout: 20_000 }).toBe(-118);
  await door.kill();
  await using next = await SecondDoor.open(place());
  expect(look().state).toBe('unknown');
  expect((await only(next, append('left', { before: 60_000 }))).outcome?.state).toBe('unknown');
  expect(linesOf('left')).toBe(0);
});

describe('R9, O9: two machines on one PostgreSQL', () => {
  let server: PostgresServer;
  // One for each test, because the data folder with the keys of the seals is also one for each test.
  beforeEach(async () => {
    server = await PostgresServer.create();
  });
  afterEach(() => server.remove());

  async function states(): Promise<Record<string, string>> {
    const client = new Client({ connectionString: server.connectionString });
    await client.connect();
    const { rows } = await client.query<{ id: string; state: string }>('select id, state from calls');
    await client.end();
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  }

  test(
    'one sleeps past its lease and wakes: its call is in doubt, and is not called done later',
    { timeout: 120_000 },
    async () => {
      const options = { ...place(), postgres: server.connectionString };
      await using sleeper = await SecondDoor.open(options, { name: 'sleeper' });
      await using other = await SecondDoor.open(options, { name: 'other', env: shim.playing });
      const answer = only(sleeper, append('asleep', { before: 500 }));
      await expect.poll(async () => (await states())['asleep'], { timeout: 20_000 }).toBe('running');
      sleeper.pause();
      // For the other machine a minute passes.
      shim.control({ clockOffsetMs: 60_000 });
      await only(other, { do: 'tick' });
      expect((await states())['asleep']).toBe('unknown');
      expect((await only(other, append('meanwhile'))).outcome?.state).toBe('ok');
      sleeper.wake();
      const { outcome } = await answer;
      expect(outcome).toMatchObject({ state: 'unknown', error: { code: 'OUTCOME_UNKNOWN' } });
      expect((await states())['asleep']).toBe('unknown');
      expect(linesOf('asleep')).toBeLessThanOrEqual(1);
      // It is as good as any other again: it works, and what it leaves when it dies is found.
      expect((await only(sleeper, append('awake'))).outcome?.state).toBe('ok');
      await only(sleeper, { do: 'tick' });
      void only(sleeper, append('last', { before: 60_000 }));
      await expect.poll(async () => (await states())['last'], { timeout: 20_000 }).toBe('running');
      await sleeper.kill();
      shim.control({ clockOffsetMs: 2 * HOUR });
      await only(other, { do: 'tick' });
      expect((await states())['last']).toBe('unknown');
      expect([linesOf('meanwhile'), linesOf('awake'), linesOf('last')]).toEqual([1, 1, 0]);
      await chainHolds(server.connectionString);
    },
  );

  test(
    'the network splits: one machine begins nothing, the other goes on, and both agree afterwards',
    { timeout: 120_000 },
    async () => {
      const { data } = place();
      await using line = await SplittingLine.open(server.folder);
      const postgres = line.connectionString;
      const cut = await createDeputize({ data, tools: crashTools(effects), postgres, log: () => undefined });
      try {
        const options = { ...place(), postgres: server.connectionString };
        await using other = await SecondDoor.open(options, { name: 'elsewhere', env: shim.playing });
        const person = await cut.runtime.directory.principal('owner', 'person', 'test');
        const heard = new Set<string | null>();
        const leave = await cut.runtime.feed.subscribe(person, ({ callId }) => void heard.add(callId));
        const under = cut.call('append_line', { before: 2_000 }, { callId: 'under-way' });
        await expect.poll(async () => (await states())['under-way'], { timeout: 20_000 }).toBe('running');
        line.split();
        const during = await cut.call('append_line', {}, { callId: 'during' });
        expect(during).toMatchObject({ ok: false, error: { retryable: true } });
        expect(linesOf('during')).toBe(0);
        shim.control({ clockOffsetMs: 60_000 });
        await only(other, { do: 'tick' });
        expect((await only(other, append('beyond'))).outcome?.state).toBe('ok');
        expect(heard.has('beyond')).toBe(false);
        line.heal();
        // What the other machine could not know it called in doubt, and so does this one now.
        expect((await under).outcome).toMatchObject({ state: 'unknown' });
        expect((await states())['under-way']).toBe('unknown');
        expect((await cut.call('append_line', {}, { callId: 'during' })).outcome.state).toBe('ok');
        // The event stream was cut as well, and delivers the events that it missed.
        await expect.poll(() => heard.has('beyond') && heard.has('during'), { timeout: 30_000 }).toBe(true);
        expect(['under-way', 'during', 'beyond'].map(linesOf)).toEqual([1, 1, 1]);
        expect(await cut.runtime.audit.verify()).toMatchObject({ ok: true });
        leave();
      } finally {
        line.heal();
        await cut.close();
      }
    },
  );
});
