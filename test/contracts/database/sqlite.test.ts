/** The database suite on SQLite, in a real file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { describeAcrossProcesses } from './across-processes.contract.ts';
import { describeDatabase } from './database.contract.ts';
import { describeMarks } from './marks.contract.ts';
import { describeSharedData } from './shared-data.contract.ts';
import type { SharedStore } from './fixture.ts';
import { testChain } from './test-chain.ts';

async function newStore(): Promise<SharedStore> {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-sqlite-'));
  const path = join(folder, 'test.db');
  return {
    place: { kind: 'sqlite', path },
    open: async () => openSqlite(path, { chain: testChain('sqlite') }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

describeDatabase('SQLite', newStore);
describeMarks('SQLite', newStore);
describeSharedData('SQLite', newStore);
describeAcrossProcesses('SQLite', newStore);
