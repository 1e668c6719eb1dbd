/** The organization mail suite on SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { describeOrganizationMail } from './organization-mail.contract.ts';

describeOrganizationMail('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-organization-mail-'));
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
