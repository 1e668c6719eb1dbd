/** The mailbox suite on D1 and R2, in the workerd that Miniflare runs. */
import { Miniflare } from 'miniflare';

import { openD1, type D1Binding } from '../../../src/connectors/database/d1.ts';
import { openR2Objects, type R2Binding } from '../../../src/connectors/objects/r2.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { createChain } from '../../../src/core/ledger/chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { describeMailbox } from './mailbox.contract.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

describeMailbox('D1 and R2', async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    d1Databases: ['DB'],
    r2Buckets: ['BUCKET'],
    compatibilityDate: '2026-04-01',
  });
  const binding: D1Binding = await miniflare.getD1Database('DB');
  const bucket = (await miniflare.getR2Bucket('BUCKET')) as unknown as R2Binding;
  const database = openD1(binding, { chain: createChain(createSqlBuilder('sqlite'), nodeDigest) });
  return {
    database,
    objects: openR2Objects(bucket),
    remove: async () => {
      await database.close();
      await miniflare.dispose();
    },
  };
});
