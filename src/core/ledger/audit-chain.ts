/**
 * Builds the audit chains: one for each organization. The hash of each record covers its content and the hash before it.
 * Raw SQL: statements with several lookups, which the query builder would make longer.
 */
import type {
  AuditChain,
  ChainHead,
  OrganizationHead,
  OrganizationHeads,
  RecordDraft,
  SqlQuery,
  SqlValue,
} from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import { prepared, type SqlBuilder } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';

/** Cloudflare D1 accepts at most 100 parameters in one statement. */
const ROWS_AT_ONCE = 12;
const EMPTY_ROW = {
  ...{ seq: 0, organization_id: '', organization_seq: 0, at: 0 },
  ...{ kind: '', call_id: '', body: '', hash: '' },
};

/** The first line of what a hash covers. */
const FORMAT = 'deputize audit 2';

/** The previous hash of the first record of each organization, where there is no archive of older records. */
export const GENESIS = '0'.repeat(64);

/** Returns the hash of a record from its content and the hash before it. The position `seq` is no part of it. */
export function recordHash(digest: Digest, previous: string, record: Omit<AuditRow, 'hash' | 'seq'>): string {
  const { organization_id, organization_seq, at, kind, call_id, body } = record;
  return digest.sha256(
    `${FORMAT}\n${previous}\n${organization_id}\n${organization_seq}\n${at}\n${kind}\n${call_id ?? ''}\n${body}`,
  );
}

/**
 * Computes `recordHash` in SQL. The verification uses `recordHash`, so both must agree. The drafts are sorted by
 * organization, and `place` is their place in the order of the commit. The server hashes record after record in one
 * recursive statement, so that the lock of the chain covers no round trip.
 */
const APPEND = `with recursive
  given as materialized (select $1::jsonb as drafts),
  first as (select coalesce((select hash from audit_genesis), '${GENESIS}') as hash,
    coalesce((select max(seq) from audit), (select seq from audit_genesis), 0) as seq),
  linked (n, organization_id, organization_seq, hash, draft) as (
    select 0, null::text, 0::bigint, null::text, null::jsonb
    union all
    select n + 1, next ->> 'organizationId', before.organization_seq + 1,
      encode(sha256(convert_to(concat_ws(E'\\n', '${FORMAT}', before.hash, next ->> 'organizationId', before.organization_seq + 1,
        next ->> 'at', next ->> 'kind', coalesce(next ->> 'callId', ''), next ->> 'body'), 'UTF8')), 'hex'),
      next
    from linked, given, lateral (select drafts -> n) as following (next),
      lateral (
        select linked.organization_seq, linked.hash where linked.organization_id = next ->> 'organizationId'
        union all
        select coalesce(last.organization_seq, 0), coalesce(last.hash, first.hash)
          from first left join lateral (select organization_seq, hash from audit
            where organization_id = next ->> 'organizationId' order by seq desc limit 1) as last on true
          where linked.organization_id is distinct from next ->> 'organizationId') as before
    where n < jsonb_array_length(drafts))
  insert into audit (seq, organization_id, organization_seq, at, kind, call_id, body, hash)
  select first.seq + (draft ->> 'place')::bigint, organization_id, organization_seq, (draft ->> 'at')::bigint,
    draft ->> 'kind', draft ->> 'callId', draft ->> 'body', linked.hash
  from linked, first where n > 0 order by 1`;

/** The last record, or the position that the archive of older records ends at. */
const READ_HEAD = `select seq, hash from (select seq, hash from audit order by seq desc limit 1) as last
  union all select seq, hash from audit_genesis where not exists (select 1 from audit)`;

/** Sent to SQLite only. */
const READ_HEADS = `select each.value as organization_id, organization_seq, hash from json_each(?) as each
    join audit on seq = (select max(seq) from audit where organization_id = each.value)
  union all select '', 0, hash from audit_genesis`;

/** Finds each organization by one look into the index, for both dialects. */
const ALL_HEADS = `with recursive ids (id) as (
    select min(organization_id) from audit
    union all
    select (select min(organization_id) from audit where organization_id > ids.id) from ids where ids.id is not null)
  select organization_id, organization_seq, hash from ids
    join audit on seq = (select max(seq) from audit where organization_id = ids.id and seq <= LAST)`;

/** Reads the head of every organization as it was when this record was the last one. */
export function readAllHeads(dialect: 'sqlite' | 'postgres', last: number): SqlQuery {
  return { sql: ALL_HEADS.replace('LAST', dialect === 'sqlite' ? '?' : '$1'), parameters: [last] };
}

/** Creates the chain for a database. `linkRecords` gives drafts their numbers and hashes, and returns the inserts. */
export function createAuditChain(sql: SqlBuilder, digest: Digest): AuditChain {
  // Inserts many rows at a time, because a request to the database costs more than a row.
  const insertMany = sql
    .insertInto('audit')
    .values(Array.from({ length: ROWS_AT_ONCE }, () => EMPTY_ROW))
    .compile().sql;
  const insert = prepared<{ [Column in keyof AuditRow]: AuditRow[Column] }>((slots) =>
    sql.insertInto('audit').values({
      seq: slots.seq,
      organization_id: slots.organization_id,
      organization_seq: slots.organization_seq,
      at: slots.at,
      kind: slots.kind,
      call_id: slots.call_id,
      body: slots.body,
      hash: slots.hash,
    }),
  );
  return {
    readHead: { sql: READ_HEAD, parameters: [] },
    readHeads: (ids) => ({ sql: READ_HEADS, parameters: [JSON.stringify(ids)] }),
    linkRecords(head: ChainHead | undefined, known: OrganizationHeads, drafts: readonly RecordDraft[]) {
      let last = head;
      const genesis: OrganizationHead = { organizationSeq: 0, hash: known.get('')?.hash ?? GENESIS };
      const heads = new Map<string, OrganizationHead>();
      const inserts: SqlQuery[] = [];
      let many: SqlValue[] = [];
      const whole = drafts.length - (drafts.length % ROWS_AT_ONCE);
      for (const [at, draft] of drafts.entries()) {
        const { organizationId } = draft;
        const before = heads.get(organizationId) ?? known.get(organizationId) ?? genesis;
        const record = {
          organization_id: organizationId,
          organization_seq: before.organizationSeq + 1,
          at: draft.at,
          kind: draft.kind,
          call_id: draft.callId,
          body: draft.body,
        };
        const hash = recordHash(digest, before.hash, record);
        const seq: number = (last?.seq ?? 0) + 1;
        heads.set(organizationId, { organizationSeq: record.organization_seq, hash });
        last = { seq, hash };
        if (at >= whole) {
          inserts.push(insert({ seq, ...record, hash }));
          continue;
        }
        many.push(seq, organizationId, record.organization_seq, draft.at, draft.kind, draft.callId, draft.body, hash);
        if ((at + 1) % ROWS_AT_ONCE !== 0) continue;
        inserts.push({ sql: insertMany, parameters: many });
        many = [];
      }
      return { inserts, head: last, heads };
    },
    append: (drafts) => ({ sql: APPEND, parameters: [JSON.stringify(sortByOrganization(drafts))] }),
  };
}

/** Sorting is stable, so the records of one organization keep their order. */
function sortByOrganization(drafts: readonly RecordDraft[]): readonly (RecordDraft & { readonly place: number })[] {
  return drafts
    .map((draft, at) => ({ ...draft, place: at + 1 }))
    .sort((a, b) => (a.organizationId === b.organizationId ? 0 : a.organizationId < b.organizationId ? -1 : 1));
}
