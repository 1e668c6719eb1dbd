import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile as readReal, stat, symlink, writeFile as writeReal } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { drive } from '../../../test/support/worlds/drive-tool.ts';
import { stringCollections } from '../../../test/support/cases/material.ts';
import { tier } from '../../../test/support/cases/test-tier.ts';
import { CANARY, openHandles, temporaryWorkspace } from '../../../test/support/worlds/temporary-workspace.ts';
import { DeputizeError } from '../../core/index.ts';
import { PortError } from '../../ports/port-error.ts';
import { deleteFile } from './delete-file.ts';
import { listDirectory } from './list-directory.ts';
import { moveFile } from './move-file.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

const collections = stringCollections();

/** Many of them differ in the number of steps only: of a long collection, `npm test` tries every fifth. */
const strings = (collection: string): readonly string[] => {
  const all = collections.get(collection) ?? [];
  return tier !== 'sample' || all.length < 500 ? all : all.filter((_, at) => at % 5 === 0);
};

// Thousands of durable writes are quick where there is no disk behind them.
const memory = existsSync('/dev/shm') ? { under: '/dev/shm' } : {};

test.each([...collections.keys()])(
  'W1: no string of %s reads, lists, writes, moves or deletes anything outside',
  { timeout: 240_000 },
  async (collection) => {
    await using space = await temporaryWorkspace(memory);
    const { files, root } = space;
    await symlink(space.outside, join(root, 'away'));
    await mkdir(join(root, 'sub'));
    const before = await space.snapshotOutside();
    const passwd = await readReal('/etc/passwd', 'utf8');
    const watched = async () => (await stat('/etc/passwd', { bigint: true })).ctimeNs;
    const [passwdChanged, handles] = [await watched(), await openHandles()];

    let refused = 0;
    let harmless = 0;
    const attempt = async (...call: Parameters<typeof drive>) => {
      try {
        const { value, preview } = await drive(...call);
        const output = JSON.stringify([value, preview]);
        expect(output).not.toContain(CANARY);
        expect(output).not.toContain(JSON.stringify(passwd.slice(0, 40)).slice(1, -1));
        harmless++;
      } catch (thrown) {
        if (!(thrown instanceof PortError) && !(thrown instanceof DeputizeError)) throw thrown;
        refused++;
      }
    };

    for (const path of strings(collection).flatMap(aimed)) {
      await attempt(readFile, files, { path });
      await attempt(listDirectory, files, { path });
      await attempt(deleteFile, files, { path, recursive: true });
      await attempt(writeFile, files, { path, content: 'x', createDirs: true }, { unseen: true });
      await attempt(moveFile, files, { from: path, to: 'taken', overwrite: true });
      if (!existsSync(join(root, 'taken'))) await writeReal(join(root, 'taken'), 'x');
      await attempt(moveFile, files, { from: 'taken', to: path, overwrite: true }, { unseen: true });
    }

    expect(refused).toBeGreaterThan(0);
    expect(harmless).toBeGreaterThan(0);
    expect(await space.snapshotOutside()).toBe(before);
    expect(await watched()).toBe(passwdChanged);
    expect(await openHandles()).toBe(handles);
    expect((await readdir(root, { recursive: true })).filter((name) => name.includes('.deputize-'))).toEqual([]);
  },
);

/** A payload as it is, and pointed at the canary where it leaves the file open. */
function aimed(payload: string): string[] {
  if (payload.length > 4_096) return [];
  if (!payload.includes('{FILE}')) return [payload];
  return ['outside/secret.txt', 'secret.txt'].map((file) => payload.replaceAll('{FILE}', file));
}
