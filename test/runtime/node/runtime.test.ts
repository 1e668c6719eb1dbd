/** The shared suite on Node, with SQLite. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { cedar } from '../../support/worlds/cedar.ts';
import { describeRuntime } from '../runtime.suite.ts';
import { openScenario } from '../scenario.ts';

describeRuntime('Node with SQLite', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'runtime-')), 'deputize.db');
  const step = await openScenario({
    openDatabase: (chain) => openSqlite(file, { chain: chain('sqlite') }),
    digest: nodeDigest,
    cedar: async () => cedar,
  });
  return { step };
});
