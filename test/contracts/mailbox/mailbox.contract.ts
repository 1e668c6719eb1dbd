/** What a mailbox must do on every database: the same mails, the same questions, the same answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '../../../src/ports/database.ts';
import type { MailInbox, ForwardedMailbox, MailQuery } from '../../../src/ports/forwarded-mailbox.ts';
import type { ObjectStore } from '../../../src/ports/object-store.ts';
import { createUserDirectory } from '../../../src/core/access/user-directory.ts';
import { OWNER } from '../../../src/core/index.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { query, createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { createInboxes } from '../../../src/domains/mail/deliver.ts';
import { readMessage } from '../../../src/domains/mail/read-message.ts';
import { mailMigrations } from '../../../src/domains/mail/mail-tables.ts';
import { createMailboxes } from '../../../src/domains/mail/mailbox-store.ts';
import { plainMail } from '../../support/worlds/mail-room.ts';
import { readAwkwardMails } from '../../support/cases/material.ts';

export interface MailStore {
  readonly database: Database;
  readonly objects: ObjectStore;
  remove(): Promise<void>;
}

export function describeMailbox(name: string, open: () => Promise<MailStore>): void {
  describe(`the mailbox on ${name}`, () => {
    let store: MailStore;
    let inbox: MailInbox;
    let mailbox: ForwardedMailbox;
    let others: { inbox: MailInbox; mailbox: ForwardedMailbox };
    beforeAll(async () => {
      store = await open();
      const { database, objects } = store;
      await database.migrate([...migrations(database.dialect), ...mailMigrations(database.dialect)]);
      const sql = createSqlBuilder(database.dialect);
      await createUserDirectory(database, sql).ensureOwner(1);
      const other = {
        id: 'other',
        organization_id: 'home',
        name: 'Other',
        role: 'user' as const,
        created_at: 1,
        disabled_at: null,
      };
      await database.change({ guards: [query(sql.insertInto('users').values(other))] });
      const parts = { database, objects, clock: { now: Date.now } };
      const [inboxes, mailboxes] = [createInboxes(parts), createMailboxes(parts)];
      [inbox, mailbox] = [inboxes(OWNER), mailboxes(OWNER)];
      others = { inbox: inboxes('other'), mailbox: mailboxes('other') };
      await deliver({ Subject: 'Invoice für März', Date: '1 Mar 2025 10:00:00 +0000' }, 'The total is due.');
      await deliver(
        { Subject: 'Invoice invoice', Date: '2 Mar 2025 10:00:00 +0000', From: 'Bob <bob@shop.example>' },
        'Invoice.',
      );
      await deliver(
        { Subject: '東京都の会議', Date: '3 Mar 2025 10:00:00 +0000' },
        'Among much else there is an invoice to see.',
      );
    });
    afterAll(() => store.remove());

    let count = 0;
    const deliver = (headers: Record<string, string>, body: string, to: MailInbox = inbox) =>
      to.deliver(
        new TextEncoder().encode(
          plainMail(
            { 'Message-ID': `<${(count += 1)}@x>`, 'Content-Type': 'text/plain; charset=utf-8', ...headers },
            body,
          ),
        ),
        { via: 'file' },
      );
    const subjects = async (asked: Partial<MailQuery>) =>
      (await mailbox.search({ limit: 20, order: 'newest', ...asked })).found.map(({ subject }) => subject);

    test('finds by words, phrases, beginnings, sender and date', async () => {
      expect(await subjects({ query: 'invoice' })).toEqual(['東京都の会議', 'Invoice invoice', 'Invoice für März']);
      expect(await subjects({ query: 'INVOICE marz' })).toEqual(['Invoice für März']);
      expect(await subjects({ query: '"fur marz"' })).toEqual(['Invoice für März']);
      expect(await subjects({ query: '"marz fur"' })).toEqual([]);
      expect(await subjects({ query: '"marz the"' })).toEqual([]);
      expect(await subjects({ query: 'inv* tot*' })).toEqual(['Invoice für März']);
      expect(await subjects({ query: '京都' })).toEqual(['東京都の会議']);
      expect(await subjects({ query: '会' })).toEqual(['東京都の会議']);
      expect(await subjects({ subject: 'invoice' })).toEqual(['Invoice invoice', 'Invoice für März']);
      expect(await subjects({ sender: 'bob@shop.example' })).toEqual(['Invoice invoice']);
      expect(await subjects({ sender: '@shop.example', query: 'invoice' })).toEqual(['Invoice invoice']);
      expect(await subjects({ query: 'invoice', startDate: '2025-03-02', endDate: '2025-03-02' })).toEqual([
        'Invoice invoice',
      ]);
      expect(await subjects({ query: 'invoice', limit: 1 })).toEqual(['東京都の会議']);
      expect((await subjects({ query: 'invoice', order: 'relevance' }))[0]).toBe('Invoice invoice');
      for (const odd of ["'", '"', '\\', ':*', '!a', 'a & b', '<->', "x' | 'y", '*', '(', '\0'])
        await expect(subjects({ query: odd, sender: odd, subject: odd })).resolves.toBeDefined();
    });

    test('keeps the mail of one person from another', async () => {
      await deliver({ Subject: 'Private invoice', Date: '4 Mar 2025 10:00:00 +0000' }, 'Not yours.', others.inbox);
      expect(await subjects({ query: 'private' })).toEqual([]);
      expect(await subjects({})).toHaveLength(3);
      const { found } = await others.mailbox.search({ limit: 20, order: 'newest' });
      expect(found.map(({ subject }) => subject)).toEqual(['Private invoice']);
      expect(await mailbox.read(found[0]?.id ?? '')).toBeUndefined();
    });

    test('keeps the same bytes once, and tells twins', async () => {
      const twin = (body: string) => deliver({ 'Message-ID': '<twin@x>', Subject: 'Twin' }, body);
      const states = await Promise.all([twin('one'), twin('one'), twin('two'), twin('one')]);
      expect(states.filter(({ state }) => state === 'stored')).toHaveLength(2);
      const { found } = await mailbox.search({ query: 'twin', limit: 20, order: 'newest' });
      expect(found.map(({ hasTwin }) => hasTwin)).toEqual([true, true]);
    });

    test('reads, and knows afterwards that it was read', async () => {
      const [first] = (await mailbox.search({ query: 'marz', limit: 1, order: 'newest' })).found;
      expect(first).toMatchObject({ isUnread: true });
      expect(await mailbox.read(first?.id ?? '')).toMatchObject({
        body: 'The total is due.',
        subject: 'Invoice für März',
      });
      expect(await subjects({ query: 'marz', unreadOnly: true })).toEqual([]);
    });

    test('takes the awkward mails, and none is lost', async () => {
      for (const { bytes } of readAwkwardMails()) {
        const { id } = await inbox.deliver(bytes, { via: 'file' });
        expect(await mailbox.read(id)).toBeDefined();
      }
    }, 180_000);

    test('stores a mail while another that arrived before it is still being read', async () => {
      let finish: (() => void) | undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { database, objects } = store;
      const inboxes = createInboxes({
        ...{ database, objects, clock: { now: Date.now } },
        readMail: async (userId, raw) => {
          if (userId === 'other') await held;
          return readMessage(raw);
        },
      });
      const send = (userId: string) =>
        inboxes(userId).deliver(new TextEncoder().encode(plainMail({ Subject: 'Together' }, userId)), { via: 'smtp' });
      const slow = send('other');
      expect(await send(OWNER)).toMatchObject({ state: 'stored', subject: 'Together' });
      finish?.();
      expect(await slow).toMatchObject({ state: 'stored' });
    });
  });
}
