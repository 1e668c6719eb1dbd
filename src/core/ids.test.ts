import { expect, test } from 'vitest';

import { nodeDigest } from '../connectors/platform/node-digest.ts';
import { idMaker, isUsableId } from './ids.ts';

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

test('makes UUIDs of version 7 that carry the time', () => {
  const newId = idMaker(nodeDigest, { now: () => 0x0192_f3a4_5b6c });
  const id = newId();
  expect(id).toMatch(UUID7);
  expect(id.replaceAll('-', '').slice(0, 12)).toBe('0192f3a45b6c');
});

test('makes ids that only ever grow, also within one millisecond and when the clock goes back', () => {
  let now = 1_000_000;
  const newId = idMaker(nodeDigest, { now: () => now });
  const ids = Array.from({ length: 20_000 }, (_, at) => {
    if (at === 7_000) now -= 500;
    if (at === 9_000) now += 2;
    return newId();
  });
  expect(ids.every((id) => UUID7.test(id))).toBe(true);
  expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] as string))).toBe(true);
});

test('two makers with the same time make different ids', () => {
  const clock = { now: () => 5 };
  const [one, other] = [idMaker(nodeDigest, clock), idMaker(nodeDigest, clock)];
  const all = new Set(Array.from({ length: 1_000 }, () => [one(), other()]).flat());
  expect(all.size).toBe(2_000);
});

test.each(['a', 'call_1.b:c-d', 'x'.repeat(128)])('"%s" can be an id', (id) => {
  expect(isUsableId(id)).toBe(true);
});

test.each(['', 'a b', '../x', 'a/b', 'a\n', 'ä', 'x'.repeat(129), '<script>'])('"%s" cannot be an id', (id) => {
  expect(isUsableId(id)).toBe(false);
});
