/**
 * A long history for a ledger. The first calls are made by the real code; the rest are rows of the same shape, each with an id of its own
 * and records that continue the chain, sealed as the runtime seals them.
 */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Client } from 'pg';

import { nodeDigest } from '../../src/connectors/platform/node-digest.ts';
import { idMaker } from '../../src/core/ids.ts';
import { GENESIS, recordHash } from '../../src/core/ledger/audit-chain.ts';
import { OWNER_ORGANIZATION } from '../../src/core/access/principal.ts';
import type { AuditRow, CallRow } from '../../src/core/storage/tables.ts';

const AT_ONCE = 2_000;

/** PostgreSQL's driver hands numbers of 64 bits over as text. */
type Count = number | string;

type KeptRecord = Omit<AuditRow, 'seq' | 'at'> & { readonly seq: Count; readonly at: Count };

/** Where rows are read and written without the runtime. */
interface Rows {
  read<Row>(sql: string): Promise<Row[]>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openRows(data: string, postgres: string | undefined): Promise<Rows> {
  return postgres === undefined ? inSqlite(join(data, 'deputize.db')) : inPostgres(postgres);
}

/** Answers how many bytes the whole history takes then. */
export async function growTo(rows: Rows, calls: number): Promise<number> {
  const samples = await rows.read<CallRow & { n?: number }>(
    `select * from calls where state = 'ok' order by n limit 1000`,
  );
  const records = await rows.read<KeptRecord>('select * from audit where call_id is not null order by seq limit 5000');
  const [counted] = await rows.read<{ count: Count }>('select count(*) as count from calls');
  const [head] = await rows.read<KeptRecord>('select * from audit order by seq desc limit 1');
  const newId = idMaker(nodeDigest, { now: Date.now });
  let { seq, organization_seq, hash } = {
    seq: Number(head?.seq ?? 0),
    organization_seq: head?.organization_seq ?? 0,
    hash: head?.hash ?? GENESIS,
  };
  const about = Map.groupBy(records, ({ call_id }) => call_id);
  for (let at = Number(counted?.count ?? 0); at < calls;) {
    const newCalls: object[] = [];
    const newRecords: AuditRow[] = [];
    for (; at < calls && newCalls.length < AT_ONCE; at += 1) {
      const { n: _, ...sample } = samples[at % samples.length] ?? ({} as CallRow & { n?: number });
      const id = newId();
      newCalls.push({ ...sample, id });
      for (const { at: when, kind, body } of about.get(sample.id) ?? []) {
        const numbers = { organization_id: OWNER_ORGANIZATION, organization_seq: (organization_seq += 1) };
        const record = { ...numbers, at: Number(when), kind, call_id: id, body };
        hash = recordHash(nodeDigest, hash, record);
        newRecords.push({ seq: (seq += 1), ...record, hash });
      }
    }
    await rows.insert('calls', newCalls);
    await rows.insert('audit', newRecords);
  }
  return rows.bytes();
}

function inSqlite(file: string): Rows {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  // Nothing is lost that could not be made again.
  database.exec('pragma synchronous = off');
  return {
    read: async <Row>(sql: string) => database.prepare(sql).all() as Row[],
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      const insert = database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      database.exec('begin immediate');
      for (const row of rows) insert.run(...(Object.values(row) as string[]));
      database.exec('commit');
    },
    async bytes() {
      const [row] = database
        .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
        .all();
      return Number(row?.['bytes']);
    },
    close: async () => database.close(),
  };
}

async function inPostgres(connectionString: string): Promise<Rows> {
  const client = new Client({ connectionString });
  await client.connect();
  return {
    read: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
    async insert(table, rows) {
      await client.query(
        `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')})
          select ${Object.keys(rows[0] ?? {}).join(', ')} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    },
    async bytes() {
      await client.query('vacuum analyze calls, audit');
      const { rows } = await client.query<{ bytes: string }>(
        `select pg_total_relation_size('calls') + pg_total_relation_size('audit') as bytes`,
      );
      return Number(rows[0]?.bytes);
    },
    close: () => client.end(),
  };
}
