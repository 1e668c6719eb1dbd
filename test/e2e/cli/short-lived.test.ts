/** A process that opens a ledger only for a moment takes nothing away from the calls that a dead one left. */
import { expect, test } from 'vitest';

import { createDeputize } from '../../../src/app/library.ts';
import { OWNER } from '../../../src/core/index.ts';
import { crashTools } from '../../support/crash/crash-tools.ts';
import { LedgerFolder } from '../../support/crash/ledger-folder.ts';

test('R9, R21: a recovered call outlives the process that closes before it is done', { timeout: 30_000 }, async () => {
  await using folder = await LedgerFolder.create();
  const door = await folder.secondDoor();
  const { data, effects, deputize } = folder;
  const person = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
  const state = async () => (await deputize.runtime.calls.show('long', person).catch(() => undefined))?.state;
  const call = { do: 'call', tool: 'look_up', args: { before: 1_500 }, callId: 'long' } as const;
  void door.perform([call]);
  await expect.poll(state).toBe('running');
  await door.kill();

  for (let at = 0; at < 2; at += 1) {
    const brief = await createDeputize({ data, tools: crashTools(effects) });
    await brief.close();
    expect(await state()).toBe('running');
  }
  const next = await createDeputize({ data, tools: crashTools(effects) });
  // A caller that repeats the call waits for its one outcome.
  const { outcome } = await next.call('look_up', call.args, { callId: 'long' });
  expect(outcome).toMatchObject({ state: 'ok', value: { found: 3_000 } });
  expect(await state()).toBe('ok');
  await next.close();
  expect(folder.records('long')).toEqual({ 'call.started': 1, 'runtime.recovered': 3, 'call.ended': 1 });
});
