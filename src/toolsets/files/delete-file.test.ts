import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { context, drive, previewText } from '../../../test/support/worlds/drive-tool.ts';
import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { openHandles, patient, temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { deleteFile } from './delete-file.ts';

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
  await mkdir(at('d/e/empty'), { recursive: true });
  await writeFile(at('d/a.txt'), 'aaa');
  await writeFile(at('d/.hidden'), 'h');
  await writeFile(at('d/e/run.sh'), 'run');
  await chmod(at('d/e/run.sh'), 0o4755);
  await symlink(space.outside, at('d/link'));
  await chmod(at('d/e/empty'), 0o1777);
  for (const name of ['d/e/run.sh', 'd/e/empty', 'd/e', 'd']) await utimes(at(name), 1_600_000_000, 1_600_000_000);
});
afterEach(() => space[Symbol.asyncDispose]());

const at = (name: string) => join(space.root, name);
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const everything = async () => {
  const names = (await readdir(space.root, { recursive: true })).sort();
  const looks = names.map(async (name) => {
    const stats = await lstat(at(name));
    const content = stats.isFile()
      ? await readFile(at(name), 'utf8')
      : stats.isSymbolicLink()
        ? await readlink(at(name))
        : '';
    // Times are kept to the millisecond.
    return [name, stats.mode, Math.floor(stats.mtimeMs), content];
  });
  return Promise.all(looks);
};

describe('W1: delete_file', () => {
  test('removes a file and answers its path', async () => {
    const { value, facts } = await drive(deleteFile, space.files, { path: 'd//a.txt' });
    expect(value).toEqual({ deleted: ['d/a.txt'] });
    expect(facts).toEqual({ effect: 'write', paths: ['d/a.txt'], destructive: true, reversible: true });
  });

  test('answers every path of a directory, and shows them all before', async () => {
    const { value, preview } = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    expect(value).toEqual({
      deleted: ['d/.hidden', 'd/a.txt', 'd/e/empty', 'd/e/run.sh', 'd/e', 'd/link', 'd'],
    });
    expect(await readdir(space.root)).toEqual([]);
    expect(preview?.title).toContain('the 6 entries in it');
    for (const line of ['d/', 'd/.hidden (1 bytes)', 'd/a.txt (3 bytes)', 'd/e/empty/', 'd/link (link only)']) {
      expect(previewText(preview).split('\n')).toContain(line);
    }
  });

  test('removes an empty directory and a link without recursive, and only the link', async () => {
    const outside = await space.snapshotOutside();
    await drive(deleteFile, space.files, { path: 'd/e/empty' });
    await drive(deleteFile, space.files, { path: 'd/link' });
    expect(await readdir(at('d'))).not.toContain('link');
    expect(await space.snapshotOutside()).toBe(outside);
  });

  test('refuses a directory with content, what is not there, the root and bad paths', async () => {
    await expect(drive(deleteFile, space.files, { path: 'd' })).rejects.toThrow(refused('DIRECTORY_NOT_EMPTY'));
    await expect(drive(deleteFile, space.files, { path: 'none' })).rejects.toThrow(refused('FILE_NOT_FOUND'));
    for (const path of ['', '.', './', '..', 'd/..', '/']) {
      expect(() => deleteFile.facts({ path, recursive: true }, context(space.files))).toThrow(refused('INVALID_PATH'));
    }
    await expect(drive(deleteFile, space.files, { path: 'd/link/a.txt' })).rejects.toThrow(refused('INVALID_PATH'));
  });

  test('shows names that would break a line on one line', async () => {
    await writeFile(at('d/x\nd (0 bytes)'), '');
    const { preview } = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    expect(previewText(preview)).toContain('d/x\\u000ad (0 bytes) (0 bytes)');
  });
});

describe('W2: an approved deletion', () => {
  test.each(['beforeRun', 'beforeEffect'] as const)('of something that changed is a conflict (%s)', async (when) => {
    const before = await everything();
    const meddle = { [when]: () => writeFile(at('d/e/late'), 'late') };
    const call = drive(deleteFile, space.files, { path: 'd', recursive: true }, meddle);
    await expect(call).rejects.toThrow(refused('CONFLICT'));
    expect(await everything()).toHaveLength(before.length + 1);
    expect(await readFile(at('d/e/late'), 'utf8')).toBe('late');
  });

  test('is asked for every time', () => {
    expect(deleteFile).toMatchObject({ risk: 'high', confirmation: 'always', grants: false });
  });
});

describe('R11: undoing a deletion', () => {
  test('brings a directory back whole: links, empty directories, modes and times', async () => {
    const before = await everything();
    const call = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    const handles = await openHandles();
    await call.undo();
    expect(await everything()).toEqual(before);
    await call.undo();
    expect(await everything()).toEqual(before);
    expect(await openHandles()).toBe(handles);
  });

  test('restores what is missing after a deletion that ended halfway', async () => {
    const before = await everything();
    const call = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    await call.undo();
    await rm(at('d/a.txt'));
    await rm(at('d/e'), { recursive: true });
    await call.undo();
    expect(await everything()).toEqual(before);
  });

  test('makes missing parents again', async () => {
    const inner = await drive(deleteFile, space.files, { path: 'd/e/run.sh' });
    await rm(at('d'), { recursive: true });
    await inner.undo();
    expect(await readFile(at('d/e/run.sh'), 'utf8')).toBe('run');
  });

  test('refuses when something else is there now', async () => {
    const call = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    await writeFile(at('d'), 'something else');
    await expect(call.undo()).rejects.toMatchObject({ name: 'DeputizeError', code: 'CONFLICT' });
    expect(await readFile(at('d'), 'utf8')).toBe('something else');
  });

  test('is refused, with nothing half restored, when a kept object is damaged', async () => {
    const call = await drive(deleteFile, space.files, { path: 'd', recursive: true });
    const objects = join(space.root, '..', 'objects');
    const kept = (await readdir(objects, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    for (const name of kept) await writeFile(join(objects, name), 'damaged');
    await expect(call.undo()).rejects.toThrow(/damaged/);
    expect(await readdir(space.root)).toEqual([]);
    expect(await space.files.fingerprint('d', patient)).toBe('absent');
  });
});
