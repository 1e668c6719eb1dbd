/** Opens sealed contents straight from a data folder, with its keys. */
import { join } from 'node:path';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { contentCipher } from '../../../src/connectors/secrets/content-cipher.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { openContentSealer } from '../../../src/connectors/secrets/content-key.ts';
import { ContentStore } from '../../../src/core/contents/content-store.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { Database } from '../../../src/ports/database.ts';

/** The contents of a database that is open. */
export async function openContents(data: string, database: Database): Promise<ContentStore> {
  return new ContentStore({
    ...{ database, sql: createSqlBuilder(database.dialect), contentCipher, digest: nodeDigest },
    ...{ clock: { now: Date.now }, newId: () => crypto.randomUUID(), secretSealer: await openContentSealer(data) },
  });
}

/** Replaces the references in a column of these rows by the texts that they refer to. */
export async function withContents<Row, Column extends keyof Row>(
  data: string,
  rows: readonly Row[],
  column: Column,
): Promise<Row[]> {
  const chain = createAuditChain(createSqlBuilder('sqlite'), nodeDigest);
  const database = openSqlite(join(data, 'deputize.db'), { chain });
  try {
    const contents = await openContents(data, database);
    const texts = await contents.readAll(rows.map((row) => row[column] as string | null));
    return rows.map((row, at) => ({ ...row, [column]: texts[at] ?? null }));
  } finally {
    await database.close();
  }
}
