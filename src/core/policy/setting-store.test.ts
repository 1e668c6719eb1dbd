import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openSqlite } from '../../connectors/database/sqlite.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { Principal } from '../access/principal.ts';
import { createAuditChain } from '../ledger/audit-chain.ts';
import { migrations } from '../storage/migrations.ts';
import { createSqlBuilder } from '../storage/statements.ts';
import { createSettingStore, type SettingValue, type SettingRow } from './setting-store.ts';

const sql = createSqlBuilder('sqlite');
let now = 1_000;
let database: Database;

beforeEach(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'deputize.db');
  database = openSqlite(file, { chain: createAuditChain(sql, nodeDigest) });
  await database.migrate(migrations('sqlite'));
});
afterEach(() => database.close());

const principal: Principal = {
  userId: 'ann',
  organizationId: 'home',
  departmentIds: ['sales', 'ops'],
  role: 'user',
  kind: 'agent',
  via: 'test',
};

const open = (system: Record<string, SettingValue> = {}) =>
  createSettingStore(database, sql, { now: () => now }, () => system);

async function set(settings: ReturnType<typeof open>, ...rows: [SettingRow['level'], string, string, SettingValue][]) {
  const writes = rows.map(([level, subject, pattern, value]) =>
    settings.write({ level, subject, pattern, value, set_by: 'test', set_at: now }),
  );
  await database.change({ guards: [], writes });
  settings.forget();
}

describe('R16: the hierarchy', () => {
  test('allows where nothing is said', async () => {
    expect(await open().effective(principal, 'p', 'tool')).toBe('allow');
  });

  test.each<[SettingRow['level'], string]>([
    ['system', ''],
    ['organization', 'home'],
    ['department', 'ops'],
  ])('what is off for the %s cannot be switched on below', async (level, subject) => {
    const settings = open();
    await set(settings, [level, subject, 'tool', 'off'], ['user', 'ann', 'tool', 'allow']);
    expect(await settings.effective(principal, 'p', 'tool')).toBe('off');
  });

  test('what the configuration switches off stays off for everyone', async () => {
    const settings = open({ 'files.*': 'off' });
    await set(settings, ['system', '', 'files.*', 'allow'], ['user', 'ann', 'files.read', 'allow']);
    expect(await settings.effective(principal, 'p', 'files.read')).toBe('off');
    expect(await settings.effective(principal, 'p', 'mail.read')).toBe('allow');
  });

  test('the strictest of all levels and patterns wins', async () => {
    const settings = open();
    await set(settings, ['department', 'sales', '*', 'ask'], ['department', 'ops', 'tool', 'allow']);
    expect(await settings.effective(principal, 'p', 'tool')).toBe('ask');
    await set(settings, ['user', 'ann', 'to*', 'off']);
    expect(await settings.effective(principal, 'p', 'tool')).toBe('off');
  });

  test('what is set for others does not count', async () => {
    const settings = open();
    await set(
      settings,
      ['user', 'bob', '*', 'off'],
      ['department', 'legal', '*', 'off'],
      ['organization', 'x', '*', 'off'],
    );
    expect(await settings.effective(principal, 'p', 'tool')).toBe('allow');
  });

  test('a pattern with a preset holds in that preset only', async () => {
    const settings = open({ 'workspace/write_*': 'ask' });
    expect(await settings.effective(principal, 'workspace', 'write_file')).toBe('ask');
    expect(await settings.effective(principal, 'personal', 'write_file')).toBe('allow');
    expect(await settings.effective(principal, 'workspace', 'read_file')).toBe('allow');
  });

  test('says which setting it is that holds', async () => {
    const settings = open({ 'write_*': 'ask' });
    await set(settings, ['user', 'ann', 'write_file', 'allow'], ['department', 'ops', '*_mail', 'off']);
    const sourceOf = await settings.sourceNow(principal, 'p');
    expect(sourceOf('write_file')).toMatchObject({ level: 'system', pattern: 'write_*', value: 'ask' });
    expect(sourceOf('send_mail')).toMatchObject({ level: 'department', subject: 'ops', value: 'off' });
    expect(sourceOf('read_file')).toBeUndefined();
  });

  test('a setting can be changed, and another process sees it within a second', async () => {
    const [settings, other] = [open(), open()];
    await set(settings, ['user', 'ann', 'tool', 'off']);
    expect(await other.effective(principal, 'p', 'tool')).toBe('off');
    await set(settings, ['user', 'ann', 'tool', 'ask']);
    expect(await settings.effective(principal, 'p', 'tool')).toBe('ask');
    now += 1_001;
    expect(await other.effective(principal, 'p', 'tool')).toBe('ask');
    expect(await settings.list()).toHaveLength(1);
  });

  test('what is allowed expressly is named too, and of equally strict ones the first', async () => {
    const settings = open({ 'write_*': 'ask' });
    await set(settings, ['user', 'ann', 'read_file', 'allow'], ['user', 'ann', 'write_file', 'ask']);
    const sourceOf = await settings.sourceNow(principal, 'p');
    expect(sourceOf('read_file')).toMatchObject({ level: 'user', pattern: 'read_file', value: 'allow' });
    expect(sourceOf('write_file')).toMatchObject({ level: 'system', pattern: 'write_*' });
  });

  test('is read again after more than a second, and not before', async () => {
    now = 1_000_000;
    const settings = open();
    const other = open();
    expect(await other.list()).toEqual([]);
    await set(settings, ['user', 'ann', 'tool', 'off']);
    now += 1_000;
    expect(await other.list()).toEqual([]);
    now += 1;
    expect(await other.list()).toHaveLength(1);
    await set(settings, ['user', 'ann', 'other', 'off']);
    now += 1_000;
    expect(await other.list()).toHaveLength(1);
  });
});

test('a setting is taken away again, and no other', async () => {
  const settings = open();
  const others: [SettingRow['level'], string, string, SettingValue][] = [
    ['organization', 'ann', 'tool', 'off'],
    ['user', 'ann', 'other', 'off'],
    ['user', 'bob', 'tool', 'off'],
  ];
  await set(settings, ['user', 'ann', 'tool', 'off'], ...others);
  const gone = settings.remove({ level: 'user', subject: 'ann', pattern: 'tool' });
  await database.change({ guards: [], writes: [gone] });
  settings.forget();
  const nameOf = (row: readonly string[]): string => row.join(' ');
  const left = (await settings.list()).map(({ level, subject, pattern, value }) =>
    nameOf([level, subject, pattern, value]),
  );
  expect(left.toSorted()).toEqual(others.map(nameOf));
});

describe('what the user allows', () => {
  const allows = ['user', 'ann', 'tool', 'allow'] as const;

  test('is the row of the user, if nothing above it is stricter', async () => {
    const settings = open({ 'other*': 'off' });
    await set(settings, ['organization', 'home', '*', 'allow'], [...allows], ['user', 'bob', 'tool', 'ask']);
    expect(await settings.allowing(principal, 'p', 'tool')).toMatchObject({ level: 'user', subject: 'ann' });
  });

  test.each<[SettingRow['level'], string, SettingValue]>([
    ['organization', 'home', 'ask'],
    ['department', 'ops', 'off'],
    ['user', 'ann', 'ask'],
  ])('is nothing, if a row of the %s (%s) says %s', async (level, subject, value) => {
    const settings = open();
    await set(settings, [...allows], [level, subject, 'to*', value]);
    expect(await settings.allowing(principal, 'p', 'tool')).toBeUndefined();
  });

  test.each<[SettingRow['level'], string, string]>([
    ['system', '', 'tool'],
    ['organization', 'home', 'tool'],
    ['department', 'sales', 'tool'],
    ['user', 'bob', 'tool'],
    ['user', 'ann', 'other'],
    ['user', 'ann', '**'],
  ])('is not a row of the %s (%s) for %s', async (level, subject, pattern) => {
    const settings = open();
    await set(settings, [level, subject, pattern, 'allow']);
    expect(await settings.allowing(principal, 'p', 'tool')).toBeUndefined();
  });
});

describe('a database that cannot be asked', () => {
  /** Counts the questions, and fails those that are named. */
  const failing = (...fail: readonly number[]) => {
    const asked: Promise<unknown>[] = [];
    const ask: Pick<Database, 'read'> = {
      read: <Row>(question: SqlQuery) => {
        const isBroken = fail.includes(asked.length + 1);
        const answer = isBroken ? Promise.reject(new Error('gone')) : database.read<Row>(question);
        asked.push(answer);
        return answer;
      },
    };
    return { asked, settings: createSettingStore(ask, sql, { now: () => now }, () => ({})) };
  };

  test('lets nothing pass, and is asked again by the next one', async () => {
    const { asked, settings } = failing(1);
    await expect(settings.effective(principal, 'p', 'tool')).rejects.toMatchObject({ message: 'gone' });
    expect(await settings.effective(principal, 'p', 'tool')).toBe('allow');
    expect(await settings.effective(principal, 'p', 'tool')).toBe('allow');
    expect(asked).toHaveLength(2);
  });

  test('does not spoil a newer read at the same time', async () => {
    const { asked, settings } = failing(1);
    const early = settings.list();
    settings.forget();
    const late = settings.list();
    await expect(early).rejects.toMatchObject({ message: 'gone' });
    expect(await late).toEqual([]);
    expect(await settings.list()).toEqual([]);
    expect(asked).toHaveLength(2);
  });
});

describe('the panic switch', () => {
  test.each([
    ['thrown for the user', ['user', 'ann', '**', 'off'], true],
    ['thrown for their organization', ['organization', 'home', '**', 'off'], true],
    ['thrown for somebody else', ['user', 'bob', '**', 'off'], false],
    ['a row that asks only', ['user', 'ann', '**', 'ask'], false],
    ['every tool switched off by hand', ['user', 'ann', '*', 'off'], false],
  ] as const)('%s', async (_, row, isStopped) => {
    const settings = open();
    await set(settings, row as unknown as [SettingRow['level'], string, string, SettingValue]);
    expect(await settings.isStopped(principal)).toBe(isStopped);
    expect((await settings.findStop(principal))?.subject).toBe(isStopped ? row[1] : undefined);
  });
});
