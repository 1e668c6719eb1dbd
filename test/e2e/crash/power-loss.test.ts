/** The power fails: what was not synced is gone in part, and everything that was acknowledged is there all the same. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, onTestFailed, test } from 'vitest';

import { checkEffects, checkWorld } from '../../support/crash/crash-check.ts';
import type { Told } from '../../support/crash/crash-messages.ts';
import { CrashWorld } from '../../support/crash/crash-world.ts';
import { DiskImage } from '../../support/crash/power/disk-image.ts';
import { DiskShim } from '../../support/crash/power/disk-shim.ts';
import { contentOf, openPlaces, type Kept } from '../../support/crash/power/keeping-child.ts';
import { readJournal, type Entry } from '../../support/crash/power/journal.ts';
import { chooseSeed, seededRandom, pickInteger, type RandomSource } from '../../support/cases/seeded-random.ts';
import { isSoak, pickByTier } from '../../support/cases/test-tier.ts';

const WORLDS = pickByTier({ sample: 2, full: 4, soak: 20 });
const LOSSES_PER_WORLD = isSoak ? 5 : 3;
const CUTS = pickByTier({ sample: 25, full: 50, soak: 500 });
const keeper = fileURLToPath(new URL('../../support/crash/power/keeping-child.ts', import.meta.url));

let shim: DiskShim;
beforeAll(async () => {
  shim = await DiskShim.compile();
});
afterAll(() => shim[Symbol.dispose]());
const left: CrashWorld[] = [];
afterEach(() => {
  for (const world of left.splice(0)) world.remove();
});

test(
  `R9, R7, R10: ${WORLDS * LOSSES_PER_WORLD} losses of power lose nothing that was acknowledged`,
  { timeout: isSoak ? 3_600_000 : 120_000 },
  async () => {
    const seed = chooseSeed();
    onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
    let [acknowledged, dropped] = [0, 0];
    for (let at = 0; at < WORLDS; at += 1) {
      const world = new CrashWorld(seededRandom(seed + at));
      left.push(world);
      for (let loss = 0; loss < LOSSES_PER_WORLD; loss += 1) dropped += await loseOnce(world, loss > 0);
      acknowledged += (await checkWorld(world)).acknowledged;
    }
    // Otherwise it came where it could not hurt, and proved nothing.
    expect(dropped).toBeGreaterThan(WORLDS * LOSSES_PER_WORLD);
    expect(acknowledged).toBeGreaterThan(WORLDS * LOSSES_PER_WORLD);
  },
);

/** Works for a while, and then finds the disk as it was at some moment of that. Answers how many entries were unsynced then. */
async function loseOnce(world: CrashWorld, mayBeEarly: boolean): Promise<number> {
  const { random, folder } = world;
  closeSync(openSync(world.effects, 'a'));
  const image = new DiskImage(folder);
  const started = world.start(2 + pickInteger(random, 5), shim.recording(folder), () => undefined);
  await started.hasTold(20 + pickInteger(random, 120));
  await started.kill();
  const entries = readJournal(shim.journal);
  const cut = cutAt(entries, random, mayBeEarly);
  const before = entries.slice(0, cut);
  for (const entry of before) image.apply(entry);
  // What the tools did is the world's, and the world does not forget.
  image.settle((path) => path === 'effects.txt');
  image.losePower(random);
  rmSync(folder, { recursive: true });
  image.writeTo(folder);
  for (const told of linesIn<Told>(before)) world.hear(told);
  checkEffects(world);
  return unsynced(before);
}

/** Mostly under load; now and then while everything is still being made. Early ones alone would leave nothing to check. */
function cutAt(entries: readonly Entry[], random: RandomSource, mayBeEarly: boolean): number {
  const ready = entries.findIndex(({ kind }) => kind === 'say');
  if (random() < 0.15 && mayBeEarly) return pickInteger(random, ready);
  return ready + pickInteger(random, entries.length - ready) + 1;
}

/** Every whole line that had been said. */
function linesIn<T>(entries: readonly Entry[]): T[] {
  const said = entries.flatMap((entry) => (entry.kind === 'say' ? [entry.bytes] : []));
  const lines = Buffer.concat(said).toString('utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}

function unsynced(entries: readonly Entry[]): number {
  return entries.length - 1 - entries.findLastIndex(({ kind }) => kind === 'sync');
}

test('the shim records everything: replaying its journal gives the same folder', { timeout: 60_000 }, async () => {
  const world = new CrashWorld(seededRandom(1));
  left.push(world);
  const image = new DiskImage(world.folder);
  const started = world.start(4, shim.recording(world.folder), () => undefined);
  await started.hasTold(100);
  await started.kill();
  for (const entry of readJournal(shim.journal)) image.apply(entry);
  image.settle();
  const copy = mkdtempSync(join(tmpdir(), 'deputize-copy-'));
  try {
    image.writeTo(copy);
    const difference = () => execFileSync('diff', ['-r', '--exclude=*-shm', world.folder, copy], { encoding: 'utf8' });
    expect(difference()).toBe('');
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test(
  `R10, R11: objects, secrets, files and what undoing needs outlive ${CUTS} losses of power`,
  { timeout: isSoak ? 600_000 : 60_000 },
  async () => {
    const seed = chooseSeed();
    onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
    const random = seededRandom(seed);
    const folder = mkdtempSync(join(tmpdir(), 'deputize-keeping-'));
    try {
      execFileSync(process.execPath, [keeper, folder], { env: { ...process.env, ...shim.recording(folder) } });
      const entries = readJournal(shim.journal);
      let checked = 0;
      for (let loss = 0; loss < CUTS; loss += 1) {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        checked += await checkKept(folder, entries.slice(0, pickInteger(random, entries.length + 1)), random);
      }
      expect(checked).toBeGreaterThan(CUTS);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

async function checkKept(folder: string, entries: readonly Entry[], random: RandomSource): Promise<number> {
  const image = new DiskImage(folder, entries[0]);
  for (const entry of entries) image.apply(entry);
  image.losePower(random);
  image.writeTo(folder);
  mkdirSync(join(folder, 'work'), { recursive: true });
  const { larger, objects, files, secrets } = await openPlaces(folder);
  const last = new Map<string, Kept>();
  for (const kept of linesIn<Kept>(entries))
    last.set('name' in kept ? `${kept.name} ${kept.kind === 'secret'}` : kept.hash, kept);
  for (const kept of last.values()) {
    if (kept.kind === 'object') {
      expect((await objects.get(kept.hash)) ?? (await larger.get(kept.hash))).toBeDefined();
    } else if (kept.kind === 'secret') {
      const rounds = [0, 3].map((later) => contentOf(kept.name, kept.round + later));
      expect(rounds).toContain(secrets.read(kept.name));
    } else if (kept.kind === 'gone') {
      expect(await larger.get(kept.before)).toEqual(new Uint8Array(Buffer.from(contentOf(kept.name, kept.round))));
    } else {
      const read = await files
        .read(kept.name, { maxBytes: 1_000_000, signal: AbortSignal.timeout(10_000) })
        .catch(() => undefined);
      const text = read && Buffer.from(read.bytes).toString('utf8');
      // The next write or removal may have begun; half of one may not be seen.
      const later = kept.round % 4 === 3 ? [undefined] : [];
      expect([contentOf(kept.name, kept.round), contentOf(kept.name, kept.round + 12), ...later]).toContain(text);
    }
  }
  await objects.close();
  await files.close();
  return last.size;
}
