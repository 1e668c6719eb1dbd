/** The suite on SQLite and on a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { describeBlocks } from './voice-blocks.contract.ts';

describeBlocks('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-blocks-'));
  const database = openSqlite(join(folder, 'test.db'), {
    chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest),
  });
  return {
    database,
    remove: async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describeBlocks('PostgreSQL', async () => {
  const server = await PostgresServer.create();
  const chain = createAuditChain(createSqlBuilder('postgres'), nodeDigest);
  const database = await openPostgres({ connectionString: server.connectionString, schema: 'blocks test', chain });
  return {
    database,
    remove: async () => {
      await database.close();
      await server.remove();
    },
  };
});
