/** The audit chain that the suite writes with, and what reads it back by the rule of the verification. */
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain, GENESIS, recordHash } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { AuditRow } from '../../../src/core/storage/tables.ts';
import type { AuditChain, Database, SqlQuery } from '../../../src/ports/database.ts';

/** `?` for SQLite, `$1` for PostgreSQL. */
export function query(dialect: Database['dialect'], sql: string, ...parameters: SqlQuery['parameters']): SqlQuery {
  let next = 0;
  return { sql: dialect === 'sqlite' ? sql : sql.replaceAll('?', () => `$${(next += 1)}`), parameters };
}

export const testChain = (dialect: Database['dialect']): AuditChain =>
  createAuditChain(createSqlBuilder(dialect), nodeDigest);

/** Every record, after checking that none is missing and each continues the one before it of its organization. */
export async function readChain(database: Database): Promise<AuditRow[]> {
  const rows = await database.read<AuditRow>({ sql: 'select * from audit order by seq', parameters: [] });
  const genesis = await database.read<{ seq: number; hash: string }>({
    sql: 'select seq, hash from audit_genesis',
    parameters: [],
  });
  const first = genesis[0] ?? { seq: 0, hash: GENESIS };
  const heads = new Map<string, { seq: number; hash: string }>();
  for (const [index, row] of rows.entries()) {
    if (row.seq !== first.seq + index + 1) throw new Error(`record ${index + 1} has number ${row.seq}`);
    const before = heads.get(row.organization_id) ?? { seq: 0, hash: first.hash };
    if (row.organization_seq !== before.seq + 1 || row.hash !== recordHash(nodeDigest, before.hash, row))
      throw new Error(`record ${row.seq} does not continue the chain of ${row.organization_id}`);
    heads.set(row.organization_id, { seq: row.organization_seq, hash: row.hash });
  }
  return rows;
}
