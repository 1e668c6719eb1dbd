/** What every database connector promises, checked on a real store of each kind. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { migrations } from '../../../src/core/storage/migrations.ts';
import type { DatabaseChange, ChangeResult, Database } from '../../../src/ports/database.ts';
import {
  addJob,
  Calls,
  claim,
  emptyTables,
  insertJob,
  range,
  record,
  removeStore,
  testMigrations,
  type Store,
} from './fixture.ts';
import { query, readChain } from './test-chain.ts';

export function describeDatabase(name: string, newStore: () => Promise<Store>): void {
  describe(`the database on ${name}`, () => {
    let store: Store;
    let first: Database;
    let second: Database;
    let dialect: Database['dialect'];

    beforeAll(async () => {
      store = await newStore();
      [first, second] = [await store.open(), await store.open()];
      ({ dialect } = first);
    });
    afterAll(() => removeStore(store, first, second));

    const rows = (sql: string) => second.read<{ id: number; owner: string | null }>({ sql, parameters: [] });
    const jobs = () => rows('select id, owner from jobs order by id');

    test('migrates once, however often and from however many handles it is asked', async () => {
      const steps = testMigrations(dialect);
      await Promise.all([first.migrate(steps), second.migrate(steps)]);
      await first.migrate(steps);
      expect(await jobs()).toEqual([{ id: 0, owner: null }]);
    });

    test('leaves nothing of a migration that fails, and applies it once it is mended', async () => {
      const step = (last: string) => [{ name: '3', statements: ['create table extra (id text)', last] }];
      await expect(first.migrate(step('insert into nowhere values (1)'))).rejects.toThrow(/nowhere/);
      await first.migrate(step(`insert into extra values ('kept')`));
      expect(await rows('select id from extra')).toEqual([{ id: 'kept' }]);
    });

    test('takes the schema of the runtime', async () => {
      const other = await newStore();
      const database = await other.open();
      await Promise.all([database.migrate(migrations(dialect)), database.migrate(migrations(dialect))]);
      expect(await database.read({ sql: 'select * from calls', parameters: [] })).toEqual([]);
      await database.close();
      await other.remove();
    });

    describe.each([
      ['with its tables', {}],
      ['with its tables and changes of their own', { isIndependent: true }],
    ])('%s', (_, kind) => {
      const make = (change: DatabaseChange, on = first): Promise<ChangeResult> => on.change({ ...change, ...kind });

      beforeEach(async () => {
        await emptyTables(first);
      });

      test.each([
        ['text', { words: 'a line\nand "another" with \\ and \u0001', whole: 0, bytes: null }],
        ['text of every script', { words: 'Grüße, 世界, مرحبا, 🧑‍🚀, e\u0301', whole: -1, bytes: null }],
        ['the largest integer', { words: '', whole: Number.MAX_SAFE_INTEGER, bytes: new Uint8Array() }],
        ['the smallest integer', { words: null, whole: Number.MIN_SAFE_INTEGER, bytes: null }],
        ['bytes', { words: null, whole: null, bytes: Uint8Array.from(range(0, 256)) }],
      ])('gives back %s as it was written', async (id, sample) => {
        const { words, whole, bytes } = sample;
        const insert = query(dialect, 'insert into samples values (?, ?, ?, ?)', id, words, whole, bytes);
        expect(await make({ guards: [insert] })).toBe('done');
        const find = query(dialect, 'select words, whole, bytes from samples where id = ?', id);
        const [row] = await second.read<typeof sample>(find);
        expect({ ...row, bytes: row?.bytes && [...row.bytes] }).toEqual({ ...sample, bytes: bytes && [...bytes] });
      });

      test('gives counts as numbers', async () => {
        expect(await rows('select count(*) as id from jobs')).toEqual([{ id: 1 }]);
      });

      test('writes nothing, records included, when a guard touches no row', async () => {
        const lost = { ...claim(dialect, 404, 'nobody'), writes: [insertJob(dialect, 5)] };
        expect(await make(lost)).toBe('lost');
        expect(await jobs()).toEqual([{ id: 0, owner: null }]);
        expect(await readChain(second)).toEqual([]);
      });

      test('writes nothing when a guard touches two rows', async () => {
        await make(addJob(dialect, 1));
        const guard = query(dialect, 'update jobs set owner = ?', 'all');
        expect(await make({ guards: [guard], records: [record('all')] })).toBe('lost');
        expect((await jobs()).map(({ owner }) => owner)).toEqual([null, null]);
        expect(await readChain(second)).toHaveLength(1);
      });

      test('undoes the first guard when the second one loses', async () => {
        const guards = [...claim(dialect, 0, 'half').guards, ...claim(dialect, 404, 'half').guards];
        expect(await make({ guards, records: [record('half')] })).toBe('lost');
        expect(await jobs()).toEqual([{ id: 0, owner: null }]);
        expect(await readChain(second)).toEqual([]);
      });

      test('answers lost to an insert that finds its place taken and does nothing', async () => {
        const insert = insertJob(dialect, 1);
        const guard = { ...insert, sql: `${insert.sql} on conflict do nothing` };
        expect(await make({ guards: [guard] })).toBe('done');
        expect(await make({ guards: [guard] })).toBe('lost');
      });

      test('rejects a guard that violates a constraint', async () => {
        await expect(make({ guards: [insertJob(dialect, 0)], records: [record('twice')] })).rejects.toThrow(/unique/i);
        expect(await readChain(second)).toEqual([]);
      });

      test('writes all of a change with many writes, or nothing', async () => {
        const writes = range(1, 60).map((id) => insertJob(dialect, id));
        await expect(make({ guards: [], writes: [...writes, insertJob(dialect, 0)] })).rejects.toThrow(/unique/i);
        expect(await jobs()).toHaveLength(1);
        const records = range(1, 25).map((id) => record(String(id)));
        expect(await make({ guards: [], writes, records })).toBe('done');
        expect(await jobs()).toHaveLength(61);
        expect(await readChain(second)).toHaveLength(25);
      });

      test('lets one of a hundred claims win', async () => {
        const claims = range(0, 100).map((owner) => make(claim(dialect, 0, String(owner))));
        const results = await Promise.all(claims);
        expect(results.filter((result) => result === 'done')).toHaveLength(1);
        expect(await jobs()).toEqual([{ id: 0, owner: String(results.indexOf('done')) }]);
        expect(await readChain(second)).toHaveLength(1);
      });

      test('lets one of a hundred claims win across two handles', async () => {
        const claims = range(0, 100).map((owner) => make(claim(dialect, 0, String(owner)), owner % 2 ? first : second));
        const results = await Promise.all(claims);
        expect(results.filter((result) => result === 'done')).toHaveLength(1);
        expect(await jobs()).toEqual([{ id: 0, owner: String(results.indexOf('done')) }]);
        expect(await readChain(second)).toHaveLength(1);
      });

      test('keeps the chain whole under 500 appends from two handles', async () => {
        const changes = range(1, 500).map((id) => make(addJob(dialect, id), id % 2 ? first : second));
        expect(new Set(await Promise.all(changes))).toEqual(new Set(['done']));
        const links = await readChain(second);
        expect(new Set(links.map((link) => link.call_id))).toEqual(new Set(range(1, 500).map(String)));
      });

      test('fails one bad change among fifty alone', async () => {
        const bad = { guards: [], writes: [insertJob(dialect, 999), insertJob(dialect, 0)], records: [record('bad')] };
        const changes = range(1, 50).map((id) => make(id === 25 ? bad : addJob(dialect, id)));
        const results = await Promise.allSettled(changes);
        expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []))).toEqual([25]);
        expect((await jobs()).map(({ id }) => id)).toEqual(range(0, 51).filter((id) => id !== 25));
        expect((await readChain(second)).map((link) => link.call_id)).not.toContain('bad');
      });

      test('leaves nothing of the changes that lose halfway among others', async () => {
        const half = (id: number) => ({ ...claim(dialect, 404, 'nobody'), writes: [insertJob(dialect, 100 + id)] });
        const losing = (id: number) => ({ ...half(id), guards: [insertJob(dialect, id), ...half(id).guards] });
        const isLosing = (id: number) => id % 5 === 0;
        const changes = range(1, 30).map((id) => make(isLosing(id) ? losing(id) : addJob(dialect, id)));
        const results = await Promise.all(changes);
        expect(results).toEqual(range(1, 30).map((id) => (isLosing(id) ? 'lost' : 'done')));
        expect((await jobs()).map(({ id }) => id)).toEqual([0, ...range(1, 30).filter((id) => !isLosing(id))]);
        expect(await readChain(second)).toHaveLength(24);
      });

      test('tells a watcher within a second, until it stops watching', async () => {
        const [calls, stopped] = [new Calls(first), new Calls(first)];
        stopped.stop();
        await calls.settled();
        await make(addJob(dialect, 1));
        expect(await calls.within(1000)).toBe(true);
        expect(await stopped.within(0)).toBe(false);
        calls.stop();
      });

      test('settles what it has taken before it closes, and takes no more', async () => {
        const third = await store.open();
        const changes = range(1, 20).map((id) => make(addJob(dialect, id), third));
        const closed = third.close();
        expect(new Set(await Promise.all(changes))).toEqual(new Set(['done']));
        await closed;
        await expect((async () => make(addJob(dialect, 21), third))()).rejects.toBeInstanceOf(Error);
      });
    });
  });
}
