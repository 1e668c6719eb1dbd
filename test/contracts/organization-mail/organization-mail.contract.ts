/** What an organization's mail promises on every database, against a real IMAP server. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { imapServer } from '../../../src/connectors/mail/imap.ts';
import { createSealing } from '../../../src/connectors/secrets/sealing-key.ts';
import type { AudienceId } from '../../../src/core/access/audience.ts';
import { openSharedData, type SharedData } from '../../../src/core/access/shared-data.ts';
import type { Principal } from '../../../src/core/index.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { OrganizationMailQuery } from '../../../src/ports/organization-mail.ts';
import { findMails } from '../../../src/domains/organization/mail/find-mails.ts';
import { KeptMailbox } from '../../../src/domains/organization/mail/kept-mailbox.ts';
import { runIndexMailJob } from '../../../src/domains/organization/mail/index-mail-job.ts';
import { MailAccounts, parseAccountSettings } from '../../../src/domains/organization/mail/mail-accounts.ts';
import { MailboxSync } from '../../../src/domains/organization/mail/mailbox-sync.ts';
import {
  organizationMailMigrations,
  type AccountRow,
  type OrganizationMailTables,
} from '../../../src/domains/organization/mail/mail-tables.ts';
import { startDroppingLine } from '../../support/processes/dropping-line.ts';
import { startDovecot, type ImapServer } from '../../support/servers/imap-server.ts';

export interface MailStore {
  readonly database: Database;
  remove(): Promise<void>;
}

const never = new AbortController().signal;
const principal = (userId: string, departmentIds: string[], role: Principal['role'] = 'user'): Principal => ({
  ...{ userId, departmentIds, role, organizationId: 'acme', kind: 'person', via: 'test' },
});
const ann = principal('ann', ['sales']);
const bob = principal('bob', ['support']);
const boss = principal('boss', [], 'admin');

const letter = (subject: string, { from = 'Bob Example <bob@example.com>', body = `About ${subject}.` } = {}): string =>
  `From: ${from}\r\nTo: ann@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@example.com>\r\n\r\n${body}\r\n`;

export function describeOrganizationMail(name: string, newStore: () => Promise<MailStore>): void {
  describe(`organization mail on ${name}`, () => {
    let server: ImapServer;
    let store: MailStore;
    let shared: SharedData<OrganizationMailTables>;
    let accounts: MailAccounts;
    let data: string;
    const users = Array.from({ length: 12 }, (_, at) => `box${at}@example.com`);
    let next = 0;
    let user = '';
    let account: AccountRow;
    let attendances: MailboxSync[] = [];

    beforeAll(async () => {
      [server, store] = await Promise.all([startDovecot(users), newStore()]);
      const { database } = store;
      await database.migrate([...migrations(database.dialect), ...organizationMailMigrations(database.dialect)]);
      shared = openSharedData(database);
      data = mkdtempSync(join(tmpdir(), 'deputize-keys-'));
      accounts = new MailAccounts({
        ...{ shared, sealing: createSealing(data), clock: { now: Date.now } },
        managed: async ({ role }) => (role === 'admin' ? ['sales', 'support'] : []),
      });
    });
    afterAll(async () => {
      await store.remove();
      await server.stop();
      rmSync(data, { recursive: true });
    });

    const add = async (by: Principal, departmentId?: string, port = server.port): Promise<AccountRow> => {
      const { id } = await accounts.add(by, {
        ...{ address: user, name: 'A Box', departmentId },
        settings: { imap: { host: '127.0.0.1', port, security: 'none' }, user },
        secret: { password: server.password },
      });
      const audience: AudienceId = departmentId === undefined ? `user:${by.userId}` : `department:${departmentId}`;
      const row = await accounts.within(audience, id);
      if (!row) throw new Error('it was just added');
      return row;
    };
    const attendance = (): MailboxSync => {
      const made = new MailboxSync({
        ...{ database: store.database, clock: { now: Date.now }, accounts, maxBytes: 1_000_000, log: () => undefined },
        ...{ lookMs: 60_000, pauseMs: 20 },
        server: (row) => {
          const { imap, user: login } = parseAccountSettings(row);
          const secret = accounts.openSecret(row);
          if (!('password' in secret)) throw new Error('not a password');
          return imapServer({ ...imap, login: { user: login, secret: async () => secret } });
        },
        mailbox: (row) =>
          new KeptMailbox({
            ...{
              seen: shared.within(row.audience as AudienceId),
              dialect: shared.dialect,
              account: row,
              now: Date.now,
            },
          }),
      });
      attendances.push(made);
      return made;
    };
    const synchronized = (row = account) => attendance().synchronizeNow(row, never);
    /** Also as if every word stood in very many mails, which are then looked for in another way. */
    const find = async (asked: Partial<OrganizationMailQuery> = {}, by = ann) => {
      const found = await findMails(shared.of(by), shared.dialect, { limit: 20, ...asked });
      expect(await findMails(shared.of(by), shared.dialect, { limit: 20, ...asked }, 0)).toEqual(found);
      return found;
    };
    const subjects = async (asked: Partial<OrganizationMailQuery> = {}, by = ann): Promise<string[]> =>
      (await find(asked, by)).found.map(({ subject }) => subject).sort();

    beforeEach(async () => {
      user = users[next++] ?? '';
      account = await add(ann);
    });
    afterEach(async () => {
      await Promise.all(attendances.map((one) => one.close()));
      attendances = [];
      // Who only uses a shared mailbox has no say in it.
      for (const by of [ann, bob, boss])
        for (const { id, departmentId } of await accounts.list(by))
          if (departmentId === null || by === boss) await accounts.remove(by, id);
    });

    it('finds mail by words, sender, subject, folder, dates and whether it was read, and counts all that fit', async () => {
      await server.as(user, async (client) => {
        const day = (date: string) => new Date(`${date}T12:00:00Z`);
        await client.append(
          'INBOX',
          letter('Quarterly budget', { body: 'The figures are final.' }),
          ['\\Seen'],
          day('2026-01-05'),
        );
        await client.append('INBOX', letter('Lunch', { from: 'Zoë <zoe@lunch.example>' }), [], day('2026-02-05'));
        await client.append('INBOX', letter('Budget again', { body: 'Figures changed.' }), [], day('2026-03-05'));
        await client.append('Sent', letter('Re: Lunch', { from: `Ann <${user}>` }), ['\\Seen'], day('2026-02-06'));
        await client.append('Drafts', letter('Unfinished'), ['\\Draft'], day('2026-03-06'));
      });
      await synchronized();
      expect(await subjects({ query: 'figures' })).toEqual(['Budget again', 'Quarterly budget']);
      expect(await subjects({ subject: 'budget' })).toEqual(['Budget again', 'Quarterly budget']);
      expect(await subjects({ query: 'figures final' })).toEqual(['Quarterly budget']);
      expect(await subjects({ sender: 'zoe@lunch.example' })).toEqual(['Lunch']);
      expect(await subjects({ sender: 'zoe' })).toEqual(['Lunch']);
      expect(await subjects({ folder: 'sent' })).toEqual(['Re: Lunch']);
      expect(await subjects({ folder: 'drafts' })).toEqual(['Unfinished']);
      expect(await subjects({ folder: 'inbox', unreadOnly: true })).toEqual(['Budget again', 'Lunch']);
      const february = { from: Date.UTC(2026, 1, 1), before: Date.UTC(2026, 2, 1) };
      expect(await subjects(february)).toEqual(['Lunch', 'Re: Lunch']);
      expect(await find({ limit: 1, query: 'budget' })).toMatchObject({
        total: 2,
        found: [{ subject: 'Budget again', from: { name: 'Bob Example', email: 'bob@example.com' }, isUnread: true }],
      });
      expect(await find({ query: '!!!' })).toEqual({ found: [], total: 0 });
      expect(await find({ query: 'nothing like it' })).toEqual({ found: [], total: 0 });
    });

    it('follows flags, moves and deletions, and a moved mail stays the same one', async () => {
      await server.as(user, async (client) => {
        for (const subject of ['stays', 'moves', 'goes']) await client.append('INBOX', letter(subject));
      });
      await synchronized();
      const before = await find({ query: 'moves' });
      await server.as(user, async (client) => {
        await client.mailboxOpen('INBOX');
        await client.messageFlagsAdd('1', ['\\Seen'], { uid: true });
        await client.messageMove('2', 'Archive', { uid: true });
        await client.messageDelete('3', { uid: true });
      });
      await synchronized();
      expect(await subjects()).toEqual(['moves', 'stays']);
      expect(await subjects({ folder: 'inbox' })).toEqual(['stays']);
      expect(await subjects({ unreadOnly: true })).toEqual(['moves']);
      expect((await find({ query: 'moves' })).found[0]?.id).toBe(before.found[0]?.id);
      expect(await find({ query: 'goes' })).toEqual({ found: [], total: 0 });
    });

    it('reads a folder anew whose numbers no longer hold, and has nothing twice', async () => {
      await server.as(user, async (client) => {
        await client.mailboxCreate('Projects');
        for (const subject of ['old', 'both']) await client.append('Projects', letter(subject, { body: 'fixed' }));
      });
      await synchronized();
      const kept = await server.as(user, async (client) => {
        await client.mailboxOpen('Projects');
        const both = await client.fetchOne('2', { source: true });
        const source = both ? (both.source ?? Buffer.alloc(0)) : Buffer.alloc(0);
        await client.mailboxDelete('Projects');
        await client.mailboxCreate('Projects');
        for (const raw of [letter('new'), source]) await client.append('Projects', raw);
        return source.toString();
      });
      expect(kept).toContain('Subject: both');
      await synchronized();
      expect(await subjects()).toEqual(['both', 'new']);
      expect((await find()).total).toBe(2);
      await server.as(user, (client) => client.mailboxDelete('Projects'));
      await synchronized();
      expect((await find()).total).toBe(0);
    });

    it('gets through although the line drops again and again, reading nothing twice', async () => {
      const count = 400;
      await server.as(user, async (client) => {
        for (let at = 0; at < count; at += 1)
          await client.append('INBOX', letter(`mail ${at}`, { body: 'x'.repeat(500) }));
      });
      const line = await startDroppingLine(server.port, 120_000);
      await accounts.remove(ann, account.id);
      account = await add(ann, undefined, line.port);
      const attending = attendance();
      attending.start();
      await expect.poll(async () => (await find()).total, { timeout: 25_000, interval: 100 }).toBe(count);
      expect(line.drops()).toBeGreaterThan(0);
      await attending.close();
      await line.close();
    });

    it('has new mail without being told to look', async () => {
      const attending = attendance();
      attending.start();
      await expect.poll(async () => (await accounts.list(ann))[0]?.syncedAt, { timeout: 20_000 }).not.toBeNull();
      await server.as(user, (client) => client.append('INBOX', letter('news')));
      await expect.poll(() => subjects(), { timeout: 20_000 }).toEqual(['news']);
    });

    it('attends to a mailbox in one process, and in another once that has ended', async () => {
      const [first, second] = [attendance(), attendance()];
      first.start();
      await expect.poll(async () => (await accounts.list(ann))[0]?.syncedAt, { timeout: 20_000 }).not.toBeNull();
      await expect(second.synchronizeNow(account, never)).rejects.toMatchObject({ code: 'CONFLICT' });
      await first.close();
      await second.synchronizeNow(account, never);
    });

    it('shows a shared mailbox to its department and to nobody else, and counts nothing of it for them', async () => {
      await accounts.remove(ann, account.id);
      const box = await add(boss, 'support');
      await server.as(user, (client) => client.append('INBOX', letter('Complaint', { body: 'unmistakable' })));
      await synchronized(box);
      expect(await subjects({ query: 'unmistakable' }, bob)).toEqual(['Complaint']);
      for (const by of [ann, boss]) {
        expect(await find({ query: 'unmistakable' }, by)).toEqual({ found: [], total: 0 });
        expect(await find({}, by)).toEqual({ found: [], total: 0 });
      }
    });

    it('lets only administrators set up a department’s mailbox, and says the same of one that does not exist', async () => {
      const refused = { code: 'NOT_FOUND', message: expect.stringContaining('no such department') };
      await expect(add(ann, 'sales')).rejects.toMatchObject(refused);
      await expect(add(boss, 'nowhere')).rejects.toMatchObject(refused);
      const missing = { code: 'NOT_FOUND', message: 'There is no such mail account.' };
      await expect(accounts.remove(bob, account.id)).rejects.toMatchObject(missing);
      await expect(accounts.remove(bob, randomUUID())).rejects.toMatchObject(missing);
      await expect(accounts.toSendFrom(bob, account.id)).rejects.toMatchObject(missing);
      await expect(accounts.add({ ...ann, kind: 'agent' }, {} as never)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('keeps the password where a copy of the database does not tell it', async () => {
      expect(JSON.stringify(account)).not.toContain(server.password);
      const other = { ...account, id: randomUUID() };
      expect(() => accounts.openSecret(other)).toThrow('cannot be opened');
      expect(accounts.openSecret(account)).toEqual({ password: server.password });
    });

    it('tells the search by meaning of mail as it stands, and of what has gone', async () => {
      await server.as(user, (client) => client.append('INBOX', letter('Known', { body: 'By meaning.' })));
      await synchronized();
      const id = (await find()).found[0]?.id ?? '';
      const told: unknown[] = [];
      const index = {
        add: async (document: unknown) => void told.push(document),
        remove: async (document: unknown) => void told.push(document),
      };
      const document = { audience: 'user:ann', type: 'email', id } as const;
      await runIndexMailJob(shared, index, document, never);
      await runIndexMailJob(shared, index, { ...document, audience: 'department:support' }, never);
      expect(told).toEqual([
        { ...document, title: 'Known', text: 'By meaning.', at: expect.stringMatching(/Z$/) },
        { ...document, audience: 'department:support' },
      ]);
    });

    it('forgets everything of an account that is removed', async () => {
      await server.as(user, (client) => client.append('INBOX', letter('Farewell')));
      await synchronized();
      expect((await find()).total).toBe(1);
      await accounts.remove(ann, account.id);
      expect(await find({ query: 'farewell' })).toEqual({ found: [], total: 0 });
    });

    it('says what is wrong with an account', async () => {
      await accounts.remove(ann, account.id);
      const { id } = await accounts.add(ann, {
        address: user,
        settings: { imap: { host: '127.0.0.1', port: server.port, security: 'none' }, user },
        secret: { password: 'wrong' },
      });
      attendance().start();
      await expect
        .poll(async () => (await accounts.list(ann)).find((one) => one.id === id)?.problem, { timeout: 20_000 })
        .toContain('does not accept');
    });
  });
}
