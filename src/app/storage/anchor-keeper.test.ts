/** The keeper of anchors: one dead anchor delays no other, and failures are logged once and tried again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { AuditAnchor, SignedHead } from '../../ports/audit-anchor.ts';
import { AnchorKeeper } from './anchor-keeper.ts';

let data: string;
beforeAll(() => void (data = mkdtempSync(join(tmpdir(), 'deputize-keeper-'))));
afterAll(() => rmSync(data, { recursive: true }));

const head = (seq: number): SignedHead => ({
  ...{ seq, hash: String(seq).padStart(64, '0'), at: seq },
  ...{ keyId: 'k', signature: 's', format: 2 },
});
const anchor = (place: string, keep: AuditAnchor['keep']): AuditAnchor => ({
  ...{ kind: 'folder', place, keep, read: () => Promise.resolve([]) },
});
const entry = (id: string, keep: AuditAnchor['keep'], intervalMs = 0) => ({ id, anchor: anchor(id, keep), intervalMs });

test('leaves an anchor that never answers behind and anchors elsewhere', async () => {
  const kept: number[] = [];
  let attempts = 0;
  const keeper = new AnchorKeeper(
    [
      entry('dead', () => ((attempts += 1), new Promise<void>(() => undefined))),
      entry('alive', ({ seq }) => Promise.resolve(void kept.push(seq))),
    ],
    { data, log: () => undefined, limitMs: 200 },
  );
  keeper.offer(head(1));
  await expect.poll(() => kept).toEqual([1]);
  await expect.poll(() => (keeper.offer(head(2)), kept)).toEqual([1, 2]);
  await expect.poll(() => keeper.counts()).toEqual({ failures: 1, failing: 1 });
  keeper.offer(head(3));
  await expect.poll(() => kept).toEqual([1, 2, 3]);
  expect(attempts).toBe(1);
  await keeper.close(10);
});

test('logs a failure once, tries again with the newest head, and logs the end of the failure', async () => {
  const logged: string[] = [];
  let isBroken = true;
  const flaky = entry('flaky', () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve()), 3_600_000);
  const keeper = new AnchorKeeper([flaky], { data, log: (level, message) => void logged.push(`${level} ${message}`) });
  for (const seq of [1, 2, 3]) {
    expect(await keeper.anchor(head(seq))).toMatchObject([{ seq, error: 'no' }]);
    expect(keeper.counts()).toEqual({ failures: seq, failing: 1 });
  }
  isBroken = false;
  keeper.offer(head(4));
  await expect.poll(() => keeper.counts()).toEqual({ failures: 3, failing: 0 });
  expect(logged).toEqual(['error the audit cannot be anchored', 'info the audit is anchored again']);
  await keeper.close(10);
});

test('waits for the interval of the anchor', async () => {
  const kept: number[] = [];
  const slow = entry('slow', ({ seq }) => Promise.resolve(void kept.push(seq)), 3_600_000);
  const keeper = new AnchorKeeper([slow], { data, log: () => undefined });
  keeper.offer(head(1));
  await expect.poll(() => kept).toEqual([1]);
  await keeper.close(10);
  keeper.offer(head(2));
  expect(kept).toEqual([1]);
});
