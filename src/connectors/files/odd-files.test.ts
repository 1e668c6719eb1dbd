import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { TemporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import {
  openHandles,
  patient as signal,
  temporaryWorkspace,
} from '../../../test/support/worlds/temporary-workspace.ts';

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
});
afterEach(async () => {
  await space[Symbol.asyncDispose]();
});

const names = async (path = '') =>
  (await space.files.list(path, { recursive: true, includeHidden: true, signal })).map(({ name }) => name);

describe('FIFOs, sockets and devices', () => {
  test('are never opened, written, moved, removed or waited for', async () => {
    const at = (name: string) => join(space.root, name);
    execFileSync('mkfifo', [at('fifo')]);
    const server = createServer().listen(at('socket'));
    await once(server, 'listening');
    const special = ['fifo', 'socket'];
    // Only root can make device nodes.
    if (process.getuid?.() === 0) {
      execFileSync('mknod', [at('zero'), 'c', '1', '5']);
      special.push('zero');
    }
    await writeFile(at('plain'), 'x');
    const handles = await openHandles();
    const code = expect.objectContaining({ code: 'NOT_A_FILE' }) as Error;
    const { files } = space;
    for (const name of special) {
      await expect(files.read(name, { maxBytes: 10, signal })).rejects.toThrow(code);
      await expect(files.info(name)).rejects.toThrow(code);
      await expect(files.fingerprint(name, signal)).rejects.toThrow(code);
      await expect(files.capture(name, signal)).rejects.toThrow(code);
      await expect(files.write(name, new Uint8Array(1), { createDirs: false, signal })).rejects.toThrow(code);
      await expect(files.remove(name, { recursive: true, signal })).rejects.toThrow(code);
      await expect(files.move(name, 'x', { overwrite: true, signal })).rejects.toThrow(code);
      const over = files.move('plain', name, { overwrite: true, signal });
      await expect(over).rejects.toThrow(expect.objectContaining({ code: 'ALREADY_EXISTS' }) as Error);
    }
    expect(await names()).toEqual(['plain']);
    expect(await readdir(space.root)).toEqual(['plain', ...special].sort());
    expect(await openHandles()).toBe(handles);
    server.close();
  });

  test('keep the directory that holds one from being removed, and it stays as it was', async () => {
    await mkdir(join(space.root, 'd'));
    execFileSync('mkfifo', [join(space.root, 'd/fifo')]);
    await expect(space.files.remove('d', { recursive: true, signal })).rejects.toThrow(/d\/fifo/);
    expect(await readdir(space.root)).toEqual(['d']);
  });
});

describe('names', () => {
  test('that differ only in composition or case stay apart', async () => {
    for (const name of ['\u00e9', 'e\u0301', 'Case', 'case', '🎈 a.txt', 'ﬁ', 'fi']) {
      await space.files.write(name, Buffer.from(name), { createDirs: false, expected: 'absent', signal });
    }
    for (const name of ['\u00e9', 'e\u0301', 'Case', 'case', '🎈 a.txt', 'ﬁ', 'fi']) {
      const { bytes } = await space.files.read(name, { maxBytes: 100, signal });
      expect(Buffer.from(bytes).toString()).toBe(name);
    }
    await space.files.remove('case', { recursive: false, signal });
    expect(await names()).toContain('Case');
  });

  test('with a newline are listed, and come back when their directory was removed', async () => {
    await mkdir(join(space.root, 'd'));
    for (const name of ['new\nline', 'back\\slash', ' blank ', '-rf', '\u202e', '\ufeffbom']) {
      await writeFile(join(space.root, 'd', name), name);
    }
    expect(await names()).toContain('d/new\nline');
    const { image, fingerprint } = await space.files.capture('d', signal);
    await space.files.remove('d', { recursive: true, expected: fingerprint, signal });
    await space.files.restore('d', image, { expected: 'absent', signal });
    expect(await space.files.fingerprint('d', signal)).toBe(fingerprint);
    expect(await readdir(join(space.root, 'd'))).toContain('\ufeffbom');
  });

  test('that are not UTF-8 are shown, and keep their directory from being removed', async () => {
    await mkdir(join(space.root, 'd'));
    await writeFile(Buffer.concat([Buffer.from(join(space.root, 'd/')), Buffer.from([0xff, 0x61])]), 'x');
    expect(await names('d')).toEqual(['\ufffda']);
    await expect(space.files.remove('d', { recursive: true, signal })).rejects.toThrow(/UTF-8/);
    expect(await readdir(space.root)).toEqual(['d']);
  });
});
