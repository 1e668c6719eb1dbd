/** Tries a property on many generated values. The same seed brings the same ones, and a failure names it. */
import * as fc from 'fast-check';
import { vi } from 'vitest';

import { isSoak, pickByTier } from '../support/cases/test-tier.ts';

/** Always the same in a test run, and another one in each long run. */
const SEED = Number(process.env['DEPUTIZE_SEED'] ?? (isSoak ? Math.floor(Math.random() * 2 ** 31) : 20_261_116));

if (isSoak) vi.setConfig({ testTimeout: 120_000 });

/** A second or two in a test run; long where time is given. */
export async function hold<T>(
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => void | Promise<void>,
  runs = 500,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) => {
      await property(value);
    }),
    {
      seed: SEED,
      numRuns: runs * pickByTier({ sample: 1, full: 10, soak: 100 }),
      interruptAfterTimeLimit: pickByTier({ sample: 5_000, full: 20_000, soak: 60_000 }),
      markInterruptAsFailure: false,
    },
  );
}
