/** A call that is taken over while a runtime opens has its capabilities, before the caller of the constructor has the runtime. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { CALL_ID, findItself } from '../../support/processes/recovered-child.ts';

const program = fileURLToPath(new URL('../../support/processes/recovered-child.ts', import.meta.url));

test('R9: a call of a killed process runs again with what it needs', { timeout: 120_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'recovered-powers-'));
  try {
    const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    // The intent of a call that only looks is recorded once it turns out not to be quick.
    await expect.poll(() => stateOf(join(data, 'deputize.db')), { timeout: 60_000 }).toBe('running');
    child.kill('SIGKILL');
    await ended;
    let runs = 0;
    const tools = [findItself(() => (runs += 1), false)];
    const deputize = await createDeputize({ data, tools, log: () => undefined });
    try {
      const records = await deputize.runtime.audit.read({ limit: 100, callId: CALL_ID });
      expect(records.map(({ kind }) => kind)).toContain('runtime.recovered');
      const result = await deputize.call('find_itself', {}, { callId: CALL_ID });
      expect(result).toMatchObject({ ok: true, value: { found: ['find_itself'] } });
      expect(runs).toBe(1);
    } finally {
      await deputize.close();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

function stateOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('select state from calls where id = ?').get(CALL_ID)?.['state'];
  } finally {
    database.close();
  }
}
