import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import {
  CANARY,
  openHandles,
  patient as signal,
  temporaryWorkspace,
} from '../../../test/support/worlds/temporary-workspace.ts';
import { openDiskObjects } from '../objects/disk.ts';
import { openDiskFiles } from './disk.ts';

let space: TemporaryWorkspace;
let handles: number;
beforeEach(async () => {
  space = await temporaryWorkspace();
  handles = await openHandles();
});
afterEach(async () => {
  const left = (await openHandles()) - handles;
  await space[Symbol.asyncDispose]();
  if (left !== 0) throw new Error(`${left} handles were left open`);
});

const put = (name: string, content = name) => writeFile(join(space.root, name), content);
const text = (name: string) => readFile(join(space.root, name), 'utf8');
const refused = (code: string) => expect.objectContaining({ name: 'PortError', code }) as Error;
const hidden = async () =>
  (await readdir(space.root, { recursive: true })).filter((name) => name.includes('.deputize'));

describe('links', () => {
  beforeEach(async () => {
    await symlink(space.outside, join(space.root, 'away'));
    await symlink(join(space.outside, 'secret.txt'), join(space.root, 'secret'));
    await mkdir(join(space.root, 'real'));
    await put('real/inside.txt');
    await symlink('real', join(space.root, 'near'));
  });

  test('are listed as links and never entered', async () => {
    const entries = await space.files.list('', { recursive: true, includeHidden: true, signal });
    expect(entries.map(({ name, type }) => [name, type])).toEqual([
      ['away', 'symlink'],
      ['near', 'symlink'],
      ['real', 'directory'],
      ['real/inside.txt', 'file'],
      ['secret', 'symlink'],
    ]);
  });

  test.each(['away/secret.txt', 'away/sub/deep.txt', 'near/inside.txt'])('are not walked through: %s', async (path) => {
    const { files } = space;
    await expect(files.read(path, { maxBytes: 100, signal })).rejects.toThrow(refused('INVALID_PATH'));
    await expect(files.info(path)).rejects.toThrow(refused('INVALID_PATH'));
    await expect(files.capture(path, signal)).rejects.toThrow(refused('INVALID_PATH'));
    await expect(files.remove(path, { recursive: true, signal })).rejects.toThrow(refused('INVALID_PATH'));
    for (const createDirs of [true, false]) {
      const writing = files.write(path, new Uint8Array(1), { createDirs, signal });
      await expect(writing).rejects.toThrow(refused('INVALID_PATH'));
    }
    await expect(files.move(path, 'x', { overwrite: true, signal })).rejects.toThrow(refused('INVALID_PATH'));
    await expect(files.move('real', path, { overwrite: true, signal })).rejects.toThrow(refused('INVALID_PATH'));
  });

  test('are not read, written or listed themselves', async () => {
    const { files } = space;
    await expect(files.read('secret', { maxBytes: 100, signal })).rejects.toThrow(refused('NOT_A_FILE'));
    await expect(files.write('secret', new Uint8Array(1), { createDirs: false, signal })).rejects.toThrow(
      refused('NOT_A_FILE'),
    );
    const listing = files.list('away', { recursive: false, includeHidden: true, signal });
    await expect(listing).rejects.toThrow(refused('INVALID_PATH'));
  });

  test('are removed, moved and restored as links', async () => {
    const { files } = space;
    const before = await space.snapshotOutside();
    const { image } = await files.capture('away', signal);
    expect(await files.remove('away', { recursive: true, signal })).toEqual(['away']);
    await files.move('secret', 'moved', { overwrite: false, signal });
    await files.restore('away', image, { expected: 'absent', signal });
    expect(await readlink(join(space.root, 'away'))).toBe(space.outside);
    expect(await readlink(join(space.root, 'moved'))).toBe(join(space.outside, 'secret.txt'));
    expect(await space.snapshotOutside()).toBe(before);
  });

  test('do not stop the root itself from being given as one', async () => {
    const link = join(space.root, '..', 'root-link');
    await symlink(space.root, link);
    const objects = await openDiskObjects(join(space.root, '..', 'objects'));
    {
      await using files = await openDiskFiles({ root: link, objects });
      // Re-pointing the link later changes nothing: the root is held.
      await rm(link);
      await symlink(space.outside, link);
      const entries = await files.list('.', { recursive: false, includeHidden: false, signal });
      expect(entries.map(({ name }) => name)).toContain('real');
      await expect(files.read('secret.txt', { maxBytes: 100, signal })).rejects.toThrow(refused('FILE_NOT_FOUND'));
    }
  });
});

describe('writing', () => {
  test('keeps the mode of the file and leaves nothing beside it', async () => {
    await put('run.sh');
    execFileSync('chmod', ['750', join(space.root, 'run.sh')]);
    const foretold = await space.files.fingerprintOnceWritten('run.sh', Buffer.from('new'));
    await space.files.write('run.sh', Buffer.from('new'), { createDirs: false, signal });
    expect((await stat(join(space.root, 'run.sh'))).mode & 0o7777).toBe(0o750);
    expect(await text('run.sh')).toBe('new');
    expect(await space.files.fingerprint('run.sh', signal)).toBe(foretold);
    expect(await hidden()).toEqual([]);
  });

  test('foretells the fingerprint of a new file in new directories', async () => {
    const foretold = await space.files.fingerprintOnceWritten('a/b/c', Buffer.from('x'));
    await space.files.write('a/b/c', Buffer.from('x'), { createDirs: true, expected: 'absent', signal });
    expect(await space.files.fingerprint('a/b/c', signal)).toBe(foretold);
  });

  test('never replaces what was not expected', async () => {
    await put('here', 'theirs');
    const writing = space.files.write('here', Buffer.from('ours'), { createDirs: false, expected: 'absent', signal });
    await expect(writing).rejects.toThrow(refused('CONFLICT'));
    expect(await text('here')).toBe('theirs');
    expect(await hidden()).toEqual([]);
  });

  test('lets one of two writers with the same expectation win', async () => {
    const options = { createDirs: false, expected: 'absent', signal };
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((content) => space.files.write('race', Buffer.from(content), options)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('does nothing when it was aborted', async () => {
    const aborted = AbortSignal.abort();
    await expect(space.files.write('x', Buffer.from('x'), { createDirs: false, signal: aborted })).rejects.toThrow(
      /abort/,
    );
    expect(await readdir(space.root)).toEqual([]);
  });
});

describe('moving', () => {
  test('without overwrite keeps both when the target is taken', async () => {
    await put('a');
    await put('b');
    await expect(space.files.move('a', 'b', { overwrite: false, signal })).rejects.toThrow(refused('ALREADY_EXISTS'));
    expect([await text('a'), await text('b')]).toEqual(['a', 'b']);
  });

  test('over another name of the same file takes the old name away', async () => {
    await put('a');
    execFileSync('ln', [join(space.root, 'a'), join(space.root, 'b')]);
    await space.files.move('a', 'b', { overwrite: true, signal });
    expect(await readdir(space.root)).toEqual(['b']);
  });

  test('into itself, of the root, and over a directory is refused', async () => {
    await mkdir(join(space.root, 'd/e'), { recursive: true });
    await put('f');
    const move = (from: string, to: string) => space.files.move(from, to, { overwrite: true, signal });
    await expect(move('d', 'd/e/x')).rejects.toThrow(refused('INVALID_PATH'));
    await expect(move('d', './d/')).rejects.toThrow(refused('INVALID_PATH'));
    await expect(move('.', 'x')).rejects.toThrow(refused('INVALID_PATH'));
    await expect(move('d/e', 'd')).rejects.toThrow(refused('ALREADY_EXISTS'));
    await expect(move('f', 'd')).rejects.toThrow(refused('ALREADY_EXISTS'));
    await expect(move('d', 'f')).rejects.toThrow(refused('ALREADY_EXISTS'));
  });
});

describe('removing', () => {
  test('puts everything back where it stood when it is not what was expected', async () => {
    await mkdir(join(space.root, 'd'));
    await put('d/a');
    const { fingerprint } = await space.files.capture('d', signal);
    await put('d/late');
    const removing = space.files.remove('d', { recursive: true, expected: fingerprint, signal });
    await expect(removing).rejects.toThrow(refused('CONFLICT'));
    expect(await readdir(join(space.root, 'd'))).toEqual(['a', 'late']);
    expect(await readdir(space.root)).toEqual(['d']);
  });

  test('takes our own leftovers for no content', async () => {
    await mkdir(join(space.root, 'd'));
    await put('d/.deputize-tmp-0123456789abcdef01234567');
    expect(await space.files.remove('d', { recursive: false, signal })).toEqual(['d']);
  });

  test('empties directories that may not be written to', async () => {
    await mkdir(join(space.root, 'd/e'), { recursive: true });
    await put('d/e/f');
    execFileSync('chmod', ['555', join(space.root, 'd/e')]);
    expect(await space.files.remove('d', { recursive: true, signal })).toEqual(['d/e/f', 'd/e', 'd']);
  });
});

describe('restoring', () => {
  test('completes a directory that still exists in part', async () => {
    await mkdir(join(space.root, 'd/empty'), { recursive: true });
    await put('d/a');
    await put('d/b');
    const { image, fingerprint } = await space.files.capture('d', signal);
    await rm(join(space.root, 'd/a'));
    await rm(join(space.root, 'd/empty'), { recursive: true });
    await space.files.restore('d', image, { expected: 'absent', signal });
    expect(await space.files.fingerprint('d', signal)).toBe(fingerprint);
  });

  test('refuses a directory that holds anything else', async () => {
    await mkdir(join(space.root, 'd'));
    await put('d/a');
    const { image } = await space.files.capture('d', signal);
    await put('d/other');
    await expect(space.files.restore('d', image, { expected: 'absent', signal })).rejects.toThrow(refused('CONFLICT'));
    expect(await text('d/other')).toBe('d/other');
  });
});

describe('limits', () => {
  test('hold for depth, entries and bytes', async () => {
    await using small = await temporaryWorkspace({ limits: { depth: 3, listed: 5, entries: 5, treeBytes: 10 } });
    await mkdir(join(small.root, 'a/b/c/d'), { recursive: true });
    await mkdir(join(small.root, 'many'));
    for (let index = 0; index < 6; index++) await writeFile(join(small.root, `many/${index}`), '');
    await writeFile(join(small.root, 'big'), 'x'.repeat(11));
    const list = (path: string) => small.files.list(path, { recursive: true, includeHidden: true, signal });
    await expect(list('a/b')).resolves.toHaveLength(2);
    await expect(list('a')).rejects.toThrow(refused('TOO_LARGE'));
    await expect(list('many')).rejects.toThrow(refused('TOO_LARGE'));
    await expect(small.files.fingerprint('many', signal)).rejects.toThrow(refused('TOO_LARGE'));
    await expect(small.files.fingerprint('a', signal)).rejects.toThrow(refused('TOO_LARGE'));
    await expect(small.files.capture('big', signal)).rejects.toThrow(refused('TOO_LARGE'));
    await expect(small.files.read('big', { maxBytes: 10, signal })).rejects.toThrow(refused('TOO_LARGE'));
    await expect(small.files.info('a/b/c/d')).rejects.toThrow(refused('INVALID_PATH'));
  });
});

describe('opening', () => {
  test('sweeps only our own leftovers, and only old ones', async () => {
    const name = (kind: string, end: string) => `.deputize-${kind}-0123456789abcdef0123456${end}`;
    await mkdir(join(space.root, 'd', name('gone', '1')), { recursive: true });
    await put(`d/${name('gone', '1')}/x`);
    await put(`d/${name('tmp', '2')}`);
    await put(`d/${name('held', '3')}`);
    await put('d/.deputize-tmp-mine');
    await utimes(join(space.root, 'd', name('tmp', '2')), 0, 0);
    const objects = await openDiskObjects(join(space.root, '..', 'objects'));
    const open = async () => (await openDiskFiles({ root: space.root, objects })).close();

    await open();
    expect(await readdir(join(space.root, 'd'))).toHaveLength(4);
    vi.useFakeTimers({ now: Date.now() + 2 * 60 * 60 * 1000, toFake: ['Date'] });
    try {
      await open();
    } finally {
      vi.useRealTimers();
    }
    expect(await readdir(join(space.root, 'd'))).toEqual([name('held', '3'), '.deputize-tmp-mine']);
  });

  test('is refused where handles cannot be walked, and for what is not a directory', async () => {
    const objects = await openDiskObjects(join(space.root, '..', 'objects'));
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await expect(openDiskFiles({ root: space.root, objects })).rejects.toThrow(refused('NOT_AVAILABLE'));
    vi.restoreAllMocks();
    await put('file');
    await expect(openDiskFiles({ root: join(space.root, 'file'), objects })).rejects.toThrow(
      refused('NOT_A_DIRECTORY'),
    );
    await expect(openDiskFiles({ root: join(space.root, 'none'), objects })).rejects.toThrow(refused('FILE_NOT_FOUND'));
  });

  test('follows the root by its handle when it is renamed', async () => {
    const base = await mkdtemp(join(tmpdir(), 'renamed-'));
    await mkdir(join(base, 'one'));
    const objects = await openDiskObjects(join(base, 'objects'));
    {
      await using files = await openDiskFiles({ root: join(base, 'one'), objects });
      await rename(join(base, 'one'), join(base, 'two'));
      await symlink(space.outside, join(base, 'one'));
      await files.write('here.txt', Buffer.from('x'), { createDirs: false, signal });
      await expect(files.read('secret.txt', { maxBytes: 100, signal })).rejects.toThrow(refused('FILE_NOT_FOUND'));
      expect(await readdir(join(base, 'two'))).toEqual(['here.txt']);
    }
    await rm(base, { recursive: true });
    expect(await readFile(join(space.outside, 'secret.txt'), 'utf8')).toBe(CANARY);
  });
});
