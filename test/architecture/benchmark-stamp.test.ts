/** The stamp of stored benchmark results. */
import { expect, test } from 'vitest';

import { createBenchmarkStamp, formatBenchmarkStamp } from '../../bench/support/benchmark-stamp.ts';

test('names the date, the commit, the version of Node and the machine', () => {
  const stamp = createBenchmarkStamp(new Date('2026-03-04T05:06:07Z'));
  expect(stamp).toEqual({
    date: '2026-03-04T05:06:07.000Z',
    commit: expect.stringMatching(/^([0-9a-f]{40}(\+changes)?|unknown)$/),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: expect.stringMatching(/\S/),
    cores: expect.any(Number),
    memoryGB: expect.any(Number),
  });
  expect(stamp.cores).toBeGreaterThan(0);
  expect(stamp.memoryGB).toBeGreaterThan(0);
});

test('prints one line for each field', () => {
  const stamp = createBenchmarkStamp(new Date('2026-03-04T05:06:07Z'));
  const lines = formatBenchmarkStamp(stamp).trimEnd().split('\n');
  expect(lines[0]).toBe('date      2026-03-04T05:06:07.000Z');
  expect(lines).toHaveLength(Object.keys(stamp).length);
});
