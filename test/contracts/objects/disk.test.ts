import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { describeObjects } from './objects.contract.ts';

describeObjects('on disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'objects-'));
  return {
    objects: await openDiskObjects(root),
    spoil: (hash) => writeFile(join(root, hash.slice(0, 2), hash.slice(2, 4), hash), 'otherwise'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
});
