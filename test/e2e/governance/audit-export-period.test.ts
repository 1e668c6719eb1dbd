/** Exports of days in the middle of the audit, on a runtime whose clock is moved. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import type { FileHeader, FileProof, FileRecord } from '../../../src/core/ledger/audit-file.ts';
import type { AuditScope } from '../../../src/core/ledger/audit-period.ts';
import { verifyAuditFile } from '../../../src/core/ledger/verify-file.ts';
import { Tampering } from '../../support/crash/tampering.ts';
import { deputize } from '../../support/processes/cli.ts';
import { openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-04'];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  sample = await openSample();
  for (const day of DAYS) {
    vi.setSystemTime(new Date(`${day}T23:59:59.999Z`));
    await sample.reopen();
    await sample.call('look', {});
  }
});
afterAll(async () => {
  await sample[Symbol.asyncDispose]();
  vi.useRealTimers();
});

async function exportPeriod(scope: AuditScope) {
  const lines: string[] = [];
  for await (const line of await sample.deputize.runtime.audit.exportLines(scope)) lines.push(line);
  async function* bytes() {
    yield Buffer.from(lines.join('\n'));
  }
  const records = lines.slice(1, -1).map((line) => JSON.parse(line) as FileRecord);
  const header = JSON.parse(lines[0] ?? '') as FileHeader;
  const days = [...new Set(records.map(({ at }) => at.slice(0, 10)))];
  return { days, header, found: await verifyAuditFile(nodeDigest, bytes()) };
}

test.each<[string | undefined, string | undefined, string[]]>([
  [undefined, undefined, DAYS],
  [undefined, '2026-03-01', ['2026-03-01']],
  ['2026-03-02', '2026-03-02', ['2026-03-02']],
  ['2026-03-02', '2026-03-04', ['2026-03-02', '2026-03-04']],
  ['2026-03-04', undefined, ['2026-03-04']],
  ['2026-03-03', '2026-03-03', []],
  ['2026-03-05', undefined, []],
])('R10: an export from %s to %s has exactly these days, and holds', async (from, to, expected) => {
  const { days, header, found } = await exportPeriod({ from, to });
  expect(days).toEqual(expected);
  expect(found).toMatchObject({ ok: true, from: from ?? null, to: to ?? null });
  expect(header.first > 1).toBe(from !== undefined);
});

test('R10: the checkpoint of an export is one that the whole audit is verified against', async () => {
  const { audit } = sample.deputize.runtime;
  const lines: string[] = [];
  for await (const line of await audit.exportLines({ to: '2026-03-02' })) lines.push(line);
  const { checkpoint } = JSON.parse(lines.at(-1) ?? '') as FileProof;
  expect(await audit.verify([{ kind: 'file', checkpoint }])).toMatchObject({ ok: true });
});

test('R10: nothing is exported if a record was changed, also one after the period', async () => {
  const tampering = new Tampering(sample.data, `${sample.data}-copy`);
  try {
    const last = tampering.rows().at(-1)?.seq ?? 0;
    tampering.run(`update audit set body = '{}' where seq = ?`, last);
    tampering.close();
    const file = join(tampering.data, 'out.jsonl');
    const period = ['--to', '2026-03-01', '--out', file, '--data', tampering.data];
    const { code, stderr } = await deputize('audit', 'export', ...period);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('broken') });
    expect(existsSync(file)).toBe(false);
    const report = await deputize('audit', 'report', '--to', '2026-03-01', '--data', tampering.data);
    expect(report.stdout).toContain('**The audit is broken**');
  } finally {
    rmSync(tampering.data, { recursive: true, force: true });
  }
});
