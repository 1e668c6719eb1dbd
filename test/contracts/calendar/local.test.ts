/** The calendar suite on the local calendar: SQLite, PostgreSQL and D1. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openD1 } from '../../../src/connectors/database/d1.ts';
import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createUserDirectory } from '../../../src/core/access/user-directory.ts';
import { OWNER } from '../../../src/core/index.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { query, createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { Database } from '../../../src/ports/database.ts';
import { calendarMigrations } from '../../../src/domains/calendar/calendar-tables.ts';
import { createdEvents } from '../../../src/domains/calendar/created-events.ts';
import { localCalendars } from '../../../src/domains/calendar/local-calendar.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';
import { startD1Server } from '../../support/servers/d1-server.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { describeCalendar } from './calendar.contract.ts';

interface Opened {
  readonly database: Database;
  remove(): unknown;
}

const databases: Record<string, () => Promise<Opened>> = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'deputize-calendar-'));
    const database = openSqlite(join(folder, 'test.db'), {
      chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest),
    });
    return { database, remove: () => rmSync(folder, { recursive: true }) };
  },
  async PostgreSQL() {
    const server = await PostgresServer.create();
    const { connectionString } = server;
    const chain = createAuditChain(createSqlBuilder('postgres'), nodeDigest);
    return {
      database: await openPostgres({ connectionString, schema: 'calendar test', chain }),
      remove: () => server.remove(),
    };
  },
  async D1() {
    const { miniflare, openBinding } = startD1Server(['DB']);
    return {
      database: openD1(openBinding('DB'), { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) }),
      remove: () => miniflare.dispose(),
    };
  },
};

async function prepare(database: Database): Promise<void> {
  await database.migrate([...migrations(database.dialect), ...calendarMigrations(database.dialect)]);
  const sql = createSqlBuilder(database.dialect);
  await createUserDirectory(database, sql).ensureOwner(1);
  const other = { id: 'other', organization_id: 'home', name: 'Other', created_at: 1, disabled_at: null };
  await database.change({ guards: [query(sql.insertInto('users').values({ ...other, role: 'user' }))] });
}

for (const [name, open] of Object.entries(databases)) {
  test(`which events the assistant made is kept for each user, on ${name}`, async () => {
    const { database, remove } = await open();
    try {
      await prepare(database);
      const created = createdEvents({ database, clock: { now: Date.now } });
      const uids = Array.from({ length: 250 }, (_, at) => `uid-${at}`);
      for (const uid of uids) await created(OWNER).add(uid, 'call');
      await created(OWNER).add('uid-0', 'another call');
      expect([...(await created(OWNER).among([...uids, 'somebody’s', 'uid-1']))].sort()).toEqual(uids.toSorted());
      expect(await created(OWNER).among([])).toEqual(new Set());
      expect(await created('other').among(uids)).toEqual(new Set());
    } finally {
      await database.close();
      await remove();
    }
  });

  test(`calendars of two users are two, on ${name}`, async () => {
    const { database, remove } = await open();
    try {
      await prepare(database);
      const calendars = localCalendars({ database, timeZone: 'UTC' });
      const { signal } = new AbortController();
      const data = calendarText(['UID:x', 'DTSTART:20260302T090000Z']);
      await calendars(OWNER).create({ uid: 'x', data }, signal);
      expect(await calendars('other').get('x', signal)).toBeUndefined();
      expect(await calendars('other').range(0, Date.UTC(2100, 0, 1), signal)).toEqual([]);
      await calendars('other').create({ uid: 'x', data }, signal);
      const standing = await calendars('other').get('x', signal);
      if (standing) await calendars('other').remove(standing, signal);
      expect(await calendars(OWNER).get('x', signal)).toMatchObject({ uid: 'x' });
    } finally {
      await database.close();
      await remove();
    }
  });

  describeCalendar(`local on ${name}`, async () => {
    const { database, remove } = await open();
    await prepare(database);
    return {
      calendar: localCalendars({ database, timeZone: 'UTC' })(OWNER),
      async close() {
        await database.close();
        await remove();
      },
    };
  });
}
