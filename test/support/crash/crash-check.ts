/** Compares the ledger with everything that was reported: nothing lost, nothing twice, every doubtful call marked as unknown. */
import { expect } from 'vitest';

import type { Deputize } from '../../../src/app/library.ts';
import { OWNER, type Outcome } from '../../../src/core/index.ts';
import { possibleStates, type KnownCall } from './crash-history.ts';
import type { CrashWorld } from './crash-world.ts';

interface CallLine {
  readonly id: string;
  readonly state: string;
  readonly tool: string;
  readonly user_id: string;
  readonly outcome: Outcome | null;
}

export interface CrashTally {
  readonly calls: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly recovered: number;
}

/** For every cycle: what can be seen without opening anything. */
export function checkEffects(world: CrashWorld): void {
  expect([...world.lines()].filter(([, times]) => times > 1)).toEqual([]);
  expect(world.history.contradictions).toEqual([]);
}

/** Once nothing runs any more. Opens the ledger, which recovers what the last kill left. */
export async function checkWorld(world: CrashWorld): Promise<CrashTally> {
  const deputize = await world.open();
  try {
    await nothingRuns(world);
    checkEffects(world);
    const rows = await ledger(world, deputize);
    checkCalls(world, rows);
    await checkRecords(world, rows);
    await checkUnknown(world, deputize, rows);
    await checkRepeats(world, deputize);
    await checkWaiting(world, deputize, rows);
    await deputize.runtime.audit.checkpoint();
    const verification = await deputize.runtime.audit.verify();
    expect(verification).toMatchObject({ ok: true });
    if (verification.ok) expect(verification.checkpoints).toBeGreaterThan(1);
    const recovered = await world.rows(`select seq from audit where kind = 'runtime.recovered'`);
    const unknown = [...rows.values()].filter(({ state }) => state === 'unknown').length;
    const acknowledged = [...world.history.calls.values()].filter(({ final }) => final !== undefined).length;
    return { calls: rows.size, acknowledged, unknown, recovered: recovered.length };
  } finally {
    await deputize.close();
  }
}

async function ledger(world: CrashWorld, { runtime }: Deputize): Promise<Map<string, CallLine>> {
  const rows = await world.rows<Omit<CallLine, 'outcome'>>('select id, state, tool, user_id from calls');
  const lines = rows.map(async (row) => {
    const { outcome } = await runtime.calls.show(
      row.id,
      await runtime.directory.principal(row.user_id, 'person', 'test'),
    );
    return [row.id, { ...row, outcome }] as const;
  });
  return new Map(await Promise.all(lines));
}

async function nothingRuns(world: CrashWorld): Promise<void> {
  const running = () => world.rows<{ id: string }>(`select id from calls where state = 'running'`);
  await expect.poll(running, { timeout: 10_000, interval: 20 }).toEqual([]);
}

function checkCalls(world: CrashWorld, rows: Map<string, CallLine>): void {
  const lines = world.lines();
  const faults: string[] = [];
  const known = world.history.calls;
  for (const id of rows.keys()) if (!known.has(id)) faults.push(`${id} is in the ledger but nobody began it`);
  for (const call of known.values()) {
    const row = rows.get(call.id);
    const state = row?.state ?? 'absent';
    if (call.final) {
      if (JSON.stringify(row?.outcome ?? undefined) !== JSON.stringify(call.final))
        faults.push(`${call.id} was acknowledged as ${JSON.stringify(call.final)} but is ${JSON.stringify(row)}`);
    } else if (!possibleStates(call).includes(state)) {
      faults.push(`${call.id} is ${state}, which cannot be: ${JSON.stringify(call)}`);
    }
    const times = lines.get(call.id) ?? 0;
    const [least, most] = expectedLines(call, state);
    if (times < least || times > most) faults.push(`${call.id} is ${state} but left ${times} lines`);
  }
  expect(faults).toEqual([]);
}

function expectedLines({ tool }: KnownCall, state: string): [number, number] {
  if (tool === 'look_up') return [0, 0];
  if (state === 'ok') return [1, 1];
  return state === 'unknown' ? [0, 1] : [0, 0];
}

/** Every acknowledged step is in the audit chain exactly once. */
async function checkRecords(world: CrashWorld, rows: Map<string, CallLine>): Promise<void> {
  const counted = await world.rows<{ call_id: string; kind: string; times: number | string }>(
    'select call_id, kind, count(*) as times from audit where call_id is not null group by call_id, kind',
  );
  const times = new Map(counted.map(({ call_id, kind, times }) => [`${call_id} ${kind}`, Number(times)]));
  const faults: string[] = [];
  const exactly = (id: string, kind: string, wanted: number): void => {
    const found = times.get(`${id} ${kind}`) ?? 0;
    if (found !== wanted) faults.push(`${id} has ${found} records ${kind}, not ${wanted}`);
  };
  for (const { id, state } of rows.values()) {
    const ran = ['ok', 'unknown'].includes(state);
    exactly(id, 'call.started', ran ? 1 : 0);
    exactly(id, 'call.ended', ran ? 1 : 0);
  }
  for (const { id, approval, decided } of world.history.calls.values()) {
    if (approval !== undefined) exactly(id, 'approval.requested', 1);
    if (decided === 'deny') exactly(id, 'approval.denied', 1);
    if (decided !== undefined) exactly(id, 'approval.approved', decided === 'deny' ? 0 : 1);
  }
  expect(faults).toEqual([]);
}

async function checkUnknown(world: CrashWorld, deputize: Deputize, rows: Map<string, CallLine>): Promise<void> {
  const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
  const unknown = [...rows.values()].filter(({ state }) => state === 'unknown');
  const listed = await deputize.runtime.calls.list({ state: 'unknown', limit: 1_000 }, person);
  expect(listed.map(({ callId }) => callId).sort()).toEqual(unknown.map(({ id }) => id).sort());
  for (const { id, tool } of unknown) {
    expect(tool).not.toBe('look_up');
    const { args } = world.history.calls.get(id) ?? {};
    const { outcome } = await deputize.call(tool, args, { callId: id });
    expect(outcome).toMatchObject({ state: 'unknown', error: { code: 'OUTCOME_UNKNOWN', partialSideEffects: true } });
  }
}

async function checkRepeats(world: CrashWorld, deputize: Deputize): Promise<void> {
  const before = world.lines();
  const ended = [...world.history.calls.values()].filter(({ final }) => final !== undefined);
  for (const { id, tool, args, final } of ended.slice(-300)) {
    expect((await deputize.call(tool, args, { callId: id })).outcome).toEqual(final);
  }
  expect(world.lines()).toEqual(before);
}

/** Everything that still waits can be decided, once; every unused token can be used, once. */
async function checkWaiting(world: CrashWorld, deputize: Deputize, rows: Map<string, CallLine>): Promise<void> {
  const awaiting = [...rows.values()].filter(({ state }) => state === 'awaiting_approval').map(({ id }) => id);
  const listed = await deputize.approvals.list();
  expect(listed.map(({ callId }) => callId).sort()).toEqual(awaiting.sort());
  for (const [at, { id, callId }] of listed.slice(-60).entries()) {
    const decision = at % 2 === 0 ? 'approve' : 'deny';
    const { outcome } = await deputize.approvals.decide(id, { decision });
    expect(outcome.state).toBe(decision === 'approve' ? 'ok' : 'refused');
    expect(world.lines().get(callId) ?? 0).toBe(decision === 'approve' ? 1 : 0);
    await expect(deputize.approvals.decide(id, { decision: 'approve' })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
    });
  }
  for (const { id, tool, args, token } of world.history.calls.values()) {
    if (token === undefined) continue;
    const isUnused = rows.get(id)?.state === 'proposed';
    if (isUnused) expect((await deputize.call(tool, args, { confirmToken: token })).outcome.state).toBe('ok');
    const again = await deputize.call(tool, args, { confirmToken: token });
    expect(again).toMatchObject({ ok: false, error: { code: 'TOKEN_USED' } });
  }
  checkEffects(world);
}
