import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import {
  CANARY,
  openHandles,
  patient as signal,
  temporaryWorkspace,
} from '../../../test/support/worlds/temporary-workspace.ts';
import { PortError } from '../../ports/port-error.ts';

const DURATION_MS = 4_000;

// Swaps a directory, and a file in another, for links to the outside and back, as fast as it can.
const SWAPPER = `
  const fs = require('node:fs');
  const [root, outside, ms] = process.argv.slice(1);
  const end = Date.now() + Number(ms);
  let swaps = 0;
  const attempt = (f) => { try { f(); return true; } catch { return false; } };
  while (Date.now() < end) {
    for (const [name, target] of [['d', outside], ['t/d', outside], ['f', outside + '/secret.txt']]) {
      const path = root + '/' + name, aside = root + '/aside-' + name.replace('/', '-');
      if (!attempt(() => fs.renameSync(path, aside))) {
        // A write with createDirs may have created the directory again while it was away.
        attempt(() => { fs.lstatSync(aside); fs.rmSync(path, { recursive: true, force: true }); fs.renameSync(aside, path); });
        continue;
      }
      if (attempt(() => fs.symlinkSync(target, path))) swaps++;
      attempt(() => { if (fs.lstatSync(path).isSymbolicLink()) fs.unlinkSync(path); });
      if (!attempt(() => fs.linkSync(aside, path) || fs.unlinkSync(aside))) attempt(() => fs.renameSync(aside, path));
    }
  }
  console.log(swaps);
`;

test('W1: while directories are swapped for links as fast as possible, nothing outside is read or changed', async () => {
  await using space = await temporaryWorkspace();
  const { files, root } = space;
  await mkdir(join(root, 'd/sub'), { recursive: true });
  await mkdir(join(root, 't/d/sub'), { recursive: true });
  for (const name of ['d/secret.txt', 'd/a.txt', 'd/sub/deep.txt', 't/d/secret.txt', 't/d/sub/deep.txt', 'f']) {
    await writeFile(join(root, name), 'inside');
  }
  const before = await space.snapshotOutside();
  const canaryImage = await canaryHash();
  const handles = await openHandles();

  const swapper = spawn(process.execPath, ['-e', SWAPPER, root, space.outside, String(DURATION_MS)]);
  const counted = text(swapper.stdout);
  const [done, refused] = [new Map<string, number>(), new Map<string, number>()];
  const seen: string[] = [];
  const attempt = async (name: string, operation: () => Promise<unknown>) => {
    try {
      seen.push(JSON.stringify(await operation()) ?? '');
      done.set(name, (done.get(name) ?? 0) + 1);
    } catch (thrown) {
      if (!(thrown instanceof PortError)) throw thrown;
      refused.set(name, (refused.get(name) ?? 0) + 1);
    }
  };
  const read = async (path: string) => {
    const { bytes } = await files.read(path, { maxBytes: 1_000, signal });
    return Buffer.from(bytes).toString();
  };
  const bytes = Buffer.from('written');
  const end = Date.now() + DURATION_MS - 300;
  while (Date.now() < end) {
    await attempt('read', () => read('d/secret.txt'));
    await attempt('read', () => read('d/sub/deep.txt'));
    await attempt('read', () => read('f'));
    await attempt('list', () => files.list('d', { recursive: true, includeHidden: true, signal }));
    await attempt('list', () => files.list('', { recursive: true, includeHidden: true, signal }));
    await attempt('capture', () => files.capture('t', signal));
    await attempt('write', () => files.write('d/new.txt', bytes, { createDirs: false, signal }));
    await attempt('write', () => files.write('d/x/y.txt', bytes, { createDirs: true, signal }));
    await attempt('move', () => files.move('d/a.txt', 'd/b.txt', { overwrite: true, signal }));
    await attempt('move', () => files.move('d/b.txt', 'd/a.txt', { overwrite: true, signal }));
    await attempt('remove', () => files.remove('d/new.txt', { recursive: false, signal }));
    await attempt('remove', () => files.remove('d/x', { recursive: true, signal }));
    seen.splice(0).forEach((output) => {
      expect(output).not.toContain(CANARY);
      expect(output).not.toContain(canaryImage);
    });
  }
  if (swapper.exitCode === null) await once(swapper, 'exit');

  expect(Number(await counted)).toBeGreaterThan(1_000);
  for (const name of ['read', 'list', 'capture', 'write', 'move', 'remove']) {
    expect(done.get(name), `${name} succeeded`).toBeGreaterThan(0);
  }
  expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  expect(await space.snapshotOutside()).toBe(before);
  expect(await openHandles()).toBeLessThanOrEqual(handles);
});

async function canaryHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(CANARY));
  return Buffer.from(digest).toString('hex');
}
