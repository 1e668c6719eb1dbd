/** Two nodes on one PostgreSQL: one is killed, the other takes its calls over while it goes on working. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';

import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { checkEffects, checkWorld } from '../../support/crash/crash-check.ts';
import { CrashWorld } from '../../support/crash/crash-world.ts';
import { chooseSeed, seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';

const KILLS = pickByTier({ sample: 8, full: 16, soak: 200 });

let server: PostgresServer;
let world: CrashWorld | undefined;
beforeAll(async () => {
  server = await PostgresServer.create();
});
afterAll(async () => {
  world?.remove();
  await server.remove();
});

test(`R9, R7, R10: ${KILLS} kills of one of two nodes on PostgreSQL lose nothing`, { timeout: 900_000 }, async () => {
  const seed = chooseSeed();
  onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
  const random = seededRandom(seed);
  world = new CrashWorld(random, server.connectionString);
  let survivor = world.start(4);
  await survivor.hasTold(1);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = survivor;
    const next = world.start(2 + pickInteger(random, 5));
    await next.hasTold(1 + pickInteger(random, 60));
    await pause(pickInteger(random, 25));
    await victim.kill();
    survivor = next;
    // No new node starts here: the surviving node finds the calls of the dead one.
    await expect.poll(() => ownerless(), { timeout: 10_000, interval: 50 }).toEqual([]);
    checkEffects(world);
  }
  await survivor.kill();
  const tally = await checkWorld(world);
  expect(tally.acknowledged).toBeGreaterThan(3 * KILLS);
  expect(tally.unknown).toBeGreaterThan(1);
  expect(tally.recovered).toBeGreaterThan(1);

  /** Running calls of nodes other than the newest one. */
  async function ownerless(): Promise<unknown[]> {
    const newest = 'select id from nodes order by started_at desc, id desc limit 1';
    return (await world?.rows(`select id from calls where state = 'running' and node_id not in (${newest})`)) ?? [];
  }
});
