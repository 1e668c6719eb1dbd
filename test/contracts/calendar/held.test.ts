/** The calendar suite on the calendars that an organization keeps itself: SQLite, and PostgreSQL with row-level security. */
import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openSharedData } from '../../../src/core/access/shared-data.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { Database } from '../../../src/ports/database.ts';
import {
  organizationCalendarMigrations,
  type OrganizationCalendarTables,
} from '../../../src/domains/organization/calendar/calendar-tables.ts';
import { heldCalendar } from '../../../src/domains/organization/calendar/held-calendar.ts';
import { bothDatabases, type Place } from '../../support/worlds/both-databases.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';
import { describeCalendar } from './calendar.contract.ts';

async function open({ data, postgres }: Place): Promise<Database> {
  const database =
    postgres === undefined
      ? openSqlite(join(data, 'test.db'), { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) })
      : await openPostgres({
          connectionString: postgres,
          chain: createAuditChain(createSqlBuilder('postgres'), nodeDigest),
        });
  await database.migrate([...migrations(database.dialect), ...organizationCalendarMigrations(database.dialect)]);
  return database;
}

const calendarOf = (database: Database, userId: string) => {
  const audience = `user:${userId}` as const;
  const seen = openSharedData<OrganizationCalendarTables>(database).within(audience);
  return heldCalendar(seen, { id: 'work', audience, name: 'Work' }, 'Europe/Berlin');
};

for (const { name, place } of bothDatabases()) {
  describeCalendar(`an organization’s own on ${name}`, async () => {
    const database = await open(await place());
    return { calendar: calendarOf(database, 'ann'), close: () => database.close() };
  });

  test(`O7: on ${name} a calendar is hidden from other users, also under the same id`, async () => {
    const database = await open(await place());
    try {
      const { signal } = new AbortController();
      const lines = ['UID:mine', 'DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'SUMMARY:Mine'];
      await calendarOf(database, 'ann').create({ uid: 'mine', data: calendarText(lines) }, signal);
      const theirs = calendarOf(database, 'bob');
      expect(await theirs.get('mine', signal)).toBeUndefined();
      expect(await theirs.range(0, Date.UTC(2030, 0), signal)).toEqual([]);
      const update = theirs.update({ uid: 'mine', place: 'mine', etag: '1' }, calendarText(lines), signal);
      await expect(update).rejects.toMatchObject({ code: 'CONFLICT' });
    } finally {
      await database.close();
    }
  });
}
