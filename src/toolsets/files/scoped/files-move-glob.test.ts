import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  patient,
  temporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../../test/support/worlds/temporary-workspace.ts';
import { fileFilter } from '../../../connectors/code-search/file-filter.ts';
import type { DeputizeError } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import type { Json } from '../../../ports/json.ts';
import { filesMoveGlob } from './files-move-glob.ts';

const NAMES = ['a.pdf', 'b.pdf', 'c.pdf'];
let space: TemporaryWorkspace;
let record: Json;
beforeEach(async () => {
  space = await temporaryWorkspace();
  await mkdir(at('in'));
  for (const name of NAMES) await writeFile(at(`in/${name}`), name);
});
afterEach(() => space[Symbol.asyncDispose]());

const at = (name: string) => join(space.root, name);
const context = (files: ScopedFiles) => ({
  ...{ callId: 'call', traceId: 'trace', mode: 'text' as const, signal: patient, now: () => Date.now() },
  ...{ files, globs: { compile: fileFilter } },
});

async function moveFiles(files: ScopedFiles = space.files): Promise<void> {
  const args = { from: 'in', patterns: ['*.pdf'], to: 'out/new', onCollision: 'fail', dryRun: false };
  await filesMoveGlob.run(args, {
    ...context(files),
    ...{ facts: { effect: 'write' }, expected: undefined },
    ...{
      progress: () => undefined,
      note: () => undefined,
      afterwards: () => undefined,
      reportChanges: () => undefined,
      callNext: () => Promise.reject(new Error('No further call is expected.')),
    },
    keepUndo: (kept) => {
      record = JSON.parse(JSON.stringify(kept)) as Json;
      return Promise.resolve();
    },
  });
}

async function undoMoves(files: ScopedFiles = space.files): Promise<void> {
  await filesMoveGlob.undo?.(record, context(files));
}

const undoError = async (files?: ScopedFiles): Promise<DeputizeError> =>
  undoMoves(files).then(
    () => Promise.reject(new Error('it was undone')),
    (error: DeputizeError) => error,
  );

/** The real files; `meddle` changes the folder just before the move of one path. */
function meddlingFiles(path: string, meddle: () => Promise<unknown>): ScopedFiles {
  const { files } = space;
  return new Proxy<ScopedFiles>(files, {
    get(target, name) {
      if (name !== 'move') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      }
      return async (...[from, to, options]: Parameters<ScopedFiles['move']>) => {
        if (from === path) await meddle();
        return files.move(from, to, options);
      };
    },
  });
}

describe('D1: undo of files.move_glob', () => {
  test('moves every file back and removes the folders that the call made', async () => {
    await moveFiles();
    await undoMoves();
    expect(await readdir(at('in'))).toEqual(NAMES);
    expect(await readdir(space.root)).toEqual(['in']);
    await undoMoves();
  });

  test('moves no file back when one has changed, and names every file in the way', async () => {
    await moveFiles();
    await writeFile(at('out/new/a.pdf'), 'changed');
    await writeFile(at('in/b.pdf'), 'taken');
    const error = await undoError();
    expect(error).toMatchObject({ code: 'CONFLICT', partialSideEffects: false });
    expect(error.message).toContain('"out/new/a.pdf"');
    expect(error.message).toContain('"in/b.pdf"');
    expect(error.message).not.toContain('c.pdf');
    expect(error.details['inTheWay']).toEqual(['out/new/a.pdf', 'in/b.pdf']);
    expect(await readdir(at('out/new'))).toEqual(NAMES);
    expect(await readdir(at('in'))).toEqual(['b.pdf']);
  });

  test('moves no file back when their old folder is missing', async () => {
    await moveFiles();
    await rm(at('in'), { recursive: true });
    expect(await undoError()).toMatchObject({ code: 'CONFLICT', details: { inTheWay: ['in'] } });
    expect(await readdir(at('out/new'))).toEqual(NAMES);
  });

  test('returns the moved files to the new folder when a move fails in the middle', async () => {
    await moveFiles();
    const error = await undoError(meddlingFiles('out/new/a.pdf', () => writeFile(at('out/new/a.pdf'), 'late change')));
    expect(error).toMatchObject({ code: 'CONFLICT', partialSideEffects: false, details: { path: 'out/new/a.pdf' } });
    expect(error.message).toContain('No file was moved back');
    expect(await readdir(at('out/new'))).toEqual(NAMES);
    expect(await readFile(at('out/new/a.pdf'), 'utf8')).toBe('late change');
    expect(await readdir(at('in'))).toEqual([]);
  });

  test('names where each file is when the moved files cannot be returned', async () => {
    await moveFiles();
    const files = meddlingFiles('out/new/a.pdf', async () => {
      await writeFile(at('out/new/a.pdf'), 'late change');
      await writeFile(at('in/c.pdf'), 'changed after it was moved back');
    });
    const error = await undoError(files);
    expect(error).toMatchObject({
      ...{ code: 'CONFLICT', partialSideEffects: true },
      details: { movedBack: ['in/c.pdf'], notMovedBack: ['out/new/b.pdf', 'out/new/a.pdf'] },
    });
    expect(error.message).toContain('"in/c.pdf"');
    expect(error.message).toContain('"out/new/b.pdf"');
    expect(await readdir(at('in'))).toEqual(['c.pdf']);
    expect(await readdir(at('out/new'))).toEqual(['a.pdf', 'b.pdf']);
  });

  test('removes the second name that an interrupted move left', async () => {
    await moveFiles();
    await writeFile(at('in/b.pdf'), 'b.pdf');
    await undoMoves();
    expect(await readdir(at('in'))).toEqual(NAMES);
    expect(await readdir(space.root)).toEqual(['in']);
  });

  test('moves back what a call moved before it failed', async () => {
    const files = meddlingFiles('in/b.pdf', () => writeFile(at('in/b.pdf'), 'changed before its move'));
    await expect(moveFiles(files)).rejects.toMatchObject({ code: 'CONFLICT', partialSideEffects: true });
    expect(await readdir(at('out/new'))).toEqual(['a.pdf']);
    await undoMoves();
    expect(await readdir(at('in'))).toEqual(NAMES);
    expect(await readFile(at('in/b.pdf'), 'utf8')).toBe('changed before its move');
  });
});
