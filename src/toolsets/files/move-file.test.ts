import { link, mkdir, readdir, readFile, rm, symlink, utimes, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { context, drive, previewText } from '../../../test/support/worlds/drive-tool.ts';
import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { moveFile } from './move-file.ts';

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
  await mkdir(at('d/e'), { recursive: true });
  await writeFile(at('d/e/f'), 'deep');
  await writeFile(at('a'), 'content a\n');
  await writeFile(at('b'), 'content b\n');
});
afterEach(() => space[Symbol.asyncDispose]());

const at = (name: string) => join(space.root, name);
const text = (name: string) => readFile(at(name), 'utf8');
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const move = (from: string, to: string, rest: object = {}, meddle = {}) =>
  drive(moveFile, space.files, { from, to, ...rest }, meddle);

describe('W1: move_file', () => {
  test('renames a file, a link and a directory', async () => {
    await symlink('nowhere', at('link'));
    const { value, facts } = await move('./a', 'd/new');
    expect(value).toEqual({ from: 'a', to: 'd/new' });
    expect(facts).toEqual({ effect: 'write', paths: ['a', 'd/new'], destructive: false, reversible: true });
    await move('link', 'd/link');
    await move('d', 'moved');
    expect(await text('moved/e/f')).toBe('deep');
    expect(await readdir(at('moved'))).toEqual(['e', 'link', 'new']);
  });

  test('refuses a target that is taken, a missing source or parent, and directories over anything', async () => {
    await expect(move('a', 'b')).rejects.toThrow(refused('ALREADY_EXISTS'));
    await expect(move('a', 'd', { overwrite: true })).rejects.toThrow(refused('ALREADY_EXISTS'));
    await expect(move('d', 'a', { overwrite: true })).rejects.toThrow(refused('ALREADY_EXISTS'));
    await expect(move('none', 'x')).rejects.toThrow(refused('FILE_NOT_FOUND'));
    await expect(move('a', 'none/x')).rejects.toThrow(refused('FILE_NOT_FOUND'));
  });

  test('refuses bad paths, the root and a move into itself before anything runs', async () => {
    for (const [from, to] of [
      ['.', 'x'],
      ['a', '.'],
      ['a', '../x'],
      ['/etc/passwd', 'x'],
      ['d', 'd/e/x'],
      ['d', './d'],
    ]) {
      const facts = async () => moveFile.facts({ from: from!, to: to!, overwrite: true }, context(space.files));
      await expect(facts()).rejects.toThrow(refused('INVALID_PATH'));
    }
    expect(await text('d/e/f')).toBe('deep');
  });
});

describe('W2: moving over a file', () => {
  test('is destructive and shows what is lost', async () => {
    const { facts, preview } = await move('a', 'b', { overwrite: true });
    expect(facts.destructive).toBe(true);
    expect(previewText(preview)).toMatch(/a → b[^]*b: 10 bytes, sha256 [0-9a-f]{64}[^]*-content b\n\+content a/);
    expect(await readdir(space.root)).toEqual(['b', 'd']);
    expect(await text('b')).toBe('content a\n');
  });

  test('is not destructive where the target does not exist', async () => {
    expect((await move('a', 'c', { overwrite: true })).facts.destructive).toBe(false);
  });

  test.each([
    ['beforeRun', 'a'],
    ['beforeRun', 'b'],
    ['beforeEffect', 'a'],
    ['beforeEffect', 'b'],
  ] as const)('with other content than approved is a conflict (%s, %s)', async (when, which) => {
    const meddle = { [when]: () => writeFile(at(which), 'meanwhile') };
    await expect(move('a', 'b', { overwrite: true }, meddle)).rejects.toThrow(refused('CONFLICT'));
    expect(await text(which)).toBe('meanwhile');
    expect(await readdir(space.root)).toEqual(['a', 'b', 'd']);
  });

  test('that appeared after nothing was seen there is a conflict', async () => {
    const meddle = { beforeEffect: () => writeFile(at('c'), 'theirs') };
    await expect(move('a', 'c', { overwrite: true }, meddle)).rejects.toThrow(refused('CONFLICT'));
    await expect(move('a', 'c', {}, meddle)).rejects.toThrow(refused('ALREADY_EXISTS'));
    expect([await text('a'), await text('c')]).toEqual(['content a\n', 'theirs']);
  });
});

describe('R11: undoing a move', () => {
  test('brings both files back, the lost one with its time, and can be repeated', async () => {
    await utimes(at('b'), 1_600_000_000, 1_600_000_000);
    const call = await move('a', 'b', { overwrite: true });
    await call.undo();
    await call.undo();
    expect([await text('a'), await text('b')]).toEqual(['content a\n', 'content b\n']);
    expect((await stat(at('b'))).mtimeMs).toBe(1_600_000_000_000);
  });

  test('brings a directory back', async () => {
    const call = await move('d', 'moved');
    await call.undo();
    expect(await text('d/e/f')).toBe('deep');
    expect(await readdir(space.root)).toEqual(['a', 'b', 'd']);
  });

  test('goes on where it, or the move, was interrupted', async () => {
    const over = await move('a', 'b', { overwrite: true });
    await over.undo();
    await rm(at('b'));
    await over.undo();
    expect(await text('b')).toBe('content b\n');

    const plain = await move('a', 'c');
    await link(at('c'), at('a'));
    await plain.undo();
    expect(await readdir(space.root)).toEqual(['a', 'b', 'd']);
  });

  test('refuses when either place has changed since', async () => {
    const call = await move('a', 'c');
    await writeFile(at('a'), 'a new one');
    await expect(call.undo()).rejects.toMatchObject({ name: 'DeputizeError', code: 'CONFLICT' });
    await rm(at('a'));
    await writeFile(at('c'), 'changed');
    await expect(call.undo()).rejects.toMatchObject({ name: 'DeputizeError', code: 'CONFLICT' });
    expect(await text('c')).toBe('changed');
  });
});
