/** Holds the ledger and the folder against what was asked and answered at every door. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

import { ask } from '../../processes/cli.ts';
import { withContents } from '../../worlds/stored-contents.ts';
import type { Asked, DoorsWorld } from './doors-world.ts';

const CALL_ID = /\bcall-\d+\b/;

interface Row {
  readonly id: string;
  readonly state: string;
  readonly args_json: string;
  readonly outcome_json: string | null;
}

export interface DoorsTally {
  readonly asked: number;
  readonly answered: Readonly<Record<string, number>>;
  readonly unknown: number;
}

/** Nothing may run any more: the last server is asked for what waits and what is in doubt. */
export async function checkDoors(world: DoorsWorld, url: string): Promise<DoorsTally> {
  const running = () => world.rows(`select id from calls where state = 'running' and preset = 'workspace'`);
  await expect.poll(running, { timeout: 30_000, interval: 100 }).toEqual([]);
  const sealed = world.rows<Row>(`select id, state, args_json, outcome_json from calls where preset = 'workspace'`);
  const withArgs = await withContents(world.data, sealed, 'args_json');
  const rows = await withContents(world.data, withArgs, 'outcome_json');
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const id = (CALL_ID.exec(row.id) ?? CALL_ID.exec(row.args_json))?.[0];
    // A read-only call of a model contains no id of a test call, and has no effect.
    if (id === undefined) continue;
    found.set(id, [...(found.get(id) ?? []), row]);
  }
  const lines = world.lines();
  const faults: unknown[] = [];
  for (const id of [...found.keys(), ...lines.keys()]) if (!world.asked.has(id)) faults.push({ nobodyAsked: id });
  for (const asked of world.asked.values()) {
    const [row, second] = found.get(asked.id) ?? [];
    const wrong = second ? 'two calls' : faultOf(world, asked, row, lines.get(asked.id) ?? 0);
    if (wrong !== undefined) faults.push({ wrong, asked, row });
  }
  expect(faults).toEqual([]);
  await checkListed(world, url, rows);
  checkDecisions(world);
  const answered: Record<string, number> = {};
  for (const { door, told } of world.asked.values()) if (told) answered[door] = (answered[door] ?? 0) + 1;
  return { asked: world.asked.size, answered, unknown: rows.filter(({ state }) => state === 'unknown').length };
}

function faultOf(world: DoorsWorld, asked: Asked, row: Row | undefined, lines: number): string | undefined {
  const state = row?.state ?? 'absent';
  if (asked.tool === 'list_directory' && asked.door === 'openai') return undefined;
  if (!possible(asked).includes(state)) return `it is ${state}`;
  const { told, decided } = asked;
  const promised = decided ?? (told?.state === 'pending' ? undefined : told);
  const kept = JSON.parse(row?.outcome_json ?? '{}') as Record<string, unknown>;
  // The door of OpenAI's API says that it is done, and no more.
  const { callId, value, error } = promised ?? {};
  if (callId !== undefined && JSON.stringify([value, error]) !== JSON.stringify([kept['value'], kept['error']]))
    return 'it was answered otherwise';
  if (asked.tool === 'run_code') {
    if (lines > 1) return 'it ran twice';
    if (lines !== (state === 'ok' ? 1 : 0) && state !== 'unknown') return `it left ${lines} lines`;
  }
  if (asked.tool === 'delete_file' && state !== 'unknown') {
    const isThere = existsSync(join(world.workspace, String(asked.args['path'])));
    if (isThere !== (state !== 'ok')) return `its file is ${isThere ? 'there' : 'gone'}`;
  }
  return undefined;
}

/** The states that what is known leaves possible. */
function possible({ tool, told, deciding, decided }: Asked): readonly string[] {
  if (decided) return [decided.state === 'ok' ? 'ok' : 'denied'];
  if (told && told.state !== 'pending') return [told.state];
  if (tool === 'list_directory') return ['absent', 'ok'];
  if (tool === 'run_code') return ['absent', 'ok', 'unknown'];
  if (deciding === 'deny') return ['awaiting_approval', 'denied'];
  if (deciding === 'approve') return ['awaiting_approval', 'ok', 'unknown'];
  return told ? ['awaiting_approval'] : ['absent', 'awaiting_approval'];
}

/** What waits is listed, and so is what is in doubt; what was decided cannot be decided again. */
async function checkListed(world: DoorsWorld, url: string, rows: readonly Row[]): Promise<void> {
  type Listed = { approvals: { callId: string }[]; unknown: { callId: string; preset: string }[] };
  const { person } = world.tokens;
  const { body } = await ask<Listed>(url, '/api/approvals?limit=1000', person);
  const inState = (state: string) =>
    rows.flatMap((row) => (row.state === state ? [row.id] : [])).toSorted((a, b) => a.localeCompare(b));
  const known = new Set(rows.map(({ id }) => id));
  const listed = (calls: readonly { callId: string }[]) =>
    calls.flatMap(({ callId }) => (known.has(callId) ? [callId] : [])).toSorted((a, b) => a.localeCompare(b));
  expect(listed(body.approvals)).toEqual(inState('awaiting_approval'));
  expect(listed(body.unknown)).toEqual(inState('unknown'));
  const closed = [...world.asked.values()].filter(({ decided }) => decided !== undefined);
  for (const { told } of closed.slice(-20)) {
    const again = await ask<{ error?: { code: string } }>(url, `/api/approvals/${told?.approval?.id ?? ''}`, person, {
      decision: 'approve',
    });
    expect(again.body.error?.code).toBe('ALREADY_DECIDED');
  }
}

/** Nothing began that was not decided: each beginning has its decision, in its own record or in one before it. */
function checkDecisions(world: DoorsWorld): void {
  type Begun = { call_id: string; body: string };
  const begun = world.rows<Begun>(`select call_id, body from audit where kind = 'call.started'`);
  for (const { body } of begun) expect(JSON.parse(body)).toMatchObject({ decision: expect.anything() });
  const without = world.rows<{ id: string }>(
    `select id from calls where state in ('ok', 'unknown') and id not in (select call_id from audit where call_id is not null)`,
  );
  expect(without).toEqual([]);
}
