/** The database and the objects as the command line names them, and what is never printed of it. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { BUCKET, startS3, type S3Server } from '../../support/servers/s3-server.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CANARY = 'k4n4ry-of-the-database';
const [, postgres] = bothDatabases();
let base: string;
let database: string;
let s3: S3Server;
let objects: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'storage-'));
  await mkdir(join(base, 'keys'));
  database = (await postgres?.place())?.postgres ?? '';
  s3 = await startS3();
  objects = `s3://${BUCKET}/some/where?endpoint=${encodeURIComponent(s3.endpoint)}`;
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

/** A separate data folder, with the keys that all nodes share. */
async function node(name: string): Promise<string[]> {
  const [data, work] = [join(base, name, 'data'), join(base, 'work')];
  await Promise.all([mkdir(data, { recursive: true }), mkdir(work, { recursive: true })]);
  await symlink(join(base, 'keys'), join(data, 'keys')).catch(() => undefined);
  return ['--data', data, '--workspace', work];
}

describe('O9: the storage that the command line names', () => {
  test('is used by every command, on any node, and leaves nothing in the data folder', async () => {
    const [one, two] = [await node('one'), await node('two')];
    const flags = ['--database', database, '--objects', objects];
    const { env } = s3;
    await writeFile(join(base, 'work', 'long.txt'), 'before');
    const wrote = await deputize(['call', 'write_file', '{"path":"long.txt","content":"after"}', ...one, ...flags], {
      env,
    });
    expect(wrote).toMatchObject({ code: 3, json: { state: 'pending' } });
    const { id } = wrote.json['approval'] as { id: string };
    const listed = await deputize(['approvals', 'list', ...two, ...flags], { env });
    expect(listed.out).toContain(id);
    const decided = await deputize(['approvals', 'approve', id, ...two, ...flags], { env });
    expect(decided).toMatchObject({ code: 0, json: { state: 'ok' } });
    // By the environment, as a service has it.
    const byName = { ...env, DEPUTIZE_DATABASE: database, DEPUTIZE_OBJECTS: objects };
    expect((await deputize(['undo', String(wrote.json['callId']), ...one], { env: byName })).code).toBe(0);
    expect(await deputize(['audit', 'verify', ...one], { env: byName })).toMatchObject({ code: 0, json: { ok: true } });
    expect((await deputize(['tools', 'list', ...two, ...flags], { env })).code).toBe(0);
    for (const data of ['one', 'two'])
      for (const file of ['deputize.db', 'objects']) expect(existsSync(join(base, data, 'data', file))).toBe(false);
    const names = await s3.names();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^some\/where\/objects\/[0-9a-f]{64}$/);
  });

  test('gives way to "embedded", and overrides the configuration', async () => {
    const flags = await node('three');
    const config = join(base, 'three', 'data', 'deputize.yaml');
    await writeFile(config, `database: { url: 'postgres://nobody@127.0.0.1:1/none' }\n`);
    expect(await deputize(['audit', 'verify', ...flags])).toMatchObject({ code: 1 });
    expect(await deputize(['audit', 'verify', ...flags, '--database', 'embedded'])).toMatchObject({
      json: { ok: true, records: 0 },
    });
    expect(await deputize(['audit', 'verify', ...flags, '--database', database])).toMatchObject({ json: { ok: true } });
  });

  test('takes the password of the configuration’s database from where it is kept', async () => {
    const flags = await node('four');
    const data = join(base, 'four', 'data');
    await writeFile(join(data, 'word'), CANARY, { mode: 0o600 });
    await writeFile(join(data, 'deputize.yaml'), `database: { url: '${database}', password: { file: word } }\n`);
    expect(await deputize(['audit', 'verify', ...flags])).toMatchObject({ code: 0, json: { ok: true } });
    await writeFile(join(data, 'deputize.yaml'), `database: { url: '${database}&password=${CANARY}' }\n`);
    const refused = await deputize(['audit', 'verify', ...flags]);
    expect(refused).toMatchObject({ code: 1, json: { error: { details: { key: 'database.url' } } } });
    expect(refused.out + refused.err).not.toContain(CANARY);
  });

  test.each([
    ['--database', `mysql://root:${CANARY}@127.0.0.1/x`],
    ['--database', `postgres://root:${CANARY}@127.0.0.1:1/x`],
    ['--objects', `s3://key:${CANARY}@bucket`],
    ['--objects', `s3://bucket?endpoint=http://key:${CANARY}@127.0.0.1:1`],
    ['--objects', `s3://bucket?secret=${CANARY}`],
    ['--objects', `/folder/${CANARY}`],
  ])('is not repeated where %s %s is wrong', async (flag, value) => {
    const flags = await node('five');
    for (const command of [['call', 'list_directory', '{"path":"."}'], ['doctor'], ['audit', 'verify']]) {
      const { code, out, err } = await deputize([...command, ...flags, flag, value], { env: s3.env });
      expect(code).toBe(1);
      expect(out + err).not.toContain(CANARY);
    }
  });

  test('is said to be seen by others where the command line holds a password', async () => {
    const flags = await node('six');
    const { code, out, err } = await deputize(
      ['audit', 'verify', ...flags, '--database', `${database}&password=${CANARY}`],
      {},
    );
    expect(code).toBe(0);
    expect(err).toContain('The command line holds a password');
    expect(out + err).not.toContain(CANARY);
  });
});

describe('O9, R19: doctor', () => {
  test('tries the database and the bucket, and says what stays on one machine', async () => {
    const flags = await node('seven');
    const check = async (more: string[]) => {
      const { json } = await deputize(['doctor', ...flags, ...more], { env: s3.env });
      return Object.fromEntries((json['checks'] as { name: string }[]).map((found) => [found.name, found]));
    };
    expect(await check(['--database', database, '--objects', objects])).toMatchObject({
      database: { ok: true, found: expect.stringMatching(/^PostgreSQL at .*, version \d+/) },
      objects: { ok: true, found: expect.stringContaining(`${BUCKET}/some/where`) },
      keys: { ok: true },
    });
    expect(await check(['--database', database])).toMatchObject({
      objects: { ok: false, required: false, for: 'more than one node' },
    });
    expect(await check(['--objects', objects.replace(BUCKET, 'absent')])).toMatchObject({
      database: { ok: true, found: expect.stringContaining('embedded') },
      objects: { ok: false, required: true, found: expect.stringContaining('has no bucket') },
    });
  });

  test('finds a node with different keys, which every command refuses', async () => {
    const data = join(base, 'stranger');
    const flags = ['--data', data, '--database', database];
    const { code, json } = await deputize(['call', 'list_directory', '{"path":"."}', ...flags]);
    expect(code).toBe(1);
    expect(json).toMatchObject({ error: { message: expect.stringContaining('Copy keys/ and secrets/') } });
    const doctor = await deputize(['doctor', ...flags]);
    expect(doctor.json).toMatchObject({
      ready: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: 'keys', ok: false })]),
    });
  });
});
