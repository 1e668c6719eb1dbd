/** The database suite on a real PostgreSQL, and what happens when that server dies. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { describeAcrossProcesses } from './across-processes.contract.ts';
import { describeDatabase } from './database.contract.ts';
import { describeMarks } from './marks.contract.ts';
import { describeSharedData, noteMigrations } from './shared-data.contract.ts';
import { addJob, range, testMigrations, type SharedStore } from './fixture.ts';
import { PostgresServer } from './postgres-server.ts';
import { readChain, testChain } from './test-chain.ts';

let server: PostgresServer;
let next = 0;

beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());

async function newStore(): Promise<SharedStore> {
  const { connectionString } = server;
  const schema = `Store ${(next += 1)}`;
  return {
    place: { kind: 'postgres', connectionString, schema },
    open: () => openPostgres({ connectionString, schema, chain: testChain('postgres') }),
    remove: async () => undefined,
  };
}

describeDatabase('PostgreSQL', newStore);
describeMarks('PostgreSQL', newStore);
describeSharedData('PostgreSQL', newStore);
describeAcrossProcesses('PostgreSQL', newStore);

describe('PostgreSQL alone', () => {
  test('keeps every acknowledged change when the server is killed, and goes on when it is back', async () => {
    const store = await newStore();
    const database = await store.open();
    await database.migrate(testMigrations('postgres'));
    const calls: number[] = [];
    database.watch(() => calls.push(Date.now()));

    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    let id = 0;
    const lane = async () => {
      while (failures.length === 0) {
        const mine = (id += 1);
        await database.change(addJob('postgres', mine)).then(
          () => acknowledged.push(mine),
          (error: unknown) => failures.push(error),
        );
      }
    };
    const lanes = Promise.all(range(0, 32).map(lane));
    while (acknowledged.length < 500) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.kill();
    await lanes;
    for (const failure of failures) expect(failure).toMatchObject({ name: 'PortError', code: 'EXTERNAL_ERROR' });

    await server.start();
    const kept = new Set(
      (await database.read<{ id: number }>({ sql: 'select id from jobs', parameters: [] })).map((row) => row.id),
    );
    expect(acknowledged.filter((each) => !kept.has(each))).toEqual([]);
    expect(await readChain(database)).toHaveLength(kept.size - 1);

    const restarted = Date.now();
    expect(await database.change(addJob('postgres', 1_000_000))).toBe('done');
    while (!calls.some((at) => at >= restarted)) await new Promise((resolve) => setTimeout(resolve, 10));
    await database.close();
  });

  test('retries changes of two handles that wait for each other', async () => {
    const store = await newStore();
    const [first, second] = [await store.open(), await store.open()];
    await first.migrate(testMigrations('postgres'));
    await first.change({
      guards: [],
      writes: [addJob('postgres', 1), addJob('postgres', 2)].flatMap(({ guards }) => guards),
    });
    const touch = (job: number) => ({ sql: 'update jobs set owner = $2 where id = $1', parameters: [job, 'x'] });
    const pause = { sql: 'select pg_sleep(0.2)', parameters: [] };
    const results = await Promise.all([
      first.change({ guards: [touch(1)], writes: [pause, touch(2)] }),
      second.change({ guards: [touch(2)], writes: [pause, touch(1)] }),
    ]);
    expect(results).toEqual(['done', 'done']);
    await Promise.all([first.close(), second.close()]);
  });

  test('lets one of two changes win of which each rests on what the other takes away', async () => {
    const store = await newStore();
    const [first, second] = [await store.open(), await store.open()];
    await first.migrate(testMigrations('postgres'));
    await Promise.all([1, 2].map((id) => first.change(addJob('postgres', id))));
    const take = (mine: number, other: number) => ({
      ...addJob('postgres', mine),
      guards: [
        {
          sql: `update jobs set owner = 'x' where id = $1 and exists (select from jobs where id = $2 and owner is null)`,
          parameters: [mine, other],
        },
      ],
      writes: [{ sql: 'select pg_sleep(0.2)', parameters: [] }],
    });
    const results = await Promise.all([first.change(take(1, 2)), second.change(take(2, 1))]);
    expect(results.toSorted()).toEqual(['done', 'lost']);
    await Promise.all([first.close(), second.close()]);
  });

  test('retries a change whose fence fails after its guards held', async () => {
    const store = await newStore();
    const [first, second] = [await store.open(), await store.open()];
    await first.migrate(testMigrations('postgres'));
    await first.change(addJob('postgres', 1));
    const stands = { sql: 'select id from jobs where id = $1', parameters: [1] };
    const pause = { sql: 'select pg_sleep(0.3)', parameters: [] };
    const begin = (id: number) => ({
      guards: [{ sql: `insert into jobs (id) select $2::int from jobs where id = $1`, parameters: [1, id] }],
      writes: [pause],
      ...{ fence: stands, isIndependent: true },
    });
    expect(await first.change(begin(2))).toBe('done');
    const late = first.change(begin(3));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await second.change({ guards: [{ sql: 'delete from jobs where id = $1', parameters: [1] }], isOrdered: true });
    expect(await late).toBe('lost');
    const rows = await first.read<{ id: number }>({ sql: 'select id from jobs order by id', parameters: [] });
    expect(rows.map(({ id }) => id)).toEqual([0, 2]);
    await Promise.all([first.close(), second.close()]);
  });

  test('holds rows to their audience by itself, whatever statement is sent', async () => {
    const database = await (await newStore()).open();
    await database.migrate(noteMigrations('postgres'));
    const insert = (id: string, audience: string) => ({
      sql: 'insert into notes values ($1, $2, $1)',
      parameters: [id, audience],
    });
    const all = { sql: 'select id from notes order by id', parameters: [] };
    expect(await database.change({ guards: [insert('1', 'a')], audiences: ['a', 'b'] })).toBe('done');
    await expect(database.change({ guards: [insert('2', 'b')], audiences: ['a'] })).rejects.toThrow(/row-level/);
    await expect(database.change({ guards: [insert('3', 'a')] })).rejects.toThrow(/row-level/);
    expect(await database.readAs(['a'], all)).toEqual([{ id: '1' }]);
    expect(await database.readAs(['b'], all)).toEqual([]);
    // No audience of an earlier query is left on the pooled connections.
    expect(await Promise.all(Array.from({ length: 20 }, () => database.read(all)))).toEqual(
      Array.from({ length: 20 }, () => []),
    );
    const away = { sql: 'update notes set audience = $1', parameters: ['b'] };
    await expect(database.change({ guards: [away], audiences: ['a'] })).rejects.toThrow(/row-level/);
    for (const statement of ['truncate notes', 'alter table notes disable row level security', 'drop table notes'])
      await expect(database.change({ guards: [], writes: [{ sql: statement, parameters: [] }] })).rejects.toThrow(
        /permission denied|must be owner/,
      );
    const who = 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user';
    expect(await database.read({ sql: who, parameters: [] })).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await database.close();
  });

  test('holds an owner of the tables who is no superuser to them as well', async () => {
    const owner = new Client({ connectionString: server.connectionString });
    await owner.connect();
    await owner.query('create role plain login; grant create on database postgres to plain');
    await owner.end();
    const connectionString = server.connectionString.replace('user=postgres', 'user=plain');
    const database = await openPostgres({ connectionString, schema: 'plain', chain: testChain('postgres') });
    await database.migrate(noteMigrations('postgres'));
    const insert = { sql: 'insert into notes values ($1, $2, $1)', parameters: ['1', 'a'] };
    expect(await database.change({ guards: [insert], audiences: ['a'] })).toBe('done');
    expect(await database.read({ sql: 'select * from notes', parameters: [] })).toEqual([]);
    await database.close();
  });

  test('notices that a table has changed since its statements were prepared', async () => {
    const database = await (await newStore()).open();
    await database.migrate(testMigrations('postgres'));
    const guard = (id: number) => ({ sql: 'insert into jobs (id) values ($1) returning *', parameters: [id] });
    expect(await database.change({ guards: [guard(1)] })).toBe('done');
    await database.migrate([{ name: '4', statements: ['alter table jobs add column note text'] }]);
    expect(await database.change({ guards: [guard(2)] })).toBe('done');
    await database.close();
  });

  test('refuses to open where no server answers', async () => {
    const open = openPostgres({ connectionString: 'postgres://127.0.0.1:1/none', chain: testChain('postgres') });
    await expect(open).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
  });
});
