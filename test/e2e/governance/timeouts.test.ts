/** R13: timeouts and cancellation reach the tool, and a tool that does not listen cannot hold its caller. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { OWNER, type AuditRecord, type CallRequest, type Principal } from '../../../src/core/index.ts';
import { slowTools, type SlowTools } from '../../support/worlds/slow-tools.ts';

const TIMEOUT_MS = 300;
/** Long enough to show that an earlier answer did not wait for the tool. */
const LONG_MS = 2_500;

let folder: string;
let slow: SlowTools;
let deputize: Deputize;
let person: Principal;
const logged: { level: string; message: string }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-timeouts-'));
  slow = slowTools(TIMEOUT_MS);
  logged.length = 0;
  const log = (level: string, message: string) => void logged.push({ level, message });
  deputize = await createDeputize({ data: join(folder, 'data'), tools: slow.tools, log });
  person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
});
afterEach(async () => {
  await deputize.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(tool: string, ms: number, request: Partial<CallRequest> = {}) {
  const { outcome } = await deputize.call(tool, { ms }, { callId: 'call', ...request });
  return outcome;
}

/** What the ledger and the audit say of the call. */
async function recorded(): Promise<{ state: string; ended: AuditRecord['body'] | undefined }> {
  const { state } = await deputize.runtime.calls.show('call', person);
  const records = await deputize.runtime.audit.read({ callId: 'call' });
  expect(records.map(({ kind }) => kind)).toEqual(['call.started', 'call.ended']);
  return { state, ended: records.at(-1)?.body };
}

test('R13: a timeout reaches a tool that listens, which stops', async () => {
  const outcome = await call('listens', 60_000);
  expect(outcome).toMatchObject({
    state: 'failed',
    error: { code: 'TIMEOUT', type: 'system_error', retryable: true, partialSideEffects: true },
  });
  expect(slow.stopped.get('call')).toMatchObject({ code: 'TIMEOUT' });
  expect(slow.finished).toEqual([]);
  expect(await recorded()).toMatchObject({ state: 'error', ended: { result: 'error' } });
});

test('R13: a tool that does not listen is left behind, and what it brings later changes nothing', async () => {
  const outcome = await call('ignores', LONG_MS);
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'TIMEOUT', partialSideEffects: true } });
  expect(slow.finished).toEqual([]);
  const before = await recorded();
  expect(before).toMatchObject({ state: 'error', ended: { result: 'error' } });
  await expect.poll(() => slow.finished, { timeout: 6_000 }).toEqual(['call']);
  await pause(50);
  expect(await recorded()).toEqual(before);
  expect(await call('ignores', LONG_MS)).toEqual(outcome);
  expect(slow.finished).toEqual(['call']);
});

test('R13: cancelling reaches the tool, and only its own user can cancel', async () => {
  const running = call('listens', 60_000);
  await expect.poll(() => deputize.runtime.cancel('call', { ...person, userId: 'ada' })).toBe(false);
  await expect.poll(() => deputize.runtime.cancel('call', person)).toBe(true);
  const outcome = await running;
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED', partialSideEffects: true } });
  expect(slow.finished).toEqual([]);
  expect(await recorded()).toMatchObject({ state: 'error', ended: { summary: expect.stringContaining('CANCELLED') } });
  expect(await deputize.runtime.cancel('call', person)).toBe(false);
});

test('R13: cancelling ends the wait for a tool that does not listen', async () => {
  const running = call('ignores', LONG_MS);
  await expect.poll(() => deputize.runtime.cancel('call', person), { interval: 5 }).toBe(true);
  const outcome = await running;
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  expect(slow.finished).toEqual([]);
  expect(await recorded()).toMatchObject({ state: 'error' });
});

test('R13: the caller’s own signal reaches the tool', async () => {
  const controller = new AbortController();
  const running = call('listens', 60_000, { signal: controller.signal });
  await expect.poll(() => slow.begun.has('call'), { interval: 5, timeout: 20_000 }).toBe(true);
  controller.abort();
  expect(await running).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  expect(slow.stopped.get('call')).toMatchObject({ code: 'CANCELLED' });
  expect(await recorded()).toMatchObject({ state: 'error' });
});

test('R13: a caller who is gone before it begins has nothing run', async () => {
  const outcome = await call('ignores', 1, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  await pause(50);
  expect(slow.finished).toEqual([]);
});

test('R13: over its latency budget a call is recorded as slow and succeeds', async () => {
  const outcome = await call('dawdles', 100);
  expect(outcome).toMatchObject({ state: 'ok', value: { done: true } });
  expect(await recorded()).toMatchObject({ state: 'ok', ended: { result: 'ok', slow: true, latencyBudgetMs: 50 } });
  expect(logged).toContainEqual({ level: 'warn', message: 'dawdles was slow' });
});

test('R13: within its latency budget a call is not called slow', async () => {
  expect((await call('ignores', 1)).state).toBe('ok');
  expect((await recorded()).ended).not.toHaveProperty('slow');
  expect(logged).toEqual([]);
});

test('R13, R12: a stuck call does not hold up the others', async () => {
  const ended: string[] = [];
  const stuck = call('ignores', LONG_MS).then((outcome) => {
    ended.push('stuck');
    return outcome;
  });
  const others = Array.from({ length: 20 }, async (_, at) => {
    const { state } = await call('listens', 1, { callId: `other-${at}` });
    ended.push(state);
  });
  await Promise.all([stuck, ...others]);
  expect(ended).toEqual([...others.map(() => 'ok'), 'stuck']);
  expect(await stuck).toMatchObject({ error: { code: 'TIMEOUT' } });
});
