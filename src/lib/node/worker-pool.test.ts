import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';

import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
const path = join(folder, 'worker.mjs');
writeFileSync(
  path,
  `import { parentPort } from 'node:worker_threads';
   const work = {
     echo: (given) => ({ value: given }),
     spin: () => { for (;;); },
     fill: () => { const all = []; for (;;) all.push(new Array(100_000).fill(Math.random())); },
     fail: () => ({ error: 'not this one' }),
     exit: () => process.exit(1),
     environment: () => ({ value: Object.keys(process.env).length }),
   };
   parentPort.on('message', ({ does, given }) => parentPort.postMessage(work[does](given)));`,
);
const pools: WorkerPool[] = [];
const open = (options: Partial<WorkerPoolOptions> = {}): WorkerPool => {
  const usual = { file: pathToFileURL(path), size: 2, timeMs: 20_000, memoryMb: 64, idleMs: 1_000 };
  const pool = new WorkerPool({ ...usual, ...options });
  pools.push(pool);
  return pool;
};
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('runs tasks, and reports the error of one', async () => {
  const pool = open();
  const answers = await Promise.allSettled([
    pool.run('a', { does: 'echo', given: 1 }),
    pool.run('a', { does: 'fail' }),
    pool.run('b', { does: 'echo', given: 2 }),
  ]);
  expect(answers).toMatchObject([
    { value: 1 },
    { reason: { reason: 'failed', message: 'not this one' } },
    { value: 2 },
  ]);
});

test('gives the thread no environment', async () => {
  expect(await open().run('a', { does: 'environment' })).toBe(0);
});

test.each([
  ['time', 'spin', { timeMs: 200 }],
  ['memory', 'fill', {}],
  ['ended', 'exit', {}],
] as const)('ends a task by its %s, and runs the next', async (reason, does, options) => {
  const pool = open(options);
  await expect(pool.run('a', { does })).rejects.toMatchObject({ reason });
  // The first task of a new thread has the time that the thread takes to start.
  const again = open();
  expect(await again.run('a', { does: 'echo', given: 'fine' })).toBe('fine');
});

test('one key never takes all threads', async () => {
  const pool = open();
  const slow = [pool.run('mallory', { does: 'spin' }), pool.run('mallory', { does: 'spin' })];
  const refused = Promise.allSettled(slow);
  expect(await pool.run('ann', { does: 'echo', given: 'in time' })).toBe('in time');
  await pool.close();
  expect(await refused).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(pool.run('ann', { does: 'echo' })).rejects.toMatchObject({ reason: 'ended' });
});

test('the keys take turns, however many tasks one of them has', async () => {
  const pool = open({ size: 1 });
  const order: string[] = [];
  const run = (key: string) => pool.run(key, { does: 'echo' }).then(() => order.push(key));
  await Promise.all([run('mallory'), run('mallory'), run('mallory'), run('ann'), run('bob'), run('ann')]);
  expect(order).toEqual(['mallory', 'mallory', 'ann', 'bob', 'mallory', 'ann']);
});
