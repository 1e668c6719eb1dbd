import { expect, test } from 'vitest';

import { concatBytes } from './concat-bytes.ts';

test('joins pieces in their order', () => {
  expect([...concatBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])]).toEqual([1, 2, 3]);
  expect(concatBytes([])).toHaveLength(0);
});

test('copies a single piece', () => {
  const piece = Buffer.from('ab');
  const joined = concatBytes([piece]);
  piece.fill(0);
  expect(joined).toEqual(Uint8Array.of(97, 98));
});
