/** Sealing in processes that run: several at once, after a crash, and while someone changes the database under them. */
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { crashTools } from '../../support/crash/crash-tools.ts';
import { LedgerFolder } from '../../support/crash/ledger-folder.ts';
import { findSealFile } from '../../support/crash/tampering.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('R10: a record is sealed shortly after it was written, and one seal covers several', async () => {
  await using ledger = await LedgerFolder.create();
  const { audit } = ledger.deputize.runtime;
  await Promise.all(Array.from({ length: 20 }, () => ledger.deputize.call('append_line', {})));
  await expect.poll(() => audit.verify(), { timeout: 5_000 }).toMatchObject({ records: 40, sealed: { seq: 40 } });
  const found = await audit.verify();
  expect(found.ok && (found.sealed?.seals ?? 0)).toBeLessThan(20);
});

test('R10: two nodes on PostgreSQL that share keys seal one sequence', { timeout: 60_000 }, async () => {
  const server = await PostgresServer.create();
  await using ledger = await LedgerFolder.create();
  const open = () =>
    createDeputize({ data: ledger.data, tools: crashTools(ledger.effects), postgres: server.connectionString });
  const nodes = [await open(), await open()];
  try {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(nodes.flatMap((node) => [node.call('append_line', {}), node.call('append_line', {})]));
      await pause(120);
    }
    await Promise.all(nodes.map((node) => node.runtime.seal()));
    for (const { runtime } of nodes) {
      expect(runtime.auditFault).toBeUndefined();
      expect(await runtime.audit.verify()).toMatchObject({ ok: true, records: 40, sealed: { seq: 40 } });
    }
  } finally {
    for (const node of nodes) await node.close();
    await server.remove();
  }
});

test('R10: an older secret, as a crash leaves it, goes on', async () => {
  await using ledger = await LedgerFolder.create();
  await ledger.deputize.call('append_line', {});
  await ledger.deputize.runtime.seal();
  const older = readFileSync(findSealFile(ledger.data), 'utf8');
  for (let at = 0; at < 3; at += 1) {
    await ledger.deputize.call('append_line', {});
    await ledger.deputize.runtime.seal();
  }
  const abandoned = `${findSealFile(ledger.data)}.00000000-0000-4000-8000-000000000000`;
  writeFileSync(abandoned, older, { mode: 0o600 });
  utimesSync(abandoned, 0, 0);
  writeFileSync(findSealFile(ledger.data), older);
  expect(await ledger.deputize.runtime.audit.verify()).toMatchObject({ ok: true });
  await ledger.deputize.call('append_line', {});
  await ledger.deputize.runtime.seal();
  expect(await ledger.deputize.runtime.audit.verify()).toMatchObject({ ok: true, sealed: { seq: 10 } });
  expect(readdirSync(join(ledger.data, 'keys')).filter((name) => name.startsWith('seal-'))).toHaveLength(1);
});

test('R10: a process notices that the chain became shorter, and seals no more', async () => {
  await using ledger = await LedgerFolder.create();
  const { runtime } = ledger.deputize;
  for (let at = 0; at < 3; at += 1) await ledger.deputize.call('append_line', {});
  await runtime.seal();
  const database = new DatabaseSync(join(ledger.data, 'deputize.db'), { timeout: 5_000 });
  database.exec('drop trigger audit_no_delete; delete from audit where seq > 2');
  database.close();
  await ledger.deputize.call('append_line', {});
  await runtime.seal();
  expect(runtime.auditFault).toContain('ends at record 4 now');
  expect(await runtime.audit.verify()).toMatchObject({ ok: false });
});

test('R10: a secret that others can read is not used', async () => {
  await using ledger = await LedgerFolder.create();
  await ledger.deputize.call('append_line', {});
  await ledger.deputize.runtime.seal();
  const file = findSealFile(ledger.data);
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  writeFileSync(file, text, { mode: 0o644 });
  await expect(ledger.deputize.runtime.audit.verify()).rejects.toThrow('Others can read the secret');
});
