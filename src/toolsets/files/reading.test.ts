import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { drive } from '../../../test/support/worlds/drive-tool.ts';
import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { listDirectory } from './list-directory.ts';
import { readFile } from './read-file.ts';

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
  await mkdir(join(space.root, 'docs/.hidden'), { recursive: true });
  await writeFile(join(space.root, 'docs/a.txt'), 'hé');
  await writeFile(join(space.root, 'docs/.hidden/b'), new Uint8Array([0, 255]));
  await symlink('a.txt', join(space.root, 'docs/link'));
  await utimes(join(space.root, 'docs/a.txt'), 1_700_000_000, 1_700_000_000);
});
afterEach(() => space[Symbol.asyncDispose]());

describe('W1: list_directory', () => {
  test('lists one level without hidden names', async () => {
    const { value, facts } = await drive(listDirectory, space.files, { path: './docs/' });
    expect(value).toMatchObject({
      entries: [
        { name: 'a.txt', type: 'file', size: 3, modified: '2023-11-14T22:13:20.000Z' },
        { name: 'link', type: 'symlink' },
      ],
    });
    expect(facts).toEqual({ effect: 'read', paths: ['docs'] });
  });

  test('lists everything below the root when asked', async () => {
    const { value } = await drive(listDirectory, space.files, { path: '.', recursive: true, includeHidden: true });
    const { entries } = value as { entries: { name: string }[] };
    expect(entries.map(({ name }) => name)).toEqual([
      'docs',
      'docs/.hidden',
      'docs/.hidden/b',
      'docs/a.txt',
      'docs/link',
    ]);
  });

  test('says what is wrong', async () => {
    const code = (path: string) =>
      drive(listDirectory, space.files, { path }).catch((error: { code: string }) => error.code);
    expect(await code('none')).toBe('FILE_NOT_FOUND');
    expect(await code('docs/a.txt')).toBe('NOT_A_DIRECTORY');
    expect(await code('docs/link')).toBe('INVALID_PATH');
    expect(await code('..')).toBe('INVALID_PATH');
    await expect(drive(listDirectory, space.files, { path: '.', depth: 1 })).rejects.toThrow(/INVALID_ARGUMENTS/);
  });
});

describe('W1: read_file', () => {
  test('answers content, size and time', async () => {
    const { value } = await drive(readFile, space.files, { path: 'docs/a.txt' });
    expect(value).toEqual({ content: 'hé', size: 3, modified: '2023-11-14T22:13:20.000Z' });
  });

  test('answers binary files as base64 only', async () => {
    const path = 'docs/.hidden/b';
    const { value } = await drive(readFile, space.files, { path, encoding: 'base64' });
    expect(value).toMatchObject({ content: 'AP8=', size: 2 });
    await expect(drive(readFile, space.files, { path })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });

  test('says what is wrong', async () => {
    const code = (path: string) =>
      drive(readFile, space.files, { path }).catch((error: { code: string }) => error.code);
    expect(await code('docs/none')).toBe('FILE_NOT_FOUND');
    expect(await code('none/none')).toBe('FILE_NOT_FOUND');
    expect(await code('docs')).toBe('NOT_A_FILE');
    expect(await code('.')).toBe('NOT_A_FILE');
    expect(await code('docs/link')).toBe('NOT_A_FILE');
    expect(await code('docs/a.txt/x')).toBe('NOT_A_DIRECTORY');
    expect(await code('/etc/passwd')).toBe('INVALID_PATH');
  });

  test('labels what it reads as private and untrusted', () => {
    expect(readFile.labels).toEqual({ private: true, untrusted: true, sendsOut: false });
  });
});
