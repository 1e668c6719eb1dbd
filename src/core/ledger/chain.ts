/** The audit chain: each record's hash covers its content and the hash before it. */
import type { Chain, ChainHead, RecordDraft } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import { prepared, type Sql } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';

/** What stands before the first record. */
export const GENESIS = '0'.repeat(64);

export function recordHash(digest: Digest, previous: string, record: Omit<AuditRow, 'hash'>): string {
  const { seq, at, kind, call_id, body } = record;
  return digest.sha256(`${previous}\n${seq}\n${at}\n${kind}\n${call_id ?? ''}\n${body}`);
}

export function createChain(sql: Sql, digest: Digest): Chain {
  const readHead = sql.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).compile();
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
    seal(head: ChainHead | undefined, drafts: readonly RecordDraft[]) {
      let seq = head?.seq ?? 0;
      let hash = head?.hash ?? GENESIS;
      const inserts = drafts.map(({ at, kind, callId, body }) => {
        seq += 1;
        const record = { seq, at, kind, call_id: callId, body };
        hash = recordHash(digest, hash, record);
        return insert({ ...record, hash });
      });
      return { inserts, head: { seq, hash } };
    },
  };
}
