/** Random numbers that come again with the same seed, so that a failure can be repeated. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed to start from: the one of DEPUTIZE_SEED, or a new one. */
export function chooseSeed(): number {
  const given = process.env['DEPUTIZE_SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}

export const upTo = (random: Random, limit: number): number => Math.floor(random() * limit);
