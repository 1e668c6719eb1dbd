/** The mailbox suite on SQLite and disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { keepSmallObjects } from '../../../src/connectors/objects/small.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { describeMailbox } from './mailbox.contract.ts';

describeMailbox('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-mailbox-'));
  const database = openSqlite(join(folder, 'test.db'), {
    chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest),
  });
  const objects = keepSmallObjects(join(folder, 'small.db'), await openDiskObjects(join(folder, 'objects')));
  return {
    database,
    objects,
    remove: async () => {
      await database.close();
      await objects.close();
      rmSync(folder, { recursive: true });
    },
  };
});
