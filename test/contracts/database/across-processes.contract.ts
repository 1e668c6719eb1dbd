/** What a database connector promises where several processes share one store, also when one of them is killed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Database } from '../../../src/ports/database.ts';
import { Child } from './child-process.ts';
import { addJob, Calls, claim, emptyTables, range, removeStore, testMigrations, type SharedStore } from './fixture.ts';
import { readChain } from './test-chain.ts';

export function describeAcrossProcesses(name: string, newStore: () => Promise<SharedStore>): void {
  describe(`the database on ${name}, shared by processes`, () => {
    let store: SharedStore;
    let first: Database;
    let second: Database;
    let dialect: Database['dialect'];

    beforeAll(async () => {
      store = await newStore();
      [first, second] = [await store.open(), await store.open()];
      ({ dialect } = first);
      await first.migrate(testMigrations(dialect));
    });
    afterAll(() => removeStore(store, first, second));
    beforeEach(() => emptyTables(first));

    test('tells a watcher within a second about a change by another handle', async () => {
      const calls = new Calls(first);
      await calls.settled();
      await second.change(addJob(dialect, 1));
      expect(await calls.within(1000)).toBe(true);
      calls.stop();
    });

    test('lets each job be claimed once, with both processes at it', async () => {
      const ids = range(1, 400);
      await Promise.all(ids.map((id) => first.change(addJob(dialect, id))));
      const child = new Child('claim', store.place);
      await child.hasTold(1);
      const mine: number[] = [];
      for (const id of ids.toReversed()) {
        if ((await first.change(claim(dialect, id, 'parent'))) === 'done') mine.push(id);
      }
      await child.ended;
      expect(mine.length).toBeGreaterThan(0);
      expect(child.told.length).toBeGreaterThan(0);
      expect([...mine, ...child.told].sort((a, b) => a - b)).toEqual(ids);
      expect(await readChain(second)).toHaveLength(800);
    });

    test('keeps every change that a killed process was told is done', async () => {
      for (const told of [50, 150, 300]) {
        await emptyTables(first);
        const child = new Child('add', store.place);
        await child.hasTold(told);
        await child.kill();
        const jobs = await first.read<{ id: number }>({ sql: 'select id from jobs where id > 0', parameters: [] });
        const kept = new Set(jobs.map(({ id }) => id));
        expect(child.told.filter((id) => !kept.has(id))).toEqual([]);
        expect(await readChain(second)).toHaveLength(kept.size);
        expect(await first.change(addJob(dialect, 1_000_000))).toBe('done');
      }
    });
  });
}
