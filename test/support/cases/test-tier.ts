/** How much a run tries: a sample in `npm test`, all of it in `npm run test:full`, and for hours in `npm run soak`. */
type TestTier = 'sample' | 'full' | 'soak';

function readTier(): TestTier {
  if (process.env['DEPUTIZE_SOAK'] === '1') return 'soak';
  return process.env['DEPUTIZE_FULL'] === '1' ? 'full' : 'sample';
}

export const tier = readTier();
export const isSoak = tier === 'soak';

/** Every tier tests the same behaviours. The sample is deterministic, the others try more cases. */
export const pickByTier = <T>(choices: Readonly<Record<TestTier, T>>): T => choices[tier];
