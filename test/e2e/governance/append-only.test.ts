/** The database itself refuses every attempt to change or remove an audit record. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { Client } from 'pg';
import { expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { crashTools } from '../../support/crash/crash-tools.ts';
import { LedgerFolder } from '../../support/crash/ledger-folder.ts';

test('R10: SQLite refuses to update, delete, replace or slip in a record', async () => {
  await using ledger = await LedgerFolder.create();
  for (let at = 0; at < 3; at += 1) await ledger.deputize.call('append_line', {});
  const database = new DatabaseSync(join(ledger.data, 'deputize.db'));
  const all = () => database.prepare('select * from audit order by seq').all();
  const before = all();
  expect(before).toHaveLength(6);
  const refused = (statement: string) => {
    try {
      database.exec(statement);
      return 'not refused';
    } catch (error) {
      return String(error);
    }
  };
  for (const statement of [
    `update audit set body = '{}' where seq = 3`,
    'update audit set seq = 99 where seq = 3',
    'delete from audit where seq = 3',
    'delete from audit',
    `replace into audit values (3, 'home', 3, 0, 'call.ended', null, '{}', 'x')`,
    `insert or replace into audit values (6, 'home', 6, 0, 'call.ended', null, '{}', 'x')`,
    `insert into audit values (3, 'home', 3, 0, 'call.ended', null, '{}', 'x') on conflict (seq) do update set body = '{}'`,
    `insert into audit values (0, 'home', 0, 0, 'call.ended', null, '{}', 'x')`,
    `insert into audit values (9, 'home', 9, 0, 'call.ended', null, '{}', 'x')`,
  ])
    expect([statement, refused(statement)]).toEqual([statement, expect.stringContaining('audit is append-only')]);
  expect(all()).toEqual(before);
  database.close();
  expect((await ledger.deputize.call('append_line', {})).outcome.state).toBe('ok');
  expect(await ledger.deputize.runtime.audit.verify()).toMatchObject({ ok: true, records: 8 });
});

test('R10: PostgreSQL refuses to update, delete, replace or truncate a record', { timeout: 60_000 }, async () => {
  const server = await PostgresServer.create();
  await using ledger = await LedgerFolder.create();
  const postgres = server.connectionString;
  const deputize = await createDeputize({ data: ledger.data, tools: crashTools(ledger.effects), postgres });
  const client = new Client({ connectionString: postgres });
  try {
    for (let at = 0; at < 3; at += 1) await deputize.call('append_line', {});
    await client.connect();
    const all = async () => (await client.query('select * from audit order by seq')).rows as unknown[];
    const before = await all();
    expect(before).toHaveLength(6);
    for (const statement of [
      `update audit set body = '{}' where seq = 3`,
      'delete from audit where seq = 3',
      'delete from audit',
      'truncate audit',
      `insert into audit values (3, 'home', 3, 0, 'call.ended', null, '{}', 'x') on conflict (seq) do update set body = '{}'`,
    ])
      await expect(client.query(statement)).rejects.toThrow('audit is append-only');
    expect(await all()).toEqual(before);
    expect(await deputize.runtime.audit.verify()).toMatchObject({ ok: true, records: 6 });
  } finally {
    await client.end();
    await deputize.close();
    await server.remove();
  }
});
