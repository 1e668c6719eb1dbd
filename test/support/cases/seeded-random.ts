/** Random numbers that come again with the same seed, so that a failure can be repeated. */
export { seededRandom, pickInteger, type RandomSource } from '../../../src/app/demo/seeded-random.ts';

import { isSoak } from './test-tier.ts';

const FIXED_SEED = 20_261_116;

/** The seed to start from: the one of DEPUTIZE_SEED, a new one for long runs, or always the same. */
export function chooseSeed(): number {
  const given = process.env['DEPUTIZE_SEED'];
  if (given !== undefined) return Number(given);
  return isSoak ? Math.floor(Math.random() * 2 ** 31) : FIXED_SEED;
}
