/** Flags of the command line that are given more than once. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'cli-flags-'));
  await mkdir(join(base, 'work'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const runOn = (data: string, ...argv: string[]) =>
  deputize([...argv, '--data', join(base, data), '--workspace', join(base, 'work')]);
const writeOn = (data: string, path: string, content: string) =>
  runOn(data, 'call', 'write_file', JSON.stringify({ path, content }), '--preset', 'workspace');
const BOTH = ['--pattern', '/path=*.txt', '--pattern', '/content=ok*', '--remember', 'always'];

async function expectBothPatterns(data: string): Promise<void> {
  expect((await writeOn(data, 'b.txt', 'ok 2')).json).toMatchObject({ state: 'reported' });
  expect((await writeOn(data, 'c.txt', 'other')).json).toMatchObject({ state: 'pending' });
  expect((await writeOn(data, 'c.md', 'ok 3')).json).toMatchObject({ state: 'pending' });
}

async function pend(data: string): Promise<string> {
  expect((await runOn(data, 'settings', 'set', 'write_file', 'ask')).code).toBe(0);
  const { json } = await writeOn(data, 'a.txt', 'ok 1');
  expect(json).toMatchObject({ state: 'pending' });
  return (json['approval'] as { id: string }).id;
}

test('approvals approve keeps every pattern, and the grant holds only where all fit', async () => {
  const id = await pend('approve');
  expect((await runOn('approve', 'approvals', 'approve', id, ...BOTH)).json).toMatchObject({ state: 'ok' });
  await expectBothPatterns('approve');
});

test('grants add keeps every pattern, and the grant holds only where all fit', async () => {
  const id = await pend('grants');
  expect((await runOn('grants', 'approvals', 'approve', id)).json).toMatchObject({ state: 'ok' });
  expect((await runOn('grants', 'grants', 'add', id, ...BOTH)).code).toBe(0);
  await expectBothPatterns('grants');
});

test.each(
  [
    ['approvals', 'approve', 'x', '--reason', 'a', '--reason', 'b'],
    ['approvals', 'approve', 'x', '--pattern', '/path=a', '--pattern', '/path=b'],
    ['approvals', 'approve', 'x', '--pattern', 'path'],
    ['call', 'list_directory', '{}', '--preset', 'workspace', '--preset', 'personal'],
    ['doctor', '--config', 'a', '--config=b'],
    ['tools', 'list', '--preset', 'a', '--preset', 'b'],
    ['start', '--port', '0', '--port', '1'],
  ].map((argv) => ({ argv, line: argv.join(' ') })),
)('refuses as wrong usage: $line', async ({ argv }) => {
  const { code, json } = await deputize([...argv, '--data', join(base, 'usage')]);
  expect(code).toBe(2);
  expect((json['error'] as { code: string }).code).toBe('INVALID_REQUEST');
});
