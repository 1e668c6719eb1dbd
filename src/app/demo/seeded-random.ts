/** Random numbers that come again with the same seed. */
export type RandomSource = () => number;

export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pickInteger = (random: RandomSource, limit: number): number => Math.floor(random() * limit);

export function pickItem<T>(random: RandomSource, items: readonly T[]): T {
  const found = items[pickInteger(random, items.length)];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}
