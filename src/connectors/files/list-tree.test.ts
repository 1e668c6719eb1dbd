/** The quick listing by `find` answers what the careful one does, name by name, in a tree made to tell them apart. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { DirectoryHandle } from './handles.ts';
import { defaultLimits } from './limits.ts';
import { listTree } from './list-tree.ts';
import { listDirectory, type FileListOptions } from './list.ts';

let root: string;
let directory: DirectoryHandle;

/** Names as bytes, since some of them are no text. */
const inRoot = (name: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${root}/`), name]);
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deputize-list-'));
  const folders = ['a', 'a-b', 'a/b', '.hidden', '.hidden/deep', 'odd\tname', 'odd\tname/new\nline', 'ö', '\uFFFD'];
  for (const folder of folders) {
    await mkdir(join(root, folder));
    await writeFile(join(root, folder, 'file'), 'x'.repeat(folder.length));
    await writeFile(join(root, folder, '.dot'), '');
  }
  await mkdir(inRoot(latin('a/not-\xFF-text')));
  await writeFile(inRoot(latin('a/not-\xFF-text/below')), '');
  await writeFile(inRoot(latin('a/caf\xE9')), 'x');
  await writeFile(join(root, '.deputize-tmp-0123456789abcdef01234567'), '');
  await writeFile(join(root, 'a', 'B'), '');
  await symlink('/etc', join(root, 'away'));
  await symlink('nowhere', join(root, 'a', 'broken'));
  await symlink('..', join(root, 'a', 'up'));
  execFileSync('mkfifo', [join(root, 'a', 'pipe')]);
  for (const [index, seconds] of [0, -1.5, 1, 4_102_444_800, 8_000_000_000, 1_700_000_000.007].entries()) {
    await writeFile(join(root, `time${index}`), '');
    await utimes(join(root, `time${index}`), seconds, seconds);
  }
  directory = await open(root);
});
afterAll(async () => {
  await directory[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

const listing = (changes: Partial<FileListOptions> = {}): FileListOptions => ({
  ...{ recursive: true, includeHidden: true, signal: new AbortController().signal, limits: defaultLimits },
  ...changes,
});

test.each([true, false])('answers the same, with hidden ones: %s', async (includeHidden) => {
  const careful = await listDirectory(directory, listing({ includeHidden }));
  expect(careful.length).toBeGreaterThan(includeHidden ? 30 : 20);
  expect(await listTree(directory, listing({ includeHidden }))).toEqual(careful);
});

test('answers the same when the directories at the top cannot be shared out', async () => {
  const name = inRoot(latin('not-\xFF-text'));
  await mkdir(name);
  try {
    expect(await listTree(directory, listing())).toEqual(await listDirectory(directory, listing()));
  } finally {
    await rmdir(name);
  }
});

test.each([
  ['There are more than 10 entries.', { ...defaultLimits, listed: 10 }],
  ['A directory lies deeper than 1 levels.', { ...defaultLimits, depth: 1 }],
] as const)('refuses in the same words: %s', async (reason, limits) => {
  await expect(listDirectory(directory, listing({ limits }))).rejects.toThrow(reason);
  await expect(listTree(directory, listing({ limits }))).rejects.toThrow(reason);
});

test('stops at once on abort', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(listTree(directory, listing({ signal }))).rejects.toThrow('enough');
});
