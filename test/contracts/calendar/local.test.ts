/** The calendar suite on the local calendar: SQLite, PostgreSQL and D1. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';

import { openD1, type D1Binding } from '../../../src/connectors/database/d1.ts';
import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createDirectory } from '../../../src/core/access/directory.ts';
import { OWNER } from '../../../src/core/index.ts';
import { createChain } from '../../../src/core/ledger/chain.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { sqlFor } from '../../../src/core/storage/statements.ts';
import type { Database } from '../../../src/ports/database.ts';
import { calendarMigrations } from '../../../src/toolsets/calendar/calendar-tables.ts';
import { localCalendars } from '../../../src/toolsets/calendar/local-calendar.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { describeCalendar } from './calendar.contract.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

interface Opened {
  readonly database: Database;
  remove(): unknown;
}

const databases: Record<string, () => Promise<Opened>> = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'deputize-calendar-'));
    const database = openSqlite(join(folder, 'test.db'), { chain: createChain(sqlFor('sqlite'), nodeDigest) });
    return { database, remove: () => rmSync(folder, { recursive: true }) };
  },
  async PostgreSQL() {
    const server = await PostgresServer.create();
    const { connectionString } = server;
    const chain = createChain(sqlFor('postgres'), nodeDigest);
    return {
      database: await openPostgres({ connectionString, schema: 'calendar test', chain }),
      remove: () => server.remove(),
    };
  },
  async D1() {
    const script = 'export default { fetch: () => new Response() }';
    const miniflare = new Miniflare({ modules: true, script, d1Databases: ['DB'], compatibilityDate: '2026-04-01' });
    const binding: D1Binding = await miniflare.getD1Database('DB');
    return {
      database: openD1(binding, { chain: createChain(sqlFor('sqlite'), nodeDigest) }),
      remove: () => miniflare.dispose(),
    };
  },
};

for (const [name, open] of Object.entries(databases)) {
  describeCalendar(`local on ${name}`, async () => {
    const { database, remove } = await open();
    await database.migrate([...migrations(database.dialect), ...calendarMigrations(database.dialect)]);
    await createDirectory(database, sqlFor(database.dialect)).ensureOwner(1);
    return {
      calendar: localCalendars({ database, timeZone: 'UTC' })(OWNER),
      async close() {
        await database.close();
        await remove();
      },
    };
  });
}
