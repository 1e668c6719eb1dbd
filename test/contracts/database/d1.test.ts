/** The database suite on D1, in the workerd that Miniflare runs. */
import { afterAll, describe, expect, test } from 'vitest';

import { openD1, type D1Binding } from '../../../src/connectors/database/d1.ts';
import { startD1Server } from '../../support/servers/d1-server.ts';
import { describeDatabase } from './database.contract.ts';
import { describeMarks } from './marks.contract.ts';
import { range, type Store } from './fixture.ts';
import { query, testChain } from './test-chain.ts';

const databases = range(0, 9).map((index) => `DB${index}`);
const { miniflare, openBinding } = startD1Server(databases);
let next = 0;
const newBinding = async (): Promise<D1Binding> => openBinding(databases[next++] ?? '');

afterAll(() => miniflare.dispose());

const newStore = async (): Promise<Store> => {
  const binding = await newBinding();
  return { open: async () => openD1(binding, { chain: testChain('sqlite') }), remove: async () => undefined };
};

describeDatabase('D1', newStore);
describeMarks('D1', newStore);

describe('D1 alone', () => {
  test('refuses more parameters than D1 takes, naming how many', async () => {
    const database = openD1(await newBinding(), { chain: testChain('sqlite') });
    const values = range(0, 101);
    const wide = query('sqlite', `select ${values.map(() => '?').join(', ')}`, ...values);
    await expect(database.read(wide)).rejects.toThrow(/100 parameters in a statement, not 101/);
  });

  test('reports that the outcome of a batch is unknown, and does not retry', async () => {
    let batches = 0;
    const binding = await newBinding();
    const deaf: D1Binding = {
      prepare: (sql) => binding.prepare(sql),
      batch: async (statements) => {
        await binding.batch(statements);
        batches += 1;
        throw new Error('D1_ERROR: Network connection lost.');
      },
    };
    await binding.batch([binding.prepare('create table seen (id integer primary key)')]);
    const database = openD1(deaf, { chain: testChain('sqlite') });
    const write = query('sqlite', 'insert into seen values (?)', 1);
    const unknown = { code: 'EXTERNAL_ERROR', details: { outcome: 'unknown' } };
    await expect(database.change({ guards: [], writes: [write] })).rejects.toMatchObject(unknown);
    expect(batches).toBe(1);
  });
});
