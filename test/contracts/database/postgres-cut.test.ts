/** The result of a change when the connection to PostgreSQL is cut at the worst moments. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { commitIdempotent } from '../../../src/core/executor/call-record.ts';
import type { Database } from '../../../src/ports/database.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { addJob, claim, emptyTables, range, testMigrations } from './fixture.ts';
import { PostgresServer } from './postgres-server.ts';
import { readChain, testChain } from './test-chain.ts';

describe('a cut line to PostgreSQL', () => {
  let server: PostgresServer;
  let proxy: CuttingProxy;
  let database: Database;
  const jobs = async () => {
    const rows = await database.read<{ id: number }>({ sql: 'select id from jobs order by id', parameters: [] });
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    server = await PostgresServer.create();
    proxy = new CuttingProxy(server.folder);
    await proxy.listen();
    const { connectionString } = proxy;
    database = await openPostgres({ connectionString, schema: 'cut', chain: testChain('postgres') });
    await database.migrate(testMigrations('postgres'));
  });
  beforeEach(() => emptyTables(database));
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await server.remove();
  });

  test('before the commit is sent costs a second try, and the change is made once', async () => {
    proxy.cutAfter('begin isolation');
    expect(await database.change(addJob('postgres', 1))).toBe('done');
    expect(proxy.cuts).toBe(1);
    expect(await jobs()).toEqual([0, 1]);
    expect(await readChain(database)).toHaveLength(1);
  });

  test('after the commit is sent rejects every change of the group as unknown, and none is tried again', async () => {
    proxy.cutAfter('commit\0');
    const results = await Promise.allSettled(range(1, 5).map((id) => database.change(addJob('postgres', id))));
    expect(proxy.cuts).toBe(2);
    for (const result of results) {
      const reason = { code: 'EXTERNAL_ERROR', details: { outcome: 'unknown' } };
      expect(result).toMatchObject({ status: 'rejected', reason });
    }
    await proxy.serverEnded;
    expect(await jobs()).toEqual(range(0, 6));
    expect(await readChain(database)).toHaveLength(5);
  });

  test('during a change that is sent whole: reading again shows whether it is stored', async () => {
    const own = (owner: string) => ({ ...claim('postgres', 0, owner), isIndependent: true });
    const isMine = async () => {
      const [job] = await database.read<{ owner: string }>({ sql: 'select owner from jobs', parameters: [] });
      return job?.owner === 'me';
    };
    proxy.cutAfter('begin isolation');
    expect(await commitIdempotent(database, own('me'), isMine)).toBe('done');
    proxy.cutAfter('begin isolation');
    expect(await commitIdempotent(database, own('other'), () => Promise.resolve(false))).toBe('lost');
    expect(proxy.cuts).toBe(4);
    expect(await isMine()).toBe(true);
    expect(await readChain(database)).toHaveLength(1);
  });
});
