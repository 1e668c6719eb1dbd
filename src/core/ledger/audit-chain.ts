/** Builds the audit chain: the hash of each record covers its content and the hash before it. */
import type { AuditChain, ChainHead, SqlQuery, RecordDraft, SqlValue } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import { prepared, type SqlBuilder } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';

/** Cloudflare D1 accepts at most 100 parameters in one statement. */
const ROWS_AT_ONCE = 16;
const EMPTY_ROW = { seq: 0, at: 0, kind: '', call_id: '', body: '', hash: '' };

/** The previous hash of the first record. */
export const GENESIS = '0'.repeat(64);

/** Returns the hash of a record from its content and the hash before it. */
export function recordHash(digest: Digest, previous: string, record: Omit<AuditRow, 'hash'>): string {
  const { seq, at, kind, call_id, body } = record;
  return digest.sha256(`${previous}\n${seq}\n${at}\n${kind}\n${call_id ?? ''}\n${body}`);
}

/**
 * Computes `recordHash` in SQL. The verification uses `recordHash`, so both must agree. Raw SQL: the
 * server hashes record after record in one recursive statement, so that the lock of the chain covers no round trip.
 */
const APPEND = `with recursive
  given as materialized (select $1::jsonb as drafts),
  head as (select seq, hash from audit order by seq desc limit 1),
  sealed (n, seq, hash, draft) as (
    select 0, coalesce((select seq from head), 0), coalesce((select hash from head), '${GENESIS}'), null::jsonb
    union all
    select n + 1, seq + 1,
      encode(sha256(convert_to(concat_ws(E'\\n', hash, seq + 1,
        next ->> 'at', next ->> 'kind', coalesce(next ->> 'callId', ''), next ->> 'body'), 'UTF8')), 'hex'),
      next
    from sealed, given, lateral (select drafts -> n) as following (next)
    where n < jsonb_array_length(drafts))
  insert into audit (seq, at, kind, call_id, body, hash)
  select seq, (draft ->> 'at')::bigint, draft ->> 'kind', draft ->> 'callId', draft ->> 'body', hash
  from sealed where n > 0 order by n`;

/** Creates the chain for a database. `linkRecords` gives drafts their numbers and hashes, and returns the inserts. */
export function createAuditChain(sql: SqlBuilder, digest: Digest): AuditChain {
  const readHead = sql.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).compile();
  // Inserts many rows at a time, because a request to the database costs more than a row.
  const insertMany = sql
    .insertInto('audit')
    .values(Array.from({ length: ROWS_AT_ONCE }, () => EMPTY_ROW))
    .compile().sql;
  const insert = prepared<{
    seq: number;
    at: number;
    kind: string;
    call_id: string | null;
    body: string;
    hash: string;
  }>((slots) =>
    sql.insertInto('audit').values({
      seq: slots.seq,
      at: slots.at,
      kind: slots.kind,
      call_id: slots.call_id,
      body: slots.body,
      hash: slots.hash,
    }),
  );
  return {
    readHead: { sql: readHead.sql, parameters: readHead.parameters as number[] },
    linkRecords(head: ChainHead | undefined, drafts: readonly RecordDraft[]) {
      let seq = head?.seq ?? 0;
      let hash = head?.hash ?? GENESIS;
      const inserts: SqlQuery[] = [];
      let many: SqlValue[] = [];
      const whole = drafts.length - (drafts.length % ROWS_AT_ONCE);
      for (const [at, draft] of drafts.entries()) {
        seq += 1;
        const record = { seq, at: draft.at, kind: draft.kind, call_id: draft.callId, body: draft.body };
        hash = recordHash(digest, hash, record);
        if (at >= whole) {
          inserts.push(insert({ ...record, hash }));
          continue;
        }
        many.push(seq, draft.at, draft.kind, draft.callId, draft.body, hash);
        if ((at + 1) % ROWS_AT_ONCE !== 0) continue;
        inserts.push({ sql: insertMany, parameters: many });
        many = [];
      }
      return { inserts, head: { seq, hash } };
    },
    append: (drafts) => ({ sql: APPEND, parameters: [JSON.stringify(drafts)] }),
  };
}
