/** R9, R10: what only looks is recorded before it is answered, in one write when it is quick, and as it begins when it is not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { createDeputize, defineTool, type Deputize } from '../../../src/app/library.ts';
import { OWNER } from '../../../src/core/index.ts';

/** What the ledger held of the call while its tool was at work. */
let seenInside: { callId: string; state: string | undefined; kinds: string[] } | undefined;
let folder: string;
let deputize: Deputize;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-reading-'));
  const input = z.strictObject({ afterMs: z.int() });
  const look = {
    description: 'Waits, and notes what the ledger says of this very call.',
    input,
    output: z.strictObject({}),
    risk: 'low',
    run: async ({ afterMs }: z.output<typeof input>, { callId }: { callId: string }) => {
      await pause(afterMs);
      const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
      const call = await deputize.runtime.calls.show(callId, person).catch(() => undefined);
      const records = await deputize.runtime.audit.read({ callId });
      seenInside = { callId, state: call?.state, kinds: records.map(({ kind }) => kind) };
      return {};
    },
  } as const;
  deputize = await createDeputize({
    data: join(folder, 'data'),
    tools: [
      defineTool({ ...look, name: 'look', sideEffects: 'read_only' }),
      defineTool({ ...look, name: 'tell', sideEffects: 'read_only', labels: { sendsOut: true } }),
      defineTool({ ...look, name: 'change', sideEffects: 'writes' }),
    ],
  });
});
afterEach(async () => {
  await deputize.close();
  rmSync(folder, { recursive: true, force: true });
});

const ended = async (callId: string) => (await deputize.runtime.audit.read({ callId })).map(({ kind }) => kind);

test('R10: a quick look is recorded whole by the time it is answered', async () => {
  expect(await deputize.call('look', { afterMs: 0 })).toMatchObject({ ok: true });
  expect(seenInside).toMatchObject({ state: undefined, kinds: [] });
  expect(await ended(seenInside?.callId ?? '')).toEqual(['call.started', 'call.ended']);
});

test('R10: a look that takes its time is recorded while it is under way', async () => {
  expect(await deputize.call('look', { afterMs: 200 })).toMatchObject({ ok: true });
  expect(seenInside).toMatchObject({ state: 'running', kinds: ['call.started'] });
  expect(await ended(seenInside?.callId ?? '')).toEqual(['call.started', 'call.ended']);
});

test.each(['tell', 'change'])('R9: the intent of %s is durable before it begins', async (tool) => {
  expect(await deputize.call(tool, { afterMs: 0 })).toMatchObject({ ok: true });
  expect(seenInside).toMatchObject({ state: 'running', kinds: ['call.started'] });
});

test('R9: a look under an id that the caller chose is in the ledger before it begins, so the same id runs once', async () => {
  await Promise.all([
    deputize.call('look', { afterMs: 0 }, { callId: 'same' }),
    deputize.call('look', { afterMs: 0 }, { callId: 'same' }),
  ]);
  expect(seenInside).toMatchObject({ state: 'running' });
  expect(await ended('same')).toEqual(['call.started', 'call.ended']);
});
