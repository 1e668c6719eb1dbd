/** Kills the runtime without warning, again and again, under load, and holds what is left against what it had promised. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, onTestFailed, test } from 'vitest';

import type { Deputize } from '../../../src/app/library.ts';
import { checkEffects, checkWorld, type CrashTally } from '../../support/crash/crash-check.ts';
import { CrashWorld } from '../../support/crash/crash-world.ts';
import { chooseSeed, seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';
import { isSoak, pickByTier } from '../../support/cases/test-tier.ts';

const KILLS_PER_WORLD = isSoak ? 50 : 20;
const WORLDS = pickByTier({ sample: 1, full: 3, soak: 40 });
const LIMIT_MS = isSoak ? 3 * 3_600_000 : 300_000;

const left: CrashWorld[] = [];
afterEach(() => {
  for (const world of left.splice(0)) world.remove();
});

test(
  `R9, R7, R10: ${WORLDS * KILLS_PER_WORLD} kills lose nothing that was acknowledged and run nothing twice`,
  { timeout: LIMIT_MS },
  async () => {
    const seed = chooseSeed();
    onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
    const seeds = Array.from({ length: WORLDS }, (_, at) => seed + at);
    const tallies: CrashTally[] = [];
    // Two at a time, each on a separate folder.
    const lane = async () => {
      for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) tallies.push(await oneWorld(next));
    };
    await Promise.all([lane(), lane()]);
    const sum = (key: keyof CrashTally) => tallies.reduce((total, tally) => total + tally[key], 0);
    // Otherwise the kills came where they could not hurt, and proved nothing.
    expect(sum('acknowledged')).toBeGreaterThan(3 * WORLDS * KILLS_PER_WORLD);
    expect(sum('unknown')).toBeGreaterThan(WORLDS);
    expect(sum('recovered')).toBeGreaterThan(WORLDS);
  },
);

async function oneWorld(seed: number): Promise<CrashTally> {
  const world = new CrashWorld(seededRandom(seed));
  left.push(world);
  const beside = await world.open();
  try {
    for (let kill = 0; kill < KILLS_PER_WORLD; kill += 1) {
      await killOnce(world, beside);
      checkEffects(world);
    }
  } finally {
    await beside.close();
  }
  return checkWorld(world);
}

/** Mostly under load; now and then while it is still starting and recovering. */
async function killOnce(world: CrashWorld, beside: Deputize): Promise<void> {
  const { random } = world;
  const started = world.start(2 + pickInteger(random, 8));
  if (random() < 0.12) {
    await pause(100 + pickInteger(random, 350));
  } else {
    await started.hasTold(1 + pickInteger(random, 90));
    const deciding = random() < 0.3 ? world.decideSome(beside, 5) : undefined;
    await pause(pickInteger(random, 25));
    await deciding;
  }
  await started.kill();
  // The next process recovers when it opens; sometimes this one does at the same moment.
  if (random() < 0.3) await beside.runtime.recover();
}
