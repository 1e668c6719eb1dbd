/** What every job queue guarantees. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database, SqlQuery } from '../../../src/ports/database.ts';
import type { Job, JobQueue } from '../../../src/ports/job-queue.ts';
import type { Json } from '../../../src/ports/json.ts';

export interface JobsPlace {
  readonly database: Database;
  open(): JobQueue;
  remove(): Promise<void>;
}

export function describeJobs(name: string, newPlace: () => Promise<JobsPlace>): void {
  describe(`jobs on ${name}`, () => {
    let place: JobsPlace;
    let jobs: JobQueue;
    const done: Json[] = [];
    const inside = new Map<string, number>();
    let most = 0;
    let failures = 1;

    beforeAll(async () => {
      place = await newPlace();
      jobs = place.open();
      await jobs.prepare();
      jobs.handle('write', async (payload) => void done.push(payload));
      jobs.handle('slow', async (payload) => {
        const key = (payload as { key: string }).key;
        inside.set(key, (inside.get(key) ?? 0) + 1);
        most = Math.max(most, inside.get(key) ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 300));
        inside.set(key, (inside.get(key) ?? 0) - 1);
        done.push(payload);
      });
      jobs.handle('fails', async (payload) => {
        failures -= 1;
        if (failures >= 0) throw new Error('not yet');
        done.push(payload);
      });
      await jobs.start();
    });
    afterAll(async () => {
      await jobs.close();
      await place.remove();
    });

    const commit = (...writes: SqlQuery[]) => place.database.change({ guards: [], writes });
    const later = (job: Job) => commit(jobs.later(job));
    const isDone = async (payload: Json) => {
      await expect.poll(() => done, { timeout: 15_000 }).toContainEqual(payload);
    };
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

    test('does what is due', async () => {
      await later({ kind: 'write', key: '1', payload: { n: 1 } });
      await isDone({ n: 1 });
      expect(done).toHaveLength(1);
    });

    test('does nothing of a change that was lost', async () => {
      const lost = { sql: 'update counted set n = 1 where n = 404', parameters: [] };
      const change = { guards: [lost], writes: [jobs.later({ kind: 'write', key: 'lost', payload: 'lost' })] };
      expect(await place.database.change(change)).toBe('lost');
      await later({ kind: 'write', key: 'after', payload: 'after lost' });
      await isDone('after lost');
      expect(done).not.toContain('lost');
    });

    test('waits until it is time, and not for what was called off', async () => {
      const soon = Date.now() + 1_200;
      await later({ kind: 'write', key: 'soon', payload: 'soon', at: soon });
      await later({ kind: 'write', key: 'off', payload: 'off', at: soon });
      await commit(jobs.cancel('write', 'off'));
      await pause(600);
      expect(done).not.toContain('soon');
      await isDone('soon');
      await later({ kind: 'write', key: 'x', payload: 'after soon' });
      await isDone('after soon');
      expect(done).not.toContain('off');
    });

    test('does only the last that was asked for under one key', async () => {
      const at = Date.now() + 700;
      await later({ kind: 'write', key: 'same', payload: 'first', at });
      await later({ kind: 'write', key: 'same', payload: 'second', at });
      await isDone('second');
      expect(done).not.toContain('first');
    });

    test('does again what was asked for again while it was done, one after the other', async () => {
      await later({ kind: 'slow', key: 'k', payload: { key: 'k', n: 1 } });
      await expect.poll(() => inside.get('k'), { timeout: 10_000, interval: 5 }).toBe(1);
      await later({ kind: 'slow', key: 'k', payload: { key: 'k', n: 2 } });
      await isDone({ key: 'k', n: 1 });
      await isDone({ key: 'k', n: 2 });
      expect(most).toBe(1);
    });

    test('tries again what failed', { timeout: 30_000 }, async () => {
      await later({ kind: 'fails', key: 'f', payload: 'at last' });
      await expect.poll(() => done, { timeout: 25_000 }).toContainEqual('at last');
      expect(failures).toBe(-1);
    });

    test('leaves to others what it does not know', async () => {
      await later({ kind: 'unknown', key: 'u', payload: 'for another' });
      const other = place.open();
      const heard: Json[] = [];
      other.handle('unknown', async (payload) => void heard.push(payload));
      await other.start();
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['for another']);
      await other.close();
    });

    test('goes on elsewhere with what a process that closed had begun', { timeout: 30_000 }, async () => {
      const first = place.open();
      let begun = false;
      first.handle('long', async (_payload, signal) => {
        begun = true;
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('closing'))));
      });
      await first.start();
      await later({ kind: 'long', key: 'l', payload: 'whole' });
      await expect.poll(() => begun, { timeout: 10_000 }).toBe(true);
      await first.close();
      const second = place.open();
      const heard: Json[] = [];
      second.handle('long', async (payload) => void heard.push(payload));
      await second.start();
      await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['whole']);
      await second.close();
    });
  });
}
