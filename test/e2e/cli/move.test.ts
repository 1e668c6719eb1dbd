/** From a data folder to PostgreSQL and a bucket: everything arrives, or nothing does. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { fillFolder, fillRest, type FullFolder } from '../../support/crash/full-folder.ts';
import { BUCKET, startS3, type S3Server } from '../../support/servers/s3-server.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const [, postgres] = bothDatabases();
const program = join(import.meta.dirname, '../../../bin/deputize.mjs');
let base: string;
let folder: FullFolder;
let tables: string[];
let s3: S3Server;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'move-'));
  s3 = await startS3();
  folder = await fillFolder(join(base, 'data'));
  tables = fillRest(folder.data);
  await writeFile(
    join(folder.data, 'deputize.yaml'),
    JSON.stringify({ presets: ['personal', 'organization'], organization: { signIn: {} } }),
  );
  await cp(folder.data, join(base, 'untouched'), { recursive: true });
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

/** Another folder like it. Once its database was used elsewhere, what is signed there shows that the folder is behind. */
const another = async (name: string): Promise<string> => {
  await cp(join(base, 'untouched'), join(base, name), { recursive: true });
  return join(base, name);
};
const empty = async (): Promise<string> => (await postgres?.place())?.postgres ?? '';
const bucket = (prefix: string): string => `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(s3.endpoint)}`;

async function ask<Row extends object>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every file with its hash, as far as it holds something that lasts. */
async function everything(data: string): Promise<Record<string, string>> {
  const all = await readdir(data, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [
          path,
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex'),
        ] as const;
      }),
    ),
  );
}

function countIn(data: string, table: string): number {
  const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true });
  try {
    return Number(database.prepare(`select count(*) as n from "${table}"`).get()?.['n']);
  } finally {
    database.close();
  }
}

describe('O9, R10: moving to PostgreSQL', () => {
  test('takes everything, checks it, leaves the folder as it was, and the work goes on there', async () => {
    const to = await empty();
    const objects = bucket('moved');
    const before = await everything(folder.data);
    const flags = ['--data', folder.data];
    const ran = await deputize(['move', '--to', to, '--objects', objects, ...flags], { env: s3.env });
    expect(ran, ran.out + ran.err).toMatchObject({ code: 0 });
    expect(await everything(folder.data)).toEqual(before);

    const moved = ran.json as unknown as { tables: { name: string; rows: number; digest: string }[]; jobs: number };
    const counts = Object.fromEntries(moved.tables.map(({ name, rows }) => [name, rows]));
    for (const table of tables.filter((name) => !['migrations', 'jobs'].includes(name))) {
      expect(counts[table], table).toBe(countIn(folder.data, table));
      expect(await ask(to, `select count(*)::int as n from "${table}"`), table).toEqual([{ n: counts[table] }]);
      if (table !== 'audit_archive' && table !== 'audit_genesis') expect(counts[table], table).toBeGreaterThan(0);
    }
    expect(moved.jobs).toBe(countIn(folder.data, 'jobs'));
    expect(await ask(to, 'select count(*)::int as n from deputize_jobs.jobs')).toEqual([{ n: moved.jobs }]);
    const stored = (await s3.names()).filter((name) => name.startsWith('moved/'));
    expect(ran.json).toMatchObject({ objects: { objects: stored.length }, documents: 1 });
    expect(stored.length).toBeGreaterThan(3);

    const there = [...flags, '--database', to, '--objects', objects];
    const run = (...words: string[]) => deputize([...words, ...there], { env: s3.env });
    expect((await run('audit', 'verify')).json).toMatchObject({ ok: true });
    expect((await run('approvals', 'approve', folder.approvalId)).json).toMatchObject({ state: 'ok' });
    const undone = await run('undo', folder.undoable);
    expect(undone.out).toContain('CONFLICT');
    const found = await run('call', 'search_emails', '{"query":"gardener"}', '--preset', 'personal');
    expect(found.out).toContain('Invoice of the gardener');
    const { id } = (found.json['value'] as { emails: { id: string }[] }).emails[0] ?? { id: '' };
    const mail = await run('call', 'read_email', JSON.stringify({ id }), '--preset', 'personal');
    expect(mail.out).toContain('Roses and tulips.');
    expect((await run('audit', 'verify')).json).toMatchObject({ ok: true });

    const again = await deputize(['move', '--to', await empty(), ...flags]);
    expect(again.out).toContain('was signed: what came after');
  });

  test('refuses a database that is in use, and a folder that is worked on', async () => {
    const used = await empty();
    await deputize(['audit', 'verify', '--data', join(base, 'other'), '--database', used]);
    const refused = await deputize(['move', '--to', used, '--data', folder.data]);
    expect(refused).toMatchObject({ code: 1, json: { error: { code: 'CONFLICT' } } });
    expect(refused.out).toContain('in use already');
    expect(await ask(used, 'select count(*)::int as n from calls')).toEqual([{ n: 0 }]);

    const child = spawn(process.execPath, [program, 'start', '--port', '0', '--json', '--data', folder.data], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const busy = await deputize(['move', '--to', await empty(), '--data', folder.data]);
    expect(busy).toMatchObject({ code: 1, json: { error: { code: 'CONFLICT' } } });
    expect(busy.out).toContain(`Process ${child.pid ?? ''} works on this folder`);
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  test('refuses what does not hold: a record that was edited, an object that is damaged', async () => {
    const [edited, spoiled] = [await another('edited'), await another('spoiled')];
    const database = new DatabaseSync(join(edited, 'deputize.db'));
    database.exec(`drop trigger audit_no_update; update audit set body = '{}' where seq = 2`);
    database.close();
    const to = await empty();
    const refused = await deputize(['move', '--to', to, '--data', edited]);
    expect(refused).toMatchObject({ code: 1, json: { error: { code: 'CONFLICT' } } });
    expect(refused.out).toContain('record 2');
    expect(await ask(to, 'select count(*)::int as n from audit')).toEqual([{ n: 0 }]);

    const files = await readdir(join(spoiled, 'objects'), { recursive: true, withFileTypes: true });
    const object = files.find((entry) => /^[0-9a-f]{64}$/.test(entry.name));
    await writeFile(join(object?.parentPath ?? '', object?.name ?? ''), 'otherwise');
    const damaged = await deputize(['move', '--to', to, '--objects', bucket('spoiled'), '--data', spoiled], {
      env: s3.env,
    });
    expect(damaged.out).toContain(`The object ${object?.name ?? ''} is damaged`);
    expect(await ask(to, 'select count(*)::int as n from audit')).toEqual([{ n: 0 }]);
  });

  test('killed in the middle leaves nothing behind that a second run would trip over', async () => {
    const large = await another('large');
    const database = new DatabaseSync(join(large, 'deputize.db'));
    database.exec(`with recursive many (i) as (select 1 union all select i + 1 from many where i < 150000)
      insert into conversation_keys (key, conversation_id, seq, at)
      select 'k' || i, (select id from conversations limit 1), i, i from many`);
    database.close();
    const [to, objects] = [await empty(), bucket('killed')];
    const begin = () =>
      spawn(process.execPath, [program, 'move', '--to', to, '--objects', objects, '--data', large, '--json'], {
        env: { ...process.env, ...s3.env },
        stdio: 'ignore',
      });
    const killWhen = async (isMiddle: () => Promise<boolean>): Promise<void> => {
      const child = begin();
      const ended = once(child, 'close');
      await vi.waitFor(
        async () => {
          if (!(await isMiddle())) throw new Error('not yet');
        },
        { timeout: 60_000, interval: 5 },
      );
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    };
    await killWhen(async () => (await s3.names()).some((name) => name.startsWith('killed/')));
    const client = new Client({ connectionString: to });
    client.on('error', () => undefined);
    await client.connect();
    await killWhen(async () => {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into "conversation_keys"%'`,
      );
      return rowCount !== 0;
    });
    await vi.waitFor(async () => {
      const { rows } = await client.query('select count(*)::int as n from conversation_keys');
      expect(rows).toEqual([{ n: 0 }]);
    });
    await client.end();
    const again = await deputize(['move', '--to', to, '--objects', objects, '--data', large], { env: s3.env });
    expect(again, again.out + again.err).toMatchObject({ code: 0 });
    expect(await ask(to, 'select count(*)::int as n from conversation_keys')).toEqual([
      { n: countIn(large, 'conversation_keys') },
    ]);
  });
});
