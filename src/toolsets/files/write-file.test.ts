import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';

import { applyPatch } from 'diff';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { context, drive, previewText, validated } from '../../../test/support/worlds/drive-tool.ts';
import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { openHandles, temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import type { Json } from '../../ports/json.ts';
import { writeFile } from './write-file.ts';

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
});
afterEach(() => space[Symbol.asyncDispose]());

const at = (name: string) => join(space.root, name);
const text = (name: string) => readFile(at(name), 'utf8');
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('W1: write_file', () => {
  test('creates a file and answers its path and size', async () => {
    const { value, facts } = await drive(writeFile, space.files, { path: './a.txt', content: 'hé\n' });
    expect(value).toEqual({ path: 'a.txt', size: 4 });
    expect(await text('a.txt')).toBe('hé\n');
    expect(facts).toEqual({ effect: 'write', paths: ['a.txt'], destructive: false, reversible: true });
  });

  test('writes base64 as bytes', async () => {
    await drive(writeFile, space.files, { path: 'b', content: 'AP8=', encoding: 'base64' });
    expect([...(await readFile(at('b')))]).toEqual([0, 255]);
  });

  test('needs createDirs for a parent that is missing, and says so', async () => {
    const args = { path: 'x/y/z.txt', content: '' };
    await expect(drive(writeFile, space.files, args)).rejects.toThrow(/"x" does not exist.*createDirs/);
    await expect(drive(writeFile, space.files, args)).rejects.toThrow(refused('FILE_NOT_FOUND'));
    const { preview } = await drive(writeFile, space.files, { ...args, createDirs: true });
    expect(previewText(preview)).toContain('x/y');
    expect(await text('x/y/z.txt')).toBe('');
  });

  test('refuses directories, links, the root, bad paths and bad content before anything runs', async () => {
    await mkdir(at('d'));
    await symlink('d', at('link'));
    const facts = async (args: object) =>
      writeFile.facts({ content: '', encoding: 'utf-8', createDirs: true, ...args }, context(space.files));
    await expect(facts({ path: '../x' })).rejects.toThrow(refused('INVALID_PATH'));
    await expect(facts({ path: 'link/x' })).rejects.toThrow(refused('INVALID_PATH'));
    await expect(facts({ path: '.' })).rejects.toThrow(refused('INVALID_PATH'));
    await expect(facts({ path: 'x', content: '?', encoding: 'base64' })).rejects.toThrow(refused('INVALID_ARGUMENTS'));
    for (const path of ['d', 'link']) {
      await expect(drive(writeFile, space.files, { path, content: '' })).rejects.toThrow(refused('NOT_A_FILE'));
    }
  });
});

describe('W2: overwriting', () => {
  beforeEach(() => write(at('a.txt'), 'one\ntwo\nthree\n'));

  test('is destructive, and shows a diff that leads from the old content to the new', async () => {
    const content = 'one\nTWO\nthree\nfour';
    const { facts, preview } = await drive(writeFile, space.files, { path: 'a.txt', content });
    expect(facts.destructive).toBe(true);
    expect(preview?.title).toBe('Overwrite "a.txt" (18 bytes)');
    expect(applyPatch('one\ntwo\nthree\n', previewText(preview))).toBe(content);
  });

  test('shows a complete diff even where two texts have nothing in common', async () => {
    const old = Array.from({ length: 5_000 }, (_, index) => `old ${index}`).join('\n');
    const content = `${Array.from({ length: 5_000 }, (_, index) => `new ${index}`).join('\n')}\n`;
    await write(at('a.txt'), old);
    const { preview } = await drive(writeFile, space.files, { path: 'a.txt', content });
    expect(applyPatch(old, previewText(preview))).toBe(content);
  });

  test('says exactly what is not shown of binary and large content', async () => {
    const { preview } = await drive(writeFile, space.files, { path: 'a.txt', content: 'AP8=', encoding: 'base64' });
    expect(previewText(preview)).toMatch(/before: 14 bytes, sha256 [0-9a-f]{64}\nafter: 2 bytes, sha256 [0-9a-f]{64}/);
    const large = await drive(writeFile, space.files, { path: 'a.txt', content: 'x'.repeat(600_000) });
    expect(previewText(large.preview)).toMatch(/after: 600000 bytes, sha256 [0-9a-f]{64}/);
    const again = await drive(writeFile, space.files, { path: 'a.txt', content: 'y' });
    expect(previewText(again.preview)).toMatch(/before: 600000 bytes, fingerprint file:\d+:[0-9a-f]{64}/);
  });

  test.each(['beforeRun', 'beforeEffect'] as const)(
    'something else than was approved is a conflict (%s)',
    async (when) => {
      const meddle = { [when]: () => write(at('a.txt'), 'meanwhile') };
      const call = drive(writeFile, space.files, { path: 'a.txt', content: 'new' }, meddle);
      await expect(call).rejects.toThrow(refused('CONFLICT'));
      expect(await text('a.txt')).toBe('meanwhile');
    },
  );

  test('a file that appeared after the call was decided is a conflict', async () => {
    const meddle = { unseen: true, beforeRun: () => write(at('new.txt'), 'theirs') };
    const call = drive(writeFile, space.files, { path: 'new.txt', content: 'ours' }, meddle);
    await expect(call).rejects.toThrow(refused('CONFLICT'));
    expect(await text('new.txt')).toBe('theirs');
  });

  test('a file that appeared where none was seen is a conflict', async () => {
    const meddle = { unseen: true, beforeEffect: () => write(at('new.txt'), 'theirs') };
    const call = drive(writeFile, space.files, { path: 'new.txt', content: 'ours' }, meddle);
    await expect(call).rejects.toThrow(refused('CONFLICT'));
    expect(await text('new.txt')).toBe('theirs');
  });
});

describe('R11: undoing a write', () => {
  test('brings back content, mode and time, and can be repeated', async () => {
    await write(at('a.txt'), 'old');
    await chmod(at('a.txt'), 0o741);
    await utimes(at('a.txt'), 1_600_000_000, 1_600_000_000);
    const call = await drive(writeFile, space.files, { path: 'a.txt', content: 'new' });
    const handles = await openHandles();
    await call.undo();
    await call.undo();
    const stats = await stat(at('a.txt'));
    expect([await text('a.txt'), stats.mode & 0o7777, stats.mtimeMs]).toEqual(['old', 0o741, 1_600_000_000_000]);
    expect(await openHandles()).toBe(handles);
  });

  test('takes a new file and its new directories away', async () => {
    await mkdir(at('kept'));
    const call = await drive(writeFile, space.files, { path: 'kept/x/y/z', content: '', createDirs: true });
    await call.undo();
    expect(await readdir(space.root, { recursive: true })).toEqual(['kept']);
  });

  test('leaves a new directory that contains a later file', async () => {
    const call = await drive(writeFile, space.files, { path: 'x/y/z', content: '', createDirs: true });
    await write(at('x/theirs'), '');
    await call.undo();
    expect((await readdir(space.root, { recursive: true })).sort()).toEqual(['x', 'x/theirs']);
  });

  test('refuses when the file has changed since, in content or in mode', async () => {
    const call = await drive(writeFile, space.files, { path: 'a.txt', content: 'new' });
    await write(at('a.txt'), 'newer');
    await expect(call.undo()).rejects.toMatchObject({ name: 'DeputizeError', code: 'CONFLICT' });
    await write(at('a.txt'), 'new');
    await chmod(at('a.txt'), 0o700);
    await expect(call.undo()).rejects.toMatchObject({ name: 'DeputizeError', code: 'CONFLICT' });
    expect(await text('a.txt')).toBe('new');
  });

  test('of a call that ended before its effect changes no file and clears new directories', async () => {
    const records: Json[] = [];
    const args = validated(writeFile, { path: 'x/y/z', content: 'new', createDirs: true });
    const keepUndo = async (record: Json) => {
      records.push(record);
      await mkdir(at('x/y'), { recursive: true });
      throw new Error('crash');
    };
    const facts = { effect: 'write' as const, destructive: false };
    const running = {
      ...context(space.files),
      facts,
      expected: undefined,
      progress: () => undefined,
      note: () => undefined,
      afterwards: () => undefined,
      reportChanges: () => undefined,
      callNext: () => Promise.reject(new Error('No further call is expected.')),
      keepUndo,
    };
    await expect(writeFile.run(args, running)).rejects.toThrow('crash');
    await writeFile.undo?.(records[0] ?? null, context(space.files));
    expect(await readdir(space.root)).toEqual([]);
  });
});
