/** The organization mail suite on a real PostgreSQL, as a role that row-level security holds for. */
import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { describeOrganizationMail } from './organization-mail.contract.ts';

describeOrganizationMail('PostgreSQL', async () => {
  const server = await PostgresServer.create();
  const chain = createAuditChain(createSqlBuilder('postgres'), nodeDigest);
  const database = await openPostgres({ connectionString: server.connectionString, chain });
  return {
    database,
    remove: async () => {
      await database.close();
      await server.remove();
    },
  };
});
