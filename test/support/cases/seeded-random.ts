/** Random numbers that come again with the same seed, so that a failure can be repeated. */
export { seededRandom, pickInteger, type RandomSource } from '../../../src/app/demo/seeded-random.ts';

/** The seed to start from: the one of DEPUTIZE_SEED, or a new one. */
export function chooseSeed(): number {
  const given = process.env['DEPUTIZE_SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}
