/** Every person × every object × every way to ask for it, generated, on both databases: who may not see it learns nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { noteFilled } from '../../../../src/app/demo/demo-folder.ts';
import { bothDatabases } from '../../../support/worlds/both-databases.ts';
import { pickByTier } from '../../../support/cases/test-tier.ts';
import { openCompany, type Company } from '../../../support/worlds/company.ts';
import { objectKinds, type Thing } from './object-kinds.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** `npm test` asks as every third person, and as others on each database. The people differ in role and departments, in turn. */
const STEP = pickByTier({ sample: 3, full: 1, soak: 1 });
/** As many as are under way at once. */
const AT_ONCE = 16;

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

describe.each(bothDatabases())('O7, O5: the matrix on $name', ({ name, place }) => {
  let company: Company;
  const listViewers = () => company.everyone.filter((_, at) => (at + (name === 'SQLite' ? 1 : 0)) % STEP === 0);
  beforeAll(async () => {
    const where = await place();
    // Its mail is that of an example company: a folder instead of a server.
    noteFilled(where.data);
    company = await openCompany(where);
  });
  afterAll(() => company[Symbol.asyncDispose]());

  describe.each(objectKinds)('$kind', ({ make, ways, listings }) => {
    let things: readonly Thing[];
    beforeAll(async () => {
      things = await make(company);
    });

    test('are found by exactly those who may, and for everyone else are as if they were not there', async () => {
      const wrong: string[] = [];
      let asked = 0;
      for (const way of ways)
        await each(listViewers(), async (viewer) => {
          const nothing = JSON.stringify(await way.ask(company, viewer, randomUUID()));
          for (const thing of things) {
            const answer = await way.ask(company, viewer, thing.id);
            asked += 1;
            const about = `${way.name}: ${viewer.role} ${viewer.email} asking for ${thing.id}`;
            const isSeen = thing.isSeenBy(viewer);
            if (way.isFound(answer) !== isSeen) wrong.push(`${about} ${isSeen ? 'does not find it' : 'finds it'}`);
            else if (!isSeen && JSON.stringify(answer) !== nothing)
              wrong.push(`${about} is told ${JSON.stringify(answer)} instead of ${nothing}`);
          }
        });
      expect(wrong).toEqual([]);
      expect(asked).toBe(ways.length * listViewers().length * things.length);
    });

    test('are listed and counted for exactly those who may', async () => {
      const wrong: string[] = [];
      for (const listing of listings)
        await each(listViewers(), async (viewer) => {
          const { ids, total } = await listing.ask(company, viewer);
          const expected = things.filter((thing) => thing.isSeenBy(viewer)).map(({ id }) => id);
          if (JSON.stringify([...ids].sort()) !== JSON.stringify(expected.sort()) || total !== expected.length)
            wrong.push(`${listing.name}: ${viewer.role} ${viewer.email} gets ${total}: ${ids.join(', ')}`);
        });
      expect(wrong).toEqual([]);
    });
  });
});
