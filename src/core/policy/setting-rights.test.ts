import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openSqlite } from '../../connectors/database/sqlite.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import type { Database } from '../../ports/database.ts';
import type { Principal } from '../access/principal.ts';
import { createAuditChain } from '../ledger/audit-chain.ts';
import { migrations } from '../storage/migrations.ts';
import { query, createSqlBuilder } from '../storage/statements.ts';
import { requireSettingRight, visibleSettings } from './setting-rights.ts';
import type { SettingRow } from './setting-store.ts';

const sql = createSqlBuilder('sqlite');
let folder: string;
let database: Database;

/** Two organizations, each with a department and a user. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rights-'));
  database = openSqlite(join(folder, 'deputize.db'), { chain: createAuditChain(sql, nodeDigest) });
  await database.migrate(migrations('sqlite'));
  const houses = ['home', 'away'].flatMap((id) => [
    sql.insertInto('organizations').values({ id, name: id, created_at: 0 }),
    sql.insertInto('departments').values({ id: `${id}-sales`, organization_id: id, name: 'Sales' }),
    sql.insertInto('users').values({ id: `${id}-bob`, organization_id: id, name: 'Bob', role: 'user', created_at: 0 }),
  ]);
  await database.change({ guards: [], writes: houses.map(query) });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const principal = (more: Partial<Principal> = {}): Principal => ({
  ...{ userId: 'ann', organizationId: 'home', departmentIds: ['home-ops'], role: 'user', kind: 'person', via: 'test' },
  ...more,
});
type Place = readonly [SettingRow['level'], string];
const PLACES: readonly Place[] = [
  ['system', ''],
  ['organization', 'home'],
  ['organization', 'away'],
  ['department', 'home-ops'],
  ['department', 'home-sales'],
  ['department', 'away-sales'],
  ['user', 'ann'],
  ['user', 'home-bob'],
  ['user', 'away-bob'],
  // A department's id is no user's.
  ['user', 'home-sales'],
];

async function changeable(person: Principal): Promise<string[]> {
  const allowed: string[] = [];
  for (const [level, subject] of PLACES) {
    const may = requireSettingRight(database, sql, person, { level, subject });
    await may.then(
      () => allowed.push(`${level} ${subject}`),
      (error: unknown) => expect(error).toMatchObject({ code: 'FORBIDDEN' }),
    );
  }
  return allowed;
}

async function visible(person: Principal): Promise<string[]> {
  const rows = PLACES.map(([level, subject]): SettingRow => ({
    ...{ level, subject, pattern: '*', value: 'ask', set_by: 'test', set_at: 0 },
  }));
  const seen = await visibleSettings(database, sql, person, rows);
  return seen.map(({ level, subject }) => `${level} ${subject}`.trim());
}

const own = ['system', 'organization home', 'department home-ops', 'user ann'];

describe('R16, R18: settings are changed', () => {
  test('by a user for themselves', async () => {
    expect(await changeable(principal())).toEqual(['user ann']);
  });

  test('by a super user for the departments they are in', async () => {
    expect(await changeable(principal({ role: 'super_user' }))).toEqual(['department home-ops', 'user ann']);
  });

  test('by an administrator for whatever is of their organization', async () => {
    expect(await changeable(principal({ role: 'admin' }))).toEqual([
      ...['organization home', 'department home-sales', 'user ann', 'user home-bob'],
    ]);
  });

  test('by no agent, for any user', async () => {
    expect(await changeable(principal({ role: 'admin', kind: 'agent' }))).toEqual([]);
    const agent = principal({ kind: 'agent' });
    await expect(requireSettingRight(database, sql, agent, { level: 'user', subject: 'ann' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

test('R16: what holds for the whole system is changed in the configuration alone, also by an administrator', async () => {
  const right = requireSettingRight(database, sql, principal({ role: 'admin' }), { level: 'system', subject: '' });
  const error = (await right.catch((thrown: unknown) => thrown)) as Error;
  expect(error.message).toContain('configuration');
});

describe('R16, R18: settings are seen', () => {
  test('where they hold for oneself', async () => {
    expect(await visible(principal())).toEqual(own);
    expect(await visible(principal({ role: 'super_user' }))).toEqual(own);
  });

  test('by an administrator where they hold for anyone of the organization', async () => {
    expect(await visible(principal({ role: 'admin' }))).toEqual([
      ...['system', 'organization home', 'department home-ops', 'department home-sales', 'user ann', 'user home-bob'],
    ]);
  });

  test('by an administrator’s agent only where they hold for its user', async () => {
    expect(await visible(principal({ role: 'admin', kind: 'agent' }))).toEqual(own);
  });
});
