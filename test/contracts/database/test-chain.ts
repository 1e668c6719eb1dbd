/** A small audit chain for the suite: each link is the SHA-256 of the one before it and its own content. */
import { createHash } from 'node:crypto';

import type { AuditChain, Database, SqlQuery, RecordDraft } from '../../../src/ports/database.ts';

export interface Link {
  seq: number;
  at: number;
  kind: string;
  call_id: string | null;
  body: string;
  hash: string;
}

const hashOf = (previous: string, { at, kind, callId, body }: RecordDraft) =>
  createHash('sha256')
    .update([previous, at, kind, callId ?? '', body].join('\n'))
    .digest('hex');

/** Says the same in SQL. */
const append = `with recursive drafts as (select n, draft from jsonb_array_elements($1::jsonb) with ordinality as each (draft, n)),
  sealed (n, seq, hash, draft) as (
    select 0::bigint, coalesce((select max(seq) from audit), 0),
      coalesce((select hash from audit order by seq desc limit 1), ''), null::jsonb
    union all
    select drafts.n, seq + 1, encode(sha256(convert_to(concat_ws(E'\\n', hash, drafts.draft ->> 'at', drafts.draft ->> 'kind',
      coalesce(drafts.draft ->> 'callId', ''), drafts.draft ->> 'body'), 'UTF8')), 'hex'), drafts.draft
    from sealed join drafts on drafts.n = sealed.n + 1)
  insert into audit (seq, at, kind, call_id, body, hash)
  select seq, (draft ->> 'at')::bigint, draft ->> 'kind', draft ->> 'callId', draft ->> 'body', hash
  from sealed where n > 0 order by n`;

/** `?` for SQLite, `$1` for PostgreSQL. */
export function query(dialect: Database['dialect'], sql: string, ...parameters: SqlQuery['parameters']): SqlQuery {
  let next = 0;
  return { sql: dialect === 'sqlite' ? sql : sql.replaceAll('?', () => `$${(next += 1)}`), parameters };
}

export const testChain = (dialect: Database['dialect']): AuditChain => ({
  readHead: { sql: 'select seq, hash from audit order by seq desc limit 1', parameters: [] },
  linkRecords(head, drafts) {
    let last = head ?? { seq: 0, hash: '' };
    const inserts = drafts.map((draft) => {
      last = { seq: last.seq + 1, hash: hashOf(last.hash, draft) };
      const { at, kind, callId, body } = draft;
      const sql = 'insert into audit (seq, at, kind, call_id, body, hash) values (?, ?, ?, ?, ?, ?)';
      return query(dialect, sql, last.seq, at, kind, callId, body, last.hash);
    });
    return { inserts, head: last };
  },
  append: (drafts) => ({ sql: append, parameters: [JSON.stringify(drafts)] }),
});

/** Every link, after checking that none is missing and each continues the one before. */
export async function readChain(database: Database): Promise<Link[]> {
  const links = await database.read<Link>({ sql: 'select * from audit order by seq', parameters: [] });
  let previous = '';
  for (const [index, { seq, at, kind, call_id: callId, body, hash }] of links.entries()) {
    if (seq !== index + 1) throw new Error(`link ${index + 1} of the chain has number ${seq}`);
    if (hash !== hashOf(previous, { at, kind, callId, body }))
      throw new Error(`link ${seq} does not continue the chain`);
    previous = hash;
  }
  return links;
}
