/** What an organization's data promises on every database: nothing of anybody else is there, whatever is asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { ofDepartment, ofUser } from '../../../src/core/access/audience.ts';
import { heldToAudience, openSharedData, type SharedData } from '../../../src/core/access/shared-data.ts';
import { query } from '../../../src/core/storage/statements.ts';
import type { Database, DatabaseMigration } from '../../../src/ports/database.ts';
import { removeStore, testMigrations, type Store } from './fixture.ts';

interface NoteTables {
  notes: { id: string; audience: string; words: string };
}

export const noteMigrations = (dialect: Database['dialect']): DatabaseMigration[] => [
  ...testMigrations(dialect),
  {
    name: 'notes',
    statements: [
      'create table notes (id text primary key, audience text not null, words text not null)',
      ...heldToAudience(dialect, 'notes'),
    ],
  },
];

const ada = { userId: 'ada', departmentIds: ['sales', 'board'] };
const bob = { userId: 'bob', departmentIds: ['sales'] };
const eve = { userId: 'eve', departmentIds: [] };

export function describeSharedData(name: string, newStore: () => Promise<Store>): void {
  describe(`shared data on ${name}`, () => {
    let store: Store;
    let database: Database;
    let shared: SharedData<NoteTables>;

    beforeAll(async () => {
      store = await newStore();
      database = await store.open();
      await database.migrate(noteMigrations(database.dialect));
      shared = openSharedData(database);
    });
    afterAll(() => removeStore(store, database));

    const note = (id: string, audience: string) => ({ id, audience, words: `of ${audience}` });
    const seenBy = async (somebody: typeof ada) => {
      const seen = shared.of(somebody);
      return (await seen.read(seen.select('notes').select('id').orderBy('id'))).map(({ id }) => id);
    };

    beforeEach(async () => {
      for (const audience of [ofUser('ada'), ofUser('bob'), ofDepartment('sales'), ofDepartment('board')]) {
        const all = shared.within(audience);
        await all.change({ guards: [], writes: [query(all.remove('notes'))] });
        await all.change({ guards: [all.insert('notes', note(audience, audience))] });
      }
    });

    test('shows each person what is theirs and their departments’', async () => {
      expect(await seenBy(ada)).toEqual(['department:board', 'department:sales', 'user:ada']);
      expect(await seenBy(bob)).toEqual(['department:sales', 'user:bob']);
      expect(await seenBy(eve)).toEqual([]);
    });

    test('changes and removes nothing of somebody else’s', async () => {
      const seen = shared.of(bob);
      const update = seen.update('notes').set({ words: 'bob was here' }).where('id', '=', 'department:board');
      expect(await seen.change({ guards: [query(update)] })).toBe('lost');
      await seen.change({ guards: [], writes: [query(seen.remove('notes'))] });
      expect(await seenBy(ada)).toEqual(['department:board', 'user:ada']);
    });

    test('lets nobody write what belongs to somebody else, or give away what is theirs', async () => {
      const seen = shared.of(bob);
      expect(() => seen.insert('notes', note('x', ofDepartment('board')))).toThrow(/another audience/);
      const give = seen
        .update('notes')
        .set({ audience: ofDepartment('board') })
        .where('id', '=', 'user:bob');
      await expect(seen.change({ guards: [query(give)] })).rejects.toThrow(/row-level/);
      expect(await seenBy(ada)).toHaveLength(3);
    });

    test('keeps changes of different people apart that are committed together', async () => {
      const rename = (somebody: typeof ada, id: string) => {
        const seen = shared.of(somebody);
        return seen.change({ guards: [query(seen.update('notes').set({ words: 'mine' }).where('id', '=', id))] });
      };
      const nobody = database.change({ guards: [], writes: [{ sql: 'update jobs set owner = null', parameters: [] }] });
      const results = await Promise.all([
        rename(ada, 'department:board'),
        rename(bob, 'department:board'),
        rename(bob, 'user:bob'),
        rename(eve, 'user:bob'),
        rename(ada, 'user:ada'),
      ]);
      await nobody;
      expect(results).toEqual(['done', 'lost', 'done', 'lost', 'done']);
    });
  });
}
