/** The mailbox suite on a real PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { describeMailbox } from './mailbox.contract.ts';

describeMailbox('PostgreSQL', async () => {
  const server = await PostgresServer.create();
  const folder = mkdtempSync(join(tmpdir(), 'deputize-mailbox-'));
  const { connectionString } = server;
  const chain = createAuditChain(createSqlBuilder('postgres'), nodeDigest);
  const database = await openPostgres({ connectionString, schema: 'mail test', chain });
  return {
    database,
    objects: await openDiskObjects(folder),
    remove: async () => {
      await database.close();
      await server.remove();
      rmSync(folder, { recursive: true });
    },
  };
});
