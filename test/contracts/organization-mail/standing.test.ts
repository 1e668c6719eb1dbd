/** Mail that was stored before the migration of folder states is still found by its folder. */
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { openSharedData } from '../../../src/core/access/shared-data.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { findMails } from '../../../src/domains/organization/mail/find-mails.ts';
import {
  organizationMailMigrations,
  type OrganizationMailTables,
} from '../../../src/domains/organization/mail/mail-tables.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';

test.each(bothDatabases())('O6: the migration on $name notes it of what is there', async ({ place }) => {
  const { data, postgres } = await place();
  const database =
    postgres === undefined
      ? openSqlite(join(data, 'test.db'), { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) })
      : await openPostgres({
          connectionString: postgres,
          chain: createAuditChain(createSqlBuilder('postgres'), nodeDigest),
        });
  try {
    const all = [...migrations(database.dialect), ...organizationMailMigrations(database.dialect)];
    const before = all.filter(({ name }) => name !== 'organization-mail-003');
    expect(before).toHaveLength(all.length - 1);
    await database.migrate(before);
    const text = (values: readonly (string | number)[]): string =>
      values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ');
    const audience = 'user:ann';
    const folder = (path: string, role: string) =>
      `insert into organization_mail_folders (account_id, audience, path, role, validity) values (${text(['a', audience, path, role, '1'])})`;
    const mail = (id: string) =>
      `insert into organization_mails (id, audience, account_id, hash, message_id, sender_name, sender_email, subject, preview, body, received_at, size, attachments)
        values (${text([id, audience, 'a', 'h', 'm', 'Bob', 'bob@example.com', id, '', '', 1, 1, '[]'])})`;
    const stands = (path: string, uid: number, id: string, isSeen: number) =>
      `insert into organization_mail_places (account_id, audience, path, validity, uid, mail_id, is_seen)
        values (${text(['a', audience, path, '1', uid, id, isSeen])})`;
    const statements = [
      ...[folder('INBOX', 'inbox'), folder('Sent', 'sent'), mail('one'), mail('two'), mail('both')],
      ...[stands('INBOX', 1, 'one', 0), stands('Sent', 1, 'two', 1), stands('INBOX', 2, 'both', 1)],
      stands('Sent', 2, 'both', 1),
    ];
    const writes = statements.map((sql) => ({ sql, parameters: [] }));
    await database.change({ guards: [], writes, audiences: [audience] });
    await database.migrate(all);
    const seen = openSharedData<OrganizationMailTables>(database).of({ userId: 'ann', departmentIds: [] });
    const found = async (asked: object) =>
      (await findMails(seen, database.dialect, { limit: 20, ...asked })).found.map(({ id }) => id).sort();
    expect(await found({})).toEqual(['both', 'one', 'two']);
    expect(await found({ folder: 'inbox' })).toEqual(['both', 'one']);
    expect(await found({ folder: 'sent' })).toEqual(['both', 'two']);
    expect(await found({ folder: 'drafts' })).toEqual([]);
    expect(await found({ unreadOnly: true })).toEqual(['one']);
    const stranger = openSharedData<OrganizationMailTables>(database).of({ userId: 'bob', departmentIds: [] });
    expect(await findMails(stranger, database.dialect, { limit: 20 })).toEqual({ found: [], total: 0 });
  } finally {
    await database.close();
  }
});
