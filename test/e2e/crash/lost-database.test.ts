/** The database goes away while a tool runs: what it did is not denied, and is recorded once the database is back. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { OWNER, type Outcome } from '../../../src/core/index.ts';
import { CuttingProxy } from '../../contracts/database/cutting-proxy.ts';
import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { crashTools } from '../../support/crash/crash-tools.ts';
import { LedgerFolder } from '../../support/crash/ledger-folder.ts';

const log = () => undefined;
let server: PostgresServer;
// One for each test, because the data folder with the keys of the contents is also one for each test.
beforeEach(async () => {
  server = await PostgresServer.create();
});
afterEach(() => server.remove());

test('R9, R10: a call whose tool is done when PostgreSQL dies keeps its outcome', { timeout: 60_000 }, async () => {
  await using folder = await LedgerFolder.create();
  const { data, effects } = folder;
  const deputize = await createDeputize({
    ...{ data, tools: crashTools(effects), log },
    postgres: server.connectionString,
  });
  try {
    const ended: Outcome[] = [];
    const running = ['one', 'two'].map(async (callId) => {
      ended.push((await deputize.call('append_line', { after: 200 }, { callId })).outcome);
    });
    await expect.poll(() => Object.keys(folder.lines()).length).toBe(2);
    await server.kill();
    // Nothing can be recorded now, so nothing begins.
    const refused = await deputize.call('append_line', {}, { callId: 'refused' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'EXTERNAL_ERROR', retryable: true } });
    expect(folder.lines()).toEqual({ one: 1, two: 1 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(ended).toEqual([]);

    await server.start();
    await Promise.all(running);
    const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
    expect(ended).toHaveLength(2);
    for (const outcome of ended) {
      expect(outcome).toMatchObject({ state: 'ok', value: { written: outcome.callId } });
      expect(await deputize.runtime.calls.show(outcome.callId, person)).toMatchObject({ state: 'ok', outcome });
    }
    expect((await deputize.call('append_line', {}, { callId: 'refused' })).outcome.state).toBe('ok');
    expect(folder.lines()).toEqual({ one: 1, two: 1, refused: 1 });
    expect(await deputize.runtime.audit.verify()).toMatchObject({ ok: true });
  } finally {
    await deputize.close();
  }
});

test('R9, R10: a call whose line to PostgreSQL is cut while its intent is committed runs once', async () => {
  await using folder = await LedgerFolder.create();
  const { data, effects } = folder;
  const proxy = new CuttingProxy(server.folder);
  await proxy.listen();
  const deputize = await createDeputize({
    ...{ data, tools: crashTools(effects), log },
    postgres: proxy.connectionString,
  });
  try {
    expect((await deputize.call('append_line', {}, { callId: 'whole' })).outcome.state).toBe('ok');
    // Otherwise the commit of the seal could be the one that is cut.
    await deputize.runtime.seal();
    proxy.cutAfter('commit\0');
    expect((await deputize.call('append_line', {}, { callId: 'cut' })).outcome).toMatchObject({ state: 'ok' });
    expect(proxy.cuts).toBe(1);
    expect(folder.lines()).toEqual({ whole: 1, cut: 1 });
    const records = await deputize.runtime.audit.read({ callId: 'cut' });
    expect(records.map(({ kind }) => kind)).toEqual(['call.started', 'call.ended']);
  } finally {
    await deputize.close();
    await proxy.close();
  }
});
