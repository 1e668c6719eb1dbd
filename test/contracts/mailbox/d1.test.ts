/** The mailbox suite on D1 and R2, in the workerd that Miniflare runs. */
import { openD1 } from '../../../src/connectors/database/d1.ts';
import { openR2Objects, type R2Binding } from '../../../src/connectors/objects/r2.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { startD1Server } from '../../support/servers/d1-server.ts';
import { describeMailbox } from './mailbox.contract.ts';

describeMailbox('D1 and R2', async () => {
  const { miniflare, openBinding } = startD1Server(['DB'], ['BUCKET']);
  const bucket = (await miniflare.getR2Bucket('BUCKET')) as unknown as R2Binding;
  const database = openD1(openBinding('DB'), { chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest) });
  return {
    database,
    objects: openR2Objects(bucket),
    remove: async () => {
      await database.close();
      await miniflare.dispose();
    },
  };
});
