/** P8: the person's own file store, through the whole runtime as the command line and the server assemble it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { Outcome, Principal } from '../../../src/core/index.ts';

let data: string;
let assembly: AppAssembly;
let agent: Principal;
let person: Principal;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'deputize-bucket-'));
  assembly = await assemble({ data });
  agent = await assembly.owner('agent', 'test');
  person = await assembly.owner('person', 'test');
});
afterEach(async () => {
  await assembly.close();
  await rm(data, { recursive: true });
});

const call = (tool: string, args: unknown): Promise<Outcome> =>
  assembly.runtime.call({ preset: 'personal', tool, args }, agent);
const approvalOf = (outcome: Outcome): string => (outcome.state === 'pending' ? outcome.approval.id : '');
const approve = (outcome: Outcome) =>
  assembly.runtime.approvals.decide(approvalOf(outcome), { decision: 'approve', via: 'test' }, person);
const keys = async (args = {}) => {
  const outcome = await call('list_files', args);
  return outcome.state === 'ok' ? (outcome.value as { files: { key: string }[] }).files.map(({ key }) => key) : outcome;
};

describe('P8: write_file', () => {
  test('runs at once, is reported, and can be read back byte for byte', async () => {
    expect(await call('write_file', { key: 'notes/a.txt', content: 'hé\n' })).toMatchObject({
      state: 'reported',
      value: { key: 'notes/a.txt', size: 4 },
      report: expect.stringContaining('Write a file') as string,
    });
    expect(await call('read_file', { key: 'notes/a.txt' })).toMatchObject({
      state: 'ok',
      value: { content: 'hé\n', size: 4 },
    });
    await call('write_file', { key: 'b', content: 'AP8=', encoding: 'base64' });
    expect(await call('read_file', { key: 'b' })).toMatchObject({
      state: 'failed',
      error: { code: 'INVALID_ARGUMENTS' },
    });
    expect(await call('read_file', { key: 'b', encoding: 'base64' })).toMatchObject({ value: { content: 'AP8=' } });
  });

  test('is undone to the version before, and to nothing where there was none', async () => {
    await call('write_file', { key: 'a', content: 'one' });
    const second = await call('write_file', { key: 'a', content: 'two' });
    await assembly.runtime.undo(second.callId, person);
    expect(await call('read_file', { key: 'a' })).toMatchObject({ value: { content: 'one' } });
    const fresh = await call('write_file', { key: 'b', content: 'x' });
    await assembly.runtime.undo(fresh.callId, person);
    expect(await call('read_file', { key: 'b' })).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } });
  });

  test('is not undone over a later change', async () => {
    const first = await call('write_file', { key: 'a', content: 'one' });
    await call('write_file', { key: 'a', content: 'two' });
    await expect(assembly.runtime.undo(first.callId, person)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await call('read_file', { key: 'a' })).toMatchObject({ value: { content: 'two' } });
  });

  test('of many writers at once, each is in the history or gets a conflict', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('write_file', { key: 'a', content: `writer ${at}` })),
    );
    const won = outcomes.filter(({ state }) => state === 'reported').length;
    const lost = outcomes.filter((outcome) => 'error' in outcome && outcome.error.code === 'CONFLICT').length;
    expect(won).toBeGreaterThan(0);
    expect(won + lost).toBe(20);
  });
});

describe('P8: delete_file', () => {
  test('waits for a person, deletes what was shown, and comes back by undo', async () => {
    await call('write_file', { key: 'a', content: 'one' });
    const asked = await call('delete_file', { key: 'a' });
    expect(asked).toMatchObject({ state: 'pending' });
    expect(await keys()).toEqual(['a']);
    const { outcome } = await approve(asked);
    expect(outcome).toMatchObject({ state: 'ok', value: { deleted: 'a' } });
    expect(await keys()).toEqual([]);
    await assembly.runtime.undo(asked.callId, person);
    expect(await call('read_file', { key: 'a' })).toMatchObject({ value: { content: 'one' } });
  });

  test('leaves a file alone that has changed since it was shown', async () => {
    await call('write_file', { key: 'a', content: 'one' });
    const asked = await call('delete_file', { key: 'a' });
    await call('write_file', { key: 'a', content: 'two' });
    const { outcome } = await approve(asked);
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } });
    expect(await keys()).toEqual(['a']);
  });

  test('of what is not there is refused before anyone is asked', async () => {
    expect(await call('delete_file', { key: 'none' })).toMatchObject({
      state: 'refused',
      error: { code: 'FILE_NOT_FOUND' },
    });
  });
});

describe('P8: keys', () => {
  test.each(['../a', 'a/../b', 'a//b', '/a', 'a/', '.', '..', 'a/./b', './a'])(
    '%j is refused as a path',
    async (key) => {
      for (const [tool, args] of [
        ['read_file', { key }],
        ['write_file', { key, content: '' }],
        ['delete_file', { key }],
      ] as const) {
        expect(await call(tool, args)).toMatchObject({ state: 'refused', error: { code: 'INVALID_PATH' } });
      }
      expect(await keys()).toEqual([]);
    },
  );

  test.each(['', 'a b', 'a\\b', 'a%2e', 'ä', 'a\n', 'a\0', 'a:b', '~', 'a*', '\u202Ea', 'x'.repeat(513)])(
    '%j holds what keys cannot have',
    async (key) => {
      expect(await call('write_file', { key, content: '' })).toMatchObject({
        state: 'refused',
        error: { code: 'INVALID_ARGUMENTS' },
      });
    },
  );

  test('are listed by prefix, in pages, in order', async () => {
    for (const key of ['b/2', 'a', 'b/1', 'b', 'b/10', 'c']) await call('write_file', { key, content: key });
    expect(await keys()).toEqual(['a', 'b', 'b/1', 'b/10', 'b/2', 'c']);
    expect(await keys({ prefix: 'b/' })).toEqual(['b/1', 'b/10', 'b/2']);
    const first = await call('list_files', { prefix: 'b/', limit: 2 });
    expect(first).toMatchObject({ value: { next: 'b/10' } });
    expect(await keys({ prefix: 'b/', limit: 2, after: 'b/10' })).toEqual(['b/2']);
  });
});
