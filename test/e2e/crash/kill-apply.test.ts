/** Kills the process at many points while the changes of a run are applied. Every path is old or new, and undo restores all. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';
import { buildTree, changeFolder, readTree } from '../../support/worlds/changed-tree.ts';

const CHILD = fileURLToPath(new URL('../../support/processes/apply-until-killed.ts', import.meta.url));
const KILLS = pickByTier({ sample: 12, full: 60, soak: 600 });
const { signal } = new AbortController();

/** Applies the change in a process, and kills it this long after its undo record is stored. */
async function killAfter(base: string, method: string, ms: number): Promise<'killed' | 'applied'> {
  const child = spawn(process.execPath, [CHILD, base, method], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (said.includes('kept')) resolve();
    });
    void ended.then(() => (said.includes('kept') ? resolve() : reject(new Error('The process ended early.'))));
  });
  await pause(ms);
  child.kill('SIGKILL');
  await ended;
  return said.includes('applied') ? 'applied' : 'killed';
}

async function withWorld(use: (base: string, work: string) => Promise<void>): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'kill-apply-'));
  try {
    mkdirSync(join(base, 'work'));
    buildTree(join(base, 'work'));
    await use(base, join(base, 'work'));
  } finally {
    rmSync(base, { recursive: true });
  }
}

async function revert(base: string): Promise<void> {
  await using files = await openDiskFiles({
    root: join(base, 'work'),
    objects: await openDiskObjects(join(base, 'objects')),
  });
  await files.stagedChanges.revert(readFileSync(join(base, 'step'), 'utf8'), signal);
}

const isHidden = (path: string): boolean => path.includes('.deputize-tmp-');

test.each(['overlay', 'copy'])(
  'R26: a kill while the changes of a run are applied leaves each path old or new, by %s',
  async (method) => {
    let partial = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await withWorld(async (base, work) => {
        const old = readTree(work);
        const copy = join(base, 'changed');
        mkdirSync(copy);
        buildTree(copy);
        changeFolder(copy);
        const changed = readTree(copy);
        await killAfter(base, method, kill * 5);
        const found = readTree(work);
        const paths = new Set([...old.keys(), ...changed.keys(), ...found.keys()]);
        const states = [...paths]
          .filter((path) => !isHidden(path))
          .map((path) => {
            const [was, is, now] = [old.get(path), changed.get(path), found.get(path)];
            // What turns from one kind of entry into another is absent for a moment.
            if (was !== is && now === undefined && path === 'turns') return 'between';
            expect([was, is], path).toContain(now);
            return was === is ? 'same' : now === was ? 'old' : 'new';
          });
        if (states.includes('old') && states.includes('new')) partial += 1;
        await revert(base);
        expect(Object.fromEntries([...readTree(work)].filter(([path]) => !isHidden(path)))).toEqual(
          Object.fromEntries(old),
        );
      });
    }
    console.log(`${KILLS} kills by ${method}, ${partial} in the middle`);
    // Otherwise the kills came too early or too late, and proved nothing.
    expect(partial).toBeGreaterThan(0);
  },
  600_000,
);

test.each(['overlay', 'copy'])(
  'R26: undo after a kill names a path that was changed since, and restores nothing: %s',
  async (method) => {
    await withWorld(async (base, work) => {
      await killAfter(base, method, 15);
      writeFileSync(join(work, 'd1/f1'), 'the person\n');
      const before = readTree(work);
      await expect(revert(base)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('d1/f1') as string,
      });
      expect(readTree(work)).toEqual(before);
    });
  },
);
