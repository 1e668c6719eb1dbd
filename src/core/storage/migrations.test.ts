/** Migrations keep what earlier versions stored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { openPglite } from '../../../test/support/worlds/pglite-database.ts';
import { openSqlite } from '../../connectors/database/sqlite.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import type { Database } from '../../ports/database.ts';
import { createAuditChain } from '../ledger/audit-chain.ts';
import { migrations } from './migrations.ts';
import { createSqlBuilder } from './statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openers: [string, () => Promise<Database>][] = [
  [
    'SQLite',
    () =>
      Promise.resolve(
        openSqlite(join(folder, 'deputize.db'), { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) }),
      ),
  ],
  ['PostgreSQL', () => openPglite(false)],
];

test.each(openers)(
  'a token from before tokens had limits stays valid on %s, and a chat token is accepted',
  async (_, open) => {
    const database = await open();
    const all = migrations(database.dialect);
    const place = all.findIndex(({ name }) => name === '013-token-limits');
    await database.migrate(all.slice(0, place));
    const change = (sql: string) => database.change({ guards: [], writes: [{ sql, parameters: [] }] });
    await change(`insert into organizations (id, name, created_at) values ('home', 'Home', 0)`);
    await change(
      `insert into users (id, organization_id, name, role, created_at) values ('ann', 'home', 'Ann', 'user', 0)`,
    );
    const insert = (id: string, scope: string) =>
      change(`insert into access_tokens (id, user_id, scope, name, hash, created_at, workspaces_json)
      values ('${id}', 'ann', '${scope}', 'mine', 'hash ${id}', 7, '["w"]')`);
    await insert('old', 'agent');
    await expect(insert('early', 'chat')).rejects.toThrow();
    await database.migrate(all);
    await insert('new', 'chat');
    await expect(insert('wrong', 'everything')).rejects.toThrow();
    await expect(insert('old', 'agent')).rejects.toThrow();
    const select = 'select id, scope, hash, created_at, workspaces_json, presets_json from access_tokens order by id';
    const rows = await database.read<Record<string, unknown>>({ sql: select, parameters: [] });
    const row = (id: string, scope: string) => ({
      ...{ id, scope, hash: `hash ${id}`, workspaces_json: '["w"]', presets_json: null },
    });
    expect(rows.map((one) => ({ ...one, created_at: Number(one['created_at']) }))).toEqual([
      { ...row('new', 'chat'), created_at: 7 },
      { ...row('old', 'agent'), created_at: 7 },
    ]);
    await database.close();
  },
);
