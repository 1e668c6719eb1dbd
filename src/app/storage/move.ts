/**
 * Moves a data folder to PostgreSQL and a bucket. All tables are copied in one transaction. It is committed only after everything
 * was read back and found equal. Objects are named by their content. So the move can stop at any moment and be repeated.
 * The folder is only read.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';

import { copyTable, readRows, tablesInUse, type CopiedTable } from '../../connectors/database/postgres-copy.ts';
import { openPostgres } from '../../connectors/database/postgres.ts';
import { SqliteSnapshot } from '../../connectors/database/sqlite-snapshot.ts';
import { openGraphileJobs } from '../../connectors/jobs/graphile-jobs.ts';
import { openPostgresKnowledge } from '../../connectors/knowledge-store/postgres.ts';
import { readDocuments } from '../../connectors/knowledge-store/sqlite-documents.ts';
import { bringObjects, type BroughtObjects } from '../../connectors/objects/embedded-objects.ts';
import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { isAlive } from '../../connectors/platform/node-process.ts';
import { loadSigningKey } from '../../connectors/secrets/key-file.ts';
import { openSealFiles } from '../../connectors/secrets/seal-file.ts';
import { DeputizeError } from '../../core/index.ts';
import { toCheckpoint } from '../../core/ledger/audit-log.ts';
import { createAuditChain, GENESIS } from '../../core/ledger/audit-chain.ts';
import { ledgerId } from '../../core/ledger/seal.ts';
import { verifyChain } from '../../core/ledger/verify.ts';
import { DEFAULT_LIMITS } from '../../core/runtime-parts.ts';
import type { NodeRow } from '../../core/node-lease.ts';
import { migrations } from '../../core/storage/migrations.ts';
import { createSqlBuilder, query } from '../../core/storage/statements.ts';
import type { ArchivedAuditRow, AuditRow, CoreTables, SealRow } from '../../core/storage/tables.ts';
import type { MoveReport, MoveOptions, OpenFlags } from '../../doors/cli/environment.ts';
import type { Database, DatabaseMigration, SqlQuery } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import { indexMail } from '../../domains/mail/mail-index.ts';
import { toIndexEntry } from '../../domains/mail/deliver.ts';
import type { MailRow } from '../../domains/mail/mail-tables.ts';
import type { OrganizationMailRow } from '../../domains/organization/mail/mail-tables.ts';
import { indexed } from '../../domains/organization/mail/mail-words.ts';
import { keptCheckpoints } from './checkpoints.ts';
import { defaultDataFolder, loadConfig } from '../config/config.ts';
import { openObjects } from './objects.ts';
import { identityMigrations } from '../organization/identity.ts';
import { organizationMigrations } from '../organization/open.ts';
import { connectionString } from './storage.ts';
import { toolsetMigrations } from './domain-migrations.ts';

/** Tables that are not copied: PostgreSQL has its own migrations, and `moveJobs` moves the jobs. */
const LEFT_OUT = new Set(['migrations', 'jobs']);
const OBJECTS_AT_ONCE = 8;

interface JobRow {
  readonly kind: string;
  readonly key: string;
  readonly payload: string;
  readonly due_at: number;
}

/** The tables of a folder that are read here. */
interface FolderTables extends Pick<CoreTables, 'nodes' | 'audit'> {
  migrations: { name: string };
  mails: MailRow;
  organization_mails: OrganizationMailRow;
  jobs: JobRow;
}

const sql = createSqlBuilder<FolderTables>('sqlite');

type ProgressCallback = MoveOptions['onProgress'];

export async function move(flags: OpenFlags, { to, objects, onProgress }: MoveOptions): Promise<MoveReport> {
  const data = resolve(flags.data ?? defaultDataFolder());
  const file = join(data, 'deputize.db');
  if (!existsSync(file)) throw new DeputizeError('NOT_FOUND', `There is nothing to move in ${data}.`);
  const here = await loadConfig(data, flags.config, { database: 'embedded' });
  const there = await loadConfig(data, flags.config, { database: to, objects });
  const connection = connectionString(there.config, there.secret);
  if (connection === undefined) throw new DeputizeError('INVALID_REQUEST', '--to needs postgres://….');
  const brought =
    objects === undefined || here.config.objects
      ? undefined
      : await bringObjects(join(data, 'objects'), await openObjects(there, data), {
          atOnce: OBJECTS_AT_ONCE,
          onObject: (done, total) => onProgress('objects', done, total),
        });
  const source = new SqliteSnapshot(file);
  try {
    refuseRunning(source);
    return await moveTables(source, connection, data, brought, onProgress);
  } finally {
    source.close();
  }
}

async function moveTables(
  source: SqliteSnapshot,
  connection: string,
  data: string,
  objects: BroughtObjects | undefined,
  onProgress: ProgressCallback,
): Promise<MoveReport> {
  const client = new Client({ connectionString: connection });
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new DeputizeError('EXTERNAL_ERROR', 'PostgreSQL cannot be reached, or does not let us in.', { cause });
  });
  try {
    await refuseUsed(client);
    await prepare(source, connection);
    // Raw SQL: a transaction, and a setting of the server for it.
    await client.query('begin');
    await refuseUsed(client);
    await client.query(`select set_config('deputize.audiences', $1, true)`, [joinAudiences(source, data)]);
    const tables: CopiedTable[] = [];
    for (const table of source.tables().filter(({ name }) => !LEFT_OUT.has(name)))
      tables.push(await copyTable(client, source, table, (done) => onProgress(table.name, done, table.rows)));
    const indexes = await makeIndexes(client, source, data, onProgress);
    const jobs = await moveJobs(client, source);
    const audit = await verify(client, data);
    refuseChanged(source, data);
    await client.query('commit');
    return { tables, ...indexes, jobs, audit, objects };
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}

/** Creates the tables of the folder's migrations, and the job queue. */
async function prepare(source: SqliteSnapshot, connectionUrl: string): Promise<void> {
  const known = new Set(
    source.read<{ name: string }>(query(sql.selectFrom('migrations').select('name'))).map(({ name }) => name),
  );
  const has = (of: (dialect: Database['dialect']) => readonly DatabaseMigration[]): boolean =>
    of('sqlite').some(({ name }) => known.has(name));
  const wanted = [toolsetMigrations, organizationMigrations, identityMigrations].filter(has);
  const database = await openPostgres({
    connectionString: connectionUrl,
    chain: createAuditChain(createSqlBuilder('postgres'), nodeDigest),
  });
  try {
    await database.migrate([...migrations('postgres'), ...wanted.flatMap((of) => of('postgres'))]);
  } finally {
    await database.close();
  }
  if (has(organizationMigrations)) await openJobQueue(connectionUrl).prepare();
}

const openJobQueue = (connectionUrl: string) =>
  openGraphileJobs({ connectionString: connectionUrl, failed: () => undefined });

async function refuseUsed(client: Client): Promise<void> {
  const [used] = await tablesInUse(client);
  if (used === undefined) return;
  throw new DeputizeError('CONFLICT', `That database is in use already: ${used} is not empty. Name an empty one.`);
}

/** Refuses to move while a process uses the folder: its writes would be lost. */
function refuseRunning(source: SqliteSnapshot): void {
  const { leaseMs } = DEFAULT_LIMITS;
  const running = source
    .read<NodeRow>(query(sql.selectFrom('nodes').selectAll()))
    .find((node) => node.seen_at !== 0 && isAlive(node, Date.now(), leaseMs));
  if (running)
    throw new DeputizeError(
      'CONFLICT',
      `Process ${running.process.split(':')[0] ?? ''} works on this folder. Stop it first.`,
    );
}

function refuseChanged(source: SqliteSnapshot, data: string): void {
  const now = new SqliteSnapshot(join(data, 'deputize.db'));
  try {
    const lastRecord = query(sql.selectFrom('audit').select((is) => is.fn.max('seq').as('seq')));
    const allNodes = query(sql.selectFrom('nodes').select('id').orderBy('id'));
    const head = (of: SqliteSnapshot) => JSON.stringify(of.read(lastRecord));
    const nodes = (of: SqliteSnapshot) => JSON.stringify(of.read(allNodes));
    if (head(now) === head(source) && nodes(now) === nodes(source)) return;
  } finally {
    now.close();
  }
  throw new DeputizeError('CONFLICT', 'The folder was written to during the move, so nothing was moved. Run it again.');
}

/** Row-level security applies to the move too, so it acts with all audiences that own rows. */
function joinAudiences(source: SqliteSnapshot, data: string): string {
  const held = source.tables().filter(({ columns }) => columns.includes('audience'));
  const audiences = createSqlBuilder<Record<string, { audience: string }>>('sqlite');
  const all = held.flatMap(({ name }) =>
    source.read<{ audience: string }>(query(audiences.selectFrom(name).select('audience').distinct())),
  );
  const known = new Set(all.map(({ audience }) => audience));
  for (const { document } of readDocuments(join(data, 'knowledge.db'))) known.add(document.audience);
  return [...known].join('\u001F');
}

/** Rebuilds the search indexes, because PostgreSQL stores them in another form. */
async function makeIndexes(client: Client, source: SqliteSnapshot, data: string, onProgress: ProgressCallback) {
  const names = new Set(source.tables().map(({ name }) => name));
  const run = ({ sql: text, parameters }: SqlQuery) => client.query(text, [...parameters]);
  if (names.has('mails'))
    for (const row of source.each<MailRow>(query(sql.selectFrom('mails').selectAll())))
      await run(indexMail('postgres', row.n, toIndexEntry(row)));
  if (names.has('organization_mails'))
    for (const row of source.each<OrganizationMailRow>(query(sql.selectFrom('organization_mails').selectAll())))
      await run(indexed('postgres', row));
  if (!names.has('organization_files')) return { documents: 0 };
  const knowledge = openPostgresKnowledge({
    read: async <Row>(query: SqlQuery) => (await run(query)).rows as Row[],
    readAs: async <Row>(_: readonly string[], query: SqlQuery) => (await run(query)).rows as Row[],
    change: async ({ writes = [] }) => {
      for (const write of writes) await run(write);
      return 'done';
    },
  });
  let documents = 0;
  for (const { document, chunks } of readDocuments(join(data, 'knowledge.db'))) {
    await knowledge.put(document, chunks);
    onProgress('documents', (documents += 1), documents);
  }
  return { documents };
}

async function moveJobs(client: Client, source: SqliteSnapshot): Promise<number> {
  if (!source.tables().some(({ name }) => name === 'jobs')) return 0;
  const jobs = source.read<JobRow>(query(sql.selectFrom('jobs').selectAll()));
  const target = openJobQueue('');
  for (const { kind, key, payload, due_at } of jobs) {
    const added = target.later({ kind, key, payload: JSON.parse(payload) as Json, at: due_at });
    await client.query(added.sql, [...added.parameters]);
  }
  return jobs.length;
}

/** Verifies the copied audit chains against every seal and checkpoint of the folder. */
async function verify(client: Client, data: string): Promise<MoveReport['audit']> {
  const key = await loadSigningKey(join(data, 'keys', 'signing.json'));
  const [genesis] = await readTable<CoreTables['audit_genesis']>(client, 'audit_genesis', GENESIS_COLUMNS);
  const checkpoints = await readTable<Parameters<typeof toCheckpoint>[0]>(client, 'checkpoints', CHECKPOINT_COLUMNS);
  // One cursor is open at a time, so the seals are read before the records.
  const seals = await readTable<SealRow>(client, 'seals', SEAL_COLUMNS, 'n');
  const [first] = seals;
  const seeds = openSealFiles(join(data, 'keys'));
  const found = await verifyChain(nodeDigest, {
    genesis: genesis ?? { seq: 0, hash: GENESIS, erased_at: null },
    archived: readBatches<ArchivedAuditRow>(client, 'audit_archive', ARCHIVE_COLUMNS, 'seq'),
    rows: readBatches<AuditRow>(client, 'audit', AUDIT_COLUMNS, 'seq'),
    seals: inOneBatch(seals),
    checkpoints: checkpoints.map(toCheckpoint),
    anchored: keptCheckpoints(data),
    seed: first ? await seeds.read(ledgerId(nodeDigest, first.public_key)) : null,
    key,
  });
  if (found.ok) return { records: found.records, head: found.head };
  throw new DeputizeError('CONFLICT', `The audit does not hold, so nothing was moved: ${found.message}.`);
}

const ARCHIVE_COLUMNS = ['seq', 'at', 'kind', 'call_id', 'body', 'hash'];
const AUDIT_COLUMNS = [...ARCHIVE_COLUMNS, 'organization_id', 'organization_seq'];
const GENESIS_COLUMNS = ['seq', 'hash', 'erased_at'];
const CHECKPOINT_COLUMNS = ['seq', 'hash', 'at', 'key_id', 'signature', 'format'];
const SEAL_COLUMNS = [
  ...['n', 'seq', 'root', 'at', 'previous', 'public_key', 'next_public_key'],
  ...['key_id', 'certificate', 'signature'],
];
const NUMBERS = new Set(['seq', 'at', 'organization_seq', 'erased_at', 'n', 'format']);

async function* readBatches<Row>(
  client: Client,
  table: string,
  columns: readonly string[],
  by: string,
): AsyncGenerator<Row[]> {
  for await (const batch of readRows(client, table, columns, by))
    yield batch.map(
      (row) =>
        Object.fromEntries(
          columns.map((column, at) => {
            const value = row[at] ?? null;
            return [column, value !== null && NUMBERS.has(column) ? Number(value) : value];
          }),
        ) as Row,
    );
}

async function readTable<Row>(client: Client, table: string, columns: readonly string[], by = 'seq'): Promise<Row[]> {
  const all: Row[] = [];
  for await (const batch of readBatches<Row>(client, table, columns, by)) all.push(...batch);
  return all;
}

async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
