/** A process that works until it is killed. It reports each step before it, and each answer of the runtime after it. */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { createDeputize } from '../../../src/app/library.ts';
import { Load } from './crash-load.ts';
import type { LoadOptions, Told } from './crash-messages.ts';
import { crashTools } from './crash-tools.ts';
import { seededRandom, pickInteger } from '../cases/seeded-random.ts';

const { data, effects, postgres, name, seed, lanes } = JSON.parse(process.argv[2] ?? '') as LoadOptions;
const random = seededRandom(seed);
const tell = (told: Told) => writeAll(Buffer.from(`${JSON.stringify(told)}\n`));
const deputize = await createDeputize({
  data,
  tools: crashTools(effects),
  ...(postgres === undefined ? {} : { postgres }),
});
tell({ kind: 'ready' });
const load = new Load(deputize, name, random, tell);

async function lane(): Promise<void> {
  for (;;) {
    await load.step();
    await pause(pickInteger(random, 4));
  }
}

async function housekeeping(): Promise<void> {
  for (;;) {
    await pause(20 + pickInteger(random, 60));
    await deputize.runtime.tick();
    await deputize.runtime.audit.checkpoint();
  }
}

/** Writes synchronously, so that a message is out before the next step. Waits for a parent that reads slowly. */
function writeAll(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

await Promise.all([housekeeping(), ...Array.from({ length: lanes }, lane)]);
