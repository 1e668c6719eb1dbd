/** A refused call records what was attempted: without secrets, bounded, and never to be run. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { CallView } from '../../../src/core/index.ts';
import { MAIL, openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';
import { withContents } from '../../support/worlds/stored-contents.ts';
import { startServer } from '../../support/servers/test-server.ts';

const MOST = 16_000;
let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

async function attempted(tool: string, args: unknown): Promise<unknown> {
  const { callId, state } = await sample.refused(tool, args);
  const { calls } = sample.deputize.runtime;
  const shown = await calls.show(callId, sample.agent);
  const [listed] = await calls.list({ limit: 1 }, sample.agent);
  expect([state, shown.state]).toEqual(['refused', 'blocked']);
  expect(shown).toMatchObject({ approvedArgs: null, executedArgs: null });
  expect(listed?.proposedArgs).toEqual(shown.proposedArgs);
  const [stored] = await withContents(sample.data, [{ args: storedArgs(callId) }], 'args');
  expect(stored?.args.length).toBeLessThanOrEqual(MOST);
  return shown.proposedArgs;
}

const storedArgs = (callId: string): string =>
  sample.sql<{ args_json: string }>(`select args_json from calls where id = '${callId}'`)[0]?.args_json ?? '';

describe('R10: a refused call shows the attempted arguments', () => {
  test('as given, where they are JSON', async () => {
    const invalid = { to: 'not a list', body: 7, more: [null, { deep: true }] };
    expect(await attempted('send', invalid)).toEqual(invalid);
    expect(await attempted('no_such_tool', MAIL)).toEqual(MAIL);
    expect(await attempted('facts_throw', {})).toEqual({});
    expect(await attempted('admin_only', { text: 'secret plan' })).toEqual({ text: 'secret plan' });
    expect(await attempted('send', 'no object')).toBe('no object');
    expect(await attempted('send', { body: 'x'.repeat(10_000) })).toEqual({ body: 'x'.repeat(10_000) });
  });

  test('as bounded text, where they are longer than 16,000 characters', async () => {
    const shown = await attempted('send', { to: [], body: '"'.repeat(30_000) });
    expect(shown).toMatch(/^\{"to":\[\],"body":"/);
    expect(shown).toMatch(/… \[cut: \d+ of 60019 characters\]$/);
    expect(await attempted('send', 'y'.repeat(50_000))).toMatch(/^y+… \[cut: \d+ of 50000 characters\]$/);
  });

  test('as bounded text, where they are not JSON', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(await attempted('any', cyclic)).toBe('[object that cannot be written as JSON]');
    expect(await attempted('any', { n: 10n })).toBe('[object that cannot be written as JSON]');
    expect(await attempted('any', () => 1)).toBe('[function that cannot be written as JSON]');
    expect(await attempted('any', { half: '\uD83D' })).toBe(String.raw`{"half":"\ud83d"}`);
    let deep: unknown = { password: 'hunter22-deep' };
    for (let level = 0; level < 100; level += 1) deep = { deep };
    expect(await attempted('any', deep)).toMatch(/^\{"deep":.*\[redacted\]/);
    expect(await attempted('any', undefined)).toBeNull();
  });

  test('without secrets', async () => {
    const key = `sk-${'a1'.repeat(20)}`;
    const login = { pin: '4711', all: [{ code: '0815' }], details: { password: 'hunter22' }, memo: 7, text: key };
    const hidden = '[redacted]';
    expect(await attempted('login', login)).toEqual({
      ...{ pin: hidden, all: [{ code: hidden }], details: { password: hidden }, memo: 7, text: hidden },
    });
    expect(await attempted('login', '{"pin":"4711", broken')).toBe(
      '[21 characters, not stored: the tool takes secrets]',
    );
    expect(await attempted('login', { ...login, half: '\uD83D' })).toContain(`"pin":"${hidden}"`);
    expect(await attempted('no_such_tool', { api_key: 'abcdefgh', note: `use ${key}` })).toEqual({
      ...{ api_key: hidden, note: `use ${hidden}` },
    });
    const sealed = sample.sql<{ args_json: string }>('select args_json from calls');
    const rows = (await withContents(sample.data, sealed, 'args_json')).map(({ args_json }) => args_json);
    expect(rows.join()).toContain(hidden);
    for (const secret of ['4711', '0815', 'hunter22', key, 'abcdefgh']) expect(rows.join()).not.toContain(secret);
  });

  test('and is never run, not under its id and not after a restart', async () => {
    const { callId } = await sample.refused('note', { wrong: 1 }, { callId: 'never' });
    expect(await sample.call('note', { text: 'valid' }, { callId })).toMatchObject({ state: 'refused' });
    await sample.reopen();
    expect(await sample.call('note', { text: 'valid' }, { callId })).toMatchObject({ state: 'refused' });
    const { runtime } = sample.deputize;
    expect(await thrownBy(runtime.undo(callId, sample.person))).toMatchObject({ code: 'NOT_UNDOABLE' });
    expect(await runtime.calls.show(callId, sample.agent)).toMatchObject({
      ...{ state: 'blocked', startedAt: null, proposedArgs: { wrong: 1 } },
    });
    expect(sample.world.effects).toEqual([]);
  });

  test('over HTTP, alone and in the list', async () => {
    await using http = await startServer();
    const args = { path: 7, also: 'this' };
    const { body } = await http.call('read_file', args, { callId: 'refused-1' });
    expect(body).toMatchObject({ state: 'refused', error: { code: 'INVALID_ARGUMENTS' } });
    expect((await http.json('/api/calls/refused-1')).body).toMatchObject({ state: 'blocked', proposedArgs: args });
    const { body: list } = await http.json<{ calls: CallView[] }>('/api/calls');
    expect(list.calls[0]).toMatchObject({ callId: 'refused-1', proposedArgs: args });
  });
});
