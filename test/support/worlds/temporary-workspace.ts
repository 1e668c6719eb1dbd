/** A real workspace folder beside files that no tool may reach, and a real object store. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import type { FileLimits } from '../../../src/connectors/files/limits.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';

export const CANARY = 'the-canary-that-must-not-be-seen';

export interface TemporaryWorkspace extends AsyncDisposable {
  readonly root: string;
  readonly outside: string;
  readonly files: DiskFiles;
  /** Everything beside the root, as one text to compare. */
  snapshotOutside(): Promise<string>;
}

export async function temporaryWorkspace(
  options: { limits?: Partial<FileLimits>; under?: string } = {},
): Promise<TemporaryWorkspace> {
  const base = await mkdtemp(join(options.under ?? tmpdir(), 'workspace-'));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  await mkdir(root);
  await mkdir(join(outside, 'sub'), { recursive: true });
  for (const name of ['secret.txt', 'a.txt', 'b.txt', 'sub/deep.txt']) await writeFile(join(outside, name), CANARY);
  const objects = await openDiskObjects(join(base, 'objects'));
  const files = await openDiskFiles({ root, objects, limits: options.limits ?? {} });
  return {
    root,
    outside,
    files,
    snapshotOutside: async () => {
      const names = (await readdir(outside, { recursive: true })).sort();
      const contents = await Promise.all(names.map((name) => readFile(join(outside, name), 'utf8').catch(() => 'dir')));
      return JSON.stringify([(await readdir(base)).sort(), names, contents]);
    },
    [Symbol.asyncDispose]: async () => {
      await files.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

export async function openHandles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length;
}

export const patient = new AbortController().signal;
