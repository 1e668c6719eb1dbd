/** Jobs as rows of SQLite and by graphile-worker on a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from '../../../src/connectors/database/postgres.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { openGraphileJobs } from '../../../src/connectors/jobs/graphile-jobs.ts';
import { jobMigrations, openTableJobs } from '../../../src/connectors/jobs/table-jobs.ts';
import type { Json } from '../../../src/ports/json.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { testChain } from '../database/test-chain.ts';
import { describeJobs } from './jobs.contract.ts';

const counted = { name: 'counted', statements: ['create table counted (n integer)'] };

describeJobs('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-jobs-'));
  const database = openSqlite(join(folder, 'test.db'), { chain: testChain('sqlite') });
  await database.migrate([...jobMigrations, counted]);
  let holders = 0;
  return {
    database,
    open: () =>
      openTableJobs({
        database,
        clock: { now: Date.now },
        holder: `holder ${(holders += 1)}`,
        failed: () => undefined,
      }),
    remove: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(() => server.remove());

const onPostgres = async () => {
  const { connectionString } = server;
  const database = await openPostgres({ connectionString, chain: testChain('postgres') });
  await database.migrate([counted]);
  return {
    database,
    open: () => openGraphileJobs({ connectionString, failed: () => undefined }),
    remove: () => database.close(),
  };
};

describeJobs('PostgreSQL', onPostgres);

test('what a killed process had begun is done by the next one', { timeout: 30_000 }, async () => {
  const place = await onPostgres();
  const jobs = place.open();
  await jobs.prepare();
  await place.database.change({ guards: [], writes: [jobs.later({ kind: 'forever', key: 'f', payload: 'rest' })] });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'forever-child.ts'), server.connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const heard: Json[] = [];
  jobs.handle('forever', async (payload) => void heard.push(payload));
  await jobs.start();
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['rest']);
  await jobs.close();
  await place.remove();
});
