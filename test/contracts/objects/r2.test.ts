import { Miniflare } from 'miniflare';

import { openR2Objects, type R2Binding } from '../../../src/connectors/objects/r2.ts';
import { describeObjects } from './objects.contract.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

describeObjects('in R2', async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default {}',
    r2Buckets: ['BUCKET'],
    compatibilityDate: '2026-04-01',
  });
  const bucket = (await miniflare.getR2Bucket('BUCKET')) as unknown as R2Binding & {
    put(key: string, value: string): Promise<unknown>;
  };
  return {
    objects: openR2Objects(bucket),
    spoil: async (hash) => void (await bucket.put(`objects/${hash}`, 'otherwise')),
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
});
