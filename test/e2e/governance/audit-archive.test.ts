/** A data folder of an older version keeps its audit as an archive, which holds, is signed, and can be erased as a whole. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { migrations } from '../../../src/core/storage/migrations.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'deputize-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let data: string;
let head: string;
let copies = 0;
const RECORDS = 6;

/** Builds the folder as the older version left it. Its rule of hashing is written out here, on purpose. */
beforeEach(() => {
  data = join(folder, `data-${(copies += 1)}`);
  mkdirSync(data, { mode: 0o700 });
  mkdirSync(`${data}-workspace`);
  const database = new DatabaseSync(join(data, 'deputize.db'));
  database.exec('create table migrations (name text primary key)');
  for (const { name, statements } of migrations('sqlite')) {
    if (name >= '014') break;
    database.prepare('insert into migrations values (?)').run(name);
    for (const statement of statements) database.exec(statement);
  }
  const insert = database.prepare('insert into audit values (?, ?, ?, ?, ?, ?)');
  head = '0'.repeat(64);
  for (let seq = 1; seq <= RECORDS; seq += 1) {
    const body = JSON.stringify({ user: 'owner', summary: `older ${seq}` });
    head = createHash('sha256').update(`${head}\n${seq}\n${seq}\nsetup.changed\n\n${body}`).digest('hex');
    insert.run(seq, seq, 'setup.changed', null, body, head);
  }
  database.close();
});

const run = async (...words: string[]) => deputize(...words, '--data', data);
const write = (path: string) =>
  run('call', 'write_file', JSON.stringify({ path, content: 'x' }), '--workspace', `${data}-workspace`);

test('R10: is read, signed and verified as before, and the new records continue it', async () => {
  expect((await write('a.txt')).code).toBe(0);
  const found = await deputizeJson<Record<string, unknown>>('audit', 'verify', '--data', data);
  expect(found).toMatchObject({ ok: true, archive: { records: RECORDS, head, erasedAt: null } });
  const { stdout } = await run('audit', 'export');
  const seqs = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { seq: number }).seq);
  expect(seqs).toEqual(Array.from({ length: found['records'] as number }, (_, at) => at + 1));
  expect((await run('audit', 'tail', '--lines', '100')).stdout).toContain('older 6');
  const database = new DatabaseSync(join(data, 'deputize.db'));
  expect(database.prepare('select hash from checkpoints where format = 1').all()).toEqual([{ hash: head }]);
  for (const statement of [
    `update audit_archive set body = '{}'`,
    'delete from audit_archive where seq = 3',
    `insert into audit_archive values (7, 0, 'x', null, '{}', 'x')`,
    `update audit_genesis set hash = 'x'`,
    'delete from audit_genesis',
  ])
    expect(() => database.exec(statement)).toThrow('append-only');
  database.close();
});

test('R10: an edited archive is found', async () => {
  await write('a.txt');
  const database = new DatabaseSync(join(data, 'deputize.db'));
  database.exec(`drop trigger audit_archive_no_update; update audit_archive set body = '{}' where seq = 3`);
  database.close();
  const { code, stdout } = await run('audit', 'verify', '--json');
  expect({ code, found: JSON.parse(stdout) as object }).toMatchObject({ code: 1, found: { seq: 3, fault: 'edited' } });
});

test('R10: can be erased as a whole, once, with its signed head in the audit', async () => {
  await write('a.txt');
  expect((await run('audit', 'erase-archive')).stdout).toContain(`Erased ${RECORDS} records`);
  expect((await run('audit', 'erase-archive')).code).not.toBe(0);
  const { stdout } = await run('audit', 'verify');
  expect(stdout).toContain(`was erased on`);
  expect(stdout).toContain(head);
  expect((await run('audit', 'tail')).stdout).toContain('audit.archive_erased');
  const database = new DatabaseSync(join(data, 'deputize.db'));
  expect(() => database.exec('update audit_genesis set erased_at = null')).toThrow('append-only');
  database.close();
});
