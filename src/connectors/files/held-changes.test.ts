import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDiskObjects } from '../objects/disk.ts';
import { openDiskFiles, type DiskFiles } from './disk.ts';

const { signal } = new AbortController();
let base: string;
let files: DiskFiles;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'held-'));
  mkdirSync(join(base, 'work'));
  files = await openDiskFiles({ root: join(base, 'work'), objects: await openDiskObjects(join(base, 'objects')) });
});
afterEach(async () => {
  await files.close();
  rmSync(base, { recursive: true });
});

test('holds new contents of files, applies them with their modes, and reverts them', async () => {
  const path = (name: string): string => join(base, 'work', name);
  for (const name of ['a', 'b', 'c']) writeFileSync(path(name), `old ${name}`, { mode: 0o755 });
  const contents = ['a', 'b', 'c', 'absent'].map((name) => ({ path: name, bytes: Buffer.from(`new ${name}`) }));
  const id = await files.stagedChanges.holdFiles(contents, signal);
  expect(readFileSync(path('a'), 'utf8')).toBe('old a');

  writeFileSync(path('b'), 'the person');
  const kept: string[] = [];
  const keep = async (step: { readonly id: string }): Promise<void> => {
    // The undo record comes before the first change.
    expect(readFileSync(path('a'), 'utf8')).toBe('old a');
    kept.push(step.id);
  };
  const { changes, dropped } = await files.stagedChanges.applyHeld(id, keep, signal);
  expect(changes.map((change) => change.path)).toEqual(['a', 'c']);
  expect(dropped).toEqual([{ path: 'b', reason: 'conflict' }]);
  expect(['a', 'b', 'c'].map((name) => readFileSync(path(name), 'utf8'))).toEqual(['new a', 'the person', 'new c']);
  expect(statSync(path('a')).mode & 0o777).toBe(0o755);

  await files.stagedChanges.revert(kept[0] ?? '', signal);
  expect(['a', 'b', 'c'].map((name) => readFileSync(path(name), 'utf8'))).toEqual(['old a', 'the person', 'old c']);
});

test('refuses an id that names no held changes', async () => {
  for (const id of ['', '0'.repeat(64), '../../etc/passwd'])
    await expect(files.stagedChanges.applyHeld(id, async () => undefined, signal)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
});
