/**
 * Every combination of the filters of `search_emails` over a large mailbox: `node bench/organization-mail-filters.ts [postgres]`.
 * DEPUTIZE_BENCH_MAILS sets how many mails there are (100000), DEPUTIZE_BENCH_DIR where an embedded one is kept for the next run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPostgres } from '../src/connectors/database/postgres.ts';
import { openSqlite } from '../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../src/connectors/platform/node-digest.ts';
import { openSharedData } from '../src/core/access/shared-data.ts';
import { createAuditChain } from '../src/core/ledger/audit-chain.ts';
import { migrations } from '../src/core/storage/migrations.ts';
import { createSqlBuilder } from '../src/core/storage/statements.ts';
import type { Database } from '../src/ports/database.ts';
import type { RemoteFolder } from '../src/ports/mail-account.ts';
import type { OrganizationMailQuery } from '../src/ports/organization-mail.ts';
import { findMails } from '../src/domains/organization/mail/find-mails.ts';
import { KeptMailbox } from '../src/domains/organization/mail/kept-mailbox.ts';
import {
  organizationMailMigrations,
  type OrganizationMailTables,
} from '../src/domains/organization/mail/mail-tables.ts';
import { PostgresServer } from '../test/contracts/database/postgres-server.ts';
import { generateMails } from './mail/generated-mails.ts';
import { table } from './support/rounds.ts';

const count = Number(process.env['DEPUTIZE_BENCH_MAILS'] ?? 100_000);
const ROUNDS = 12;
const MOST_MS = 20;
const FOLDERS: readonly RemoteFolder[] = [
  { path: 'INBOX', role: 'inbox' },
  { path: 'Sent', role: 'sent' },
  { path: 'Drafts', role: 'drafts' },
];

const isPostgres = process.argv[2] === 'postgres';
const kept = process.env['DEPUTIZE_BENCH_DIR'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'deputize-mail-filters-'));
mkdirSync(folder, { recursive: true });
const file = join(folder, 'mail.db');
const isFilled = !isPostgres && existsSync(file);
const server = isPostgres ? await PostgresServer.create() : undefined;
const database = server
  ? await openPostgres({
      connectionString: server.connectionString,
      chain: createAuditChain(createSqlBuilder('postgres'), nodeDigest),
    })
  : openSqlite(file, { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) });
try {
  const mailAt = await generateMails(count);
  await database.migrate([...migrations(database.dialect), ...organizationMailMigrations(database.dialect)]);
  if (!isFilled) await fill(database);
  const seen = openSharedData<OrganizationMailTables>(database).of({
    userId: 'ann',
    departmentIds: ['sales', 'support'],
  });
  const { word, address } = mailAt(17);
  const times: { name: string; p50: number; p95: number; processor: number; total: number }[] = [];
  for (const [name, asked] of combinations(word, address)) {
    const spent: number[] = [];
    const worked: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const before = process.cpuUsage();
      ({ total } = await findMails(seen, database.dialect, asked));
      spent.push(performance.now() - began);
      const { user, system } = process.cpuUsage(before);
      worked.push((user + system) / 1_000);
    }
    for (const each of [spent, worked]) each.sort((a, b) => a - b);
    const at95 = Math.floor(ROUNDS * 0.95);
    times.push({
      ...{ name, total, p50: spent[Math.floor(ROUNDS / 2)] ?? 0, p95: spent[at95] ?? 0 },
      processor: worked[at95] ?? 0,
    });
  }
  const worst = times.toSorted((a, b) => b.processor - a.processor);
  table(
    worst.slice(0, 16).map(({ name, total, p50, p95, processor }) => ({
      ...{ filters: name, found: String(total), 'p50, ms': p50.toFixed(1), 'p95, ms': p95.toFixed(1) },
      // What it costs whatever else the machine does meanwhile; PostgreSQL's own is not in it.
      'processor p95, ms': processor.toFixed(1),
    })),
  );
  const slow = worst.filter(({ p95 }) => p95 > MOST_MS);
  console.log(`\n${times.length} combinations over ${count} mails; ${slow.length} with a p95 above ${MOST_MS} ms`);
  process.exitCode = slow.length === 0 ? 0 : 1;
} finally {
  await database.close();
  await server?.remove();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

function* combinations(word: string, address: string): Generator<[string, OrganizationMailQuery]> {
  const of = <T>(given: T): readonly (T | undefined)[] => [undefined, given];
  const month = Date.UTC(2024, 5, 1);
  for (const query of [undefined, 'the', word])
    for (const sender of of(address))
      for (const role of [undefined, 'inbox', 'sent', 'drafts'] as const)
        for (const from of of(month))
          for (const unreadOnly of of(true)) {
            const asked = { query, sender, folder: role, from, unreadOnly, limit: 20 };
            yield [
              Object.entries({
                query,
                sender: sender && 'sender',
                role,
                from: from && 'date',
                unread: unreadOnly && 'unread',
              })
                .flatMap(([, value]) => value ?? [])
                .join(', ') || 'everything',
              asked,
            ];
          }
}

/** As a mailbox is read for the first time, without a server. */
async function fill(into: Database): Promise<void> {
  const shared = openSharedData<OrganizationMailTables>(into);
  const mailAt = await generateMails(count);
  const seen = shared.within('user:ann');
  const mailbox = new KeptMailbox({
    ...{ seen, dialect: into.dialect, account: { id: 'account', audience: 'user:ann' }, now: Date.now },
  });
  for (const one of FOLDERS) await mailbox.begin(one, '1');
  const flags = { isFlagged: false, isAnswered: false, isDraft: false, isWhole: true };
  for (let at = 0; at < count; at += 500) {
    const batch = Array.from({ length: Math.min(500, count - at) }, (_, more) => at + more);
    for (const [index, one] of FOLDERS.entries()) {
      const own = batch.filter((each) => (each % 50 === 0 ? 2 : each % 8 === 0 ? 1 : 0) === index);
      const messages = own.map((each) => {
        const { raw, date } = mailAt(each);
        return { ...flags, uid: each + 1, isSeen: index > 0 || each % 3 !== 0, receivedAt: date, raw };
      });
      await mailbox.add(one, '1', messages);
    }
  }
}
