/** Results that are too long, and calls that are taken back. */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { Outcome, Principal } from '../../../src/core/index.ts';
import { openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';

describe('R17: long results', () => {
  let sample: Sample;
  beforeEach(async () => {
    sample = await openSample({ limits: { outputBudget: 2_000 } });
  });
  afterEach(() => sample[Symbol.asyncDispose]());

  interface Big {
    lines: string[];
    note: string;
    count: number;
  }
  const big = async () => {
    const outcome = await sample.call('big', {});
    if (outcome.state !== 'ok' || !outcome.truncated) throw new Error('it was not cut');
    return { ...outcome, value: outcome.value as unknown as Big, truncated: outcome.truncated };
  };

  test('are cut to the budget and still fit the output schema', async () => {
    const { value, truncated } = await big();
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_000);
    const tool = sample.deputize.runtime.registry.requireTool('app', 'big');
    expect(tool.output.validate(value)).toMatchObject({ ok: true });
    expect(value.lines[0]).toBe('line 0 😀');
    expect(truncated.parts).toEqual(
      expect.arrayContaining([
        { path: '/lines', kept: value.lines.length - 1, total: 3_000 },
        { path: '/note', kept: value.note.lastIndexOf('…'), total: 5_000 },
      ]),
    );
    expect(truncated.characters).toBeGreaterThan(40_000);
    expect(value.lines.at(-1)).toMatch(
      /^… \[cut: \d+ of 3000 items; read on with read_result callId=\S+ offset=\d+\]$/,
    );
    expect(value.note).toMatch(/… \[cut: \d+ of 5000 characters; read on with read_result callId=\S+ offset=\d+\]$/);
  });

  test('can be read on by the model, piece by piece, to the very end', async () => {
    const { callId, truncated } = await big();
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const outcome: Outcome = await sample.call('read_result', { callId, offset, length: 500 * 2 });
      if (outcome.state !== 'ok') throw new Error(outcome.state);
      const piece = outcome.value as { text: string; offset: number; total: number; next: number | null };
      expect(piece).toMatchObject({ offset, total: truncated.characters });
      text += piece.text;
      offset = piece.next;
      if (text.length > 100_000) throw new Error('it does not end');
    }
    expect((JSON.parse(text) as Big).lines).toHaveLength(3_000);
  }, 60_000);

  test('can be read on by the application, and from the end there is nothing more', async () => {
    const { callId, truncated } = await big();
    const { calls } = sample.deputize.runtime;
    const whole = await calls.readOn(callId, sample.agent, 0, 1_000_000);
    expect((JSON.parse(whole.text) as Big).note).toHaveLength(5_000);
    expect(whole).toMatchObject({ next: null, total: truncated.characters });
    expect(await calls.readOn(callId, sample.agent, 10_000_000, 10)).toMatchObject({ text: '', next: null });
  });

  test('are the same when the call is repeated under its id, and after a restart', async () => {
    const first = await sample.call('big', {}, { callId: 'b1' });
    await sample.reopen();
    expect(await sample.call('big', {}, { callId: 'b1' })).toEqual(first);
    expect(await sample.deputize.runtime.calls.readOn('b1', sample.agent, 0, 20)).toMatchObject({ offset: 0 });
  });

  test('of another call, or of one without a result, cannot be read', async () => {
    expect(await sample.refused('read_result', { callId: 'nothing' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const { callId } = await sample.pending('wipe', { disk: 'a' });
    expect(await sample.refused('read_result', { callId })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('R11: undo', () => {
  let base: string;
  let assembly: AppAssembly;
  let agent: Principal;
  let person: Principal;
  const at = (name: string) => join(base, 'work', name);
  const gone = (name: string) =>
    stat(at(name)).then(
      () => false,
      () => true,
    );

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'undo-'));
    await mkdir(join(base, 'work'));
    assembly = await assemble({ data: join(base, 'data'), workspace: join(base, 'work'), log: () => undefined });
    [agent, person] = [await assembly.owner('agent', 'test'), await assembly.owner('person', 'test')];
  });
  afterEach(async () => {
    await assembly.close();
    await rm(base, { recursive: true, force: true });
  });

  async function run(tool: string, args: object): Promise<string> {
    const { runtime } = assembly;
    const outcome = await runtime.call({ tool, args, preset: 'workspace' }, agent);
    if (outcome.state !== 'pending') return outcome.callId;
    await runtime.approvals.decide(outcome.approval.id, { decision: 'approve', via: 'test' }, person);
    return outcome.callId;
  }
  const undo = (callId: string) => assembly.runtime.undo(callId, person);

  test('takes back what was created, overwritten, deleted and moved', async () => {
    await writeFile(at('old.txt'), 'before');
    const created = await run('write_file', { path: 'new/a.txt', content: 'a', createDirs: true });
    const overwritten = await run('write_file', { path: 'old.txt', content: 'after' });
    expect(await readFile(at('old.txt'), 'utf8')).toBe('after');
    expect(await undo(overwritten)).toMatchObject({ state: 'undone', callId: overwritten, tool: 'write_file' });
    expect(await readFile(at('old.txt'), 'utf8')).toBe('before');
    await undo(created);
    expect(await gone('new')).toBe(true);

    const deleted = await run('delete_file', { path: 'old.txt' });
    expect(await gone('old.txt')).toBe(true);
    await undo(deleted);
    expect(await readFile(at('old.txt'), 'utf8')).toBe('before');

    const moved = await run('move_file', { from: 'old.txt', to: 'newer.txt' });
    await undo(moved);
    expect(await readFile(at('old.txt'), 'utf8')).toBe('before');
    expect(await gone('newer.txt')).toBe(true);
    expect(await assembly.runtime.calls.show(moved, person)).toMatchObject({ state: 'undone', canUndo: false });
  });

  test('refuses where the target has changed since, and says so', async () => {
    const callId = await run('write_file', { path: 'a.txt', content: 'mine' });
    expect(await assembly.runtime.calls.show(callId, person)).toMatchObject({ canUndo: true });
    await writeFile(at('a.txt'), 'someone else');
    expect(await thrownBy(undo(callId))).toMatchObject({ code: 'CONFLICT' });
    expect(await readFile(at('a.txt'), 'utf8')).toBe('someone else');
    await writeFile(at('a.txt'), 'mine');
    expect(await undo(callId)).toMatchObject({ state: 'undone' });
  });

  test('happens once, is recorded, and not for what leaves nothing behind', async () => {
    const callId = await run('write_file', { path: 'a.txt', content: 'a' });
    await undo(callId);
    expect(await thrownBy(undo(callId))).toMatchObject({ code: 'NOT_UNDOABLE' });
    const kinds = (await assembly.runtime.audit.read({ callId })).map(({ kind }) => kind);
    expect(kinds).toEqual(['call.started', 'call.ended', 'undo.started', 'undo.ended']);
    expect(await thrownBy(undo(await run('list_directory', { path: '.' })))).toMatchObject({ code: 'NOT_UNDOABLE' });
    expect(await thrownBy(undo('nothing'))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
