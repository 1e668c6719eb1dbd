/** A process finds what another one left whose tools it does not have. */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { crashTools } from '../../support/crash/crash-tools.ts';
import { SecondDoor } from '../../support/processes/second-door.ts';

const DAY = 24 * 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unknown-tools-'));
  await using door = await SecondDoor.open({ data: folder, effects: join(folder, 'effects.txt') });
  void door.perform([
    { do: 'call', tool: 'look_up', args: { before: 2_000 }, callId: 'look' },
    { do: 'call', tool: 'append_line', args: { before: 60_000 }, callId: 'line' },
  ]);
  while (JSON.stringify(Object.values(states())) !== '["running","running"]') await pause(20);
  await door.kill();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function change(sql: string): void {
  const database = new DatabaseSync(join(folder, 'deputize.db'), { timeout: 10_000 });
  database.exec(sql);
  database.close();
}

function states(): Record<string, unknown> {
  const database = new DatabaseSync(join(folder, 'deputize.db'), { readOnly: true, timeout: 10_000 });
  const rows = database.prepare('select id, state from calls').all();
  database.close();
  return Object.fromEntries(rows.map((row) => [String(row['id']), row['state']]));
}

/** Opens and closes a process that has these tools; what it takes over it ends. */
async function comesBy(tools: ReturnType<typeof crashTools>): Promise<void> {
  const deputize = await createDeputize({ data: folder, tools, log: () => undefined });
  await deputize.runtime.settle(20_000);
  await deputize.close();
}

test('R9: what is safe to run again waits for a process that knows the tool; the rest is in doubt at once', async () => {
  await comesBy([]);
  expect(states()).toEqual({ look: 'running', line: 'unknown' });
  await comesBy([]);
  expect(states()).toEqual({ look: 'running', line: 'unknown' });
  await comesBy(crashTools(join(folder, 'effects.txt')));
  expect(states()).toEqual({ look: 'ok', line: 'unknown' });
});

test('R9: after a day a call no longer waits for a process and is unknown', async () => {
  change(`update calls set started_at = started_at - ${DAY} where id = 'look'`);
  await comesBy([]);
  expect(states()).toEqual({ look: 'unknown', line: 'unknown' });
});
