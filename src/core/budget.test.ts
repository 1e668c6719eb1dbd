import { describe, expect, test } from 'vitest';

import type { Json } from '../ports/json.ts';
import { cutToBudget } from './budget.ts';
import type { Truncation } from './outcome.ts';

function cut(value: Json, budget: number): { value: Json; parts: Truncation[] } {
  const result = cutToBudget(value, JSON.stringify(value), budget);
  if (!result) throw new Error('it was not cut');
  return result;
}

describe('cutToBudget', () => {
  test('leaves what fits alone', () => {
    const value = { a: 'x'.repeat(50) };
    expect(cutToBudget(value, JSON.stringify(value), 100)).toBeUndefined();
  });

  test('shortens a long text and says by how much', () => {
    const result = cut({ content: 'x'.repeat(5_000), size: 5_000 }, 1_000);
    const { content } = result.value as { content: string };
    expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(1_000);
    expect(result.parts).toEqual([{ path: '/content', kept: content.length, total: 5_000 }]);
    expect(content.length).toBeGreaterThan(100);
  });

  test('drops items from the end of a long list', () => {
    const items = Array.from({ length: 500 }, (_, at) => ({ name: `file-${at}`, size: at }));
    const result = cut({ entries: items }, 2_000);
    const { entries } = result.value as { entries: Json[] };
    expect(entries).toEqual(items.slice(0, entries.length));
    expect(result.parts).toEqual([{ path: '/entries', kept: entries.length, total: 500 }]);
  });

  test('says nothing of what was cut inside an item that is left out', () => {
    const result = cut(
      Array.from({ length: 50 }, () => 'x'.repeat(900)),
      1_000,
    );
    const kept = (result.value as Json[]).length;
    const inside = result.parts.filter(({ path }) => path !== '').map(({ path }) => Number(path.slice(1)));
    expect(inside.every((at) => at < kept)).toBe(true);
    expect(result.parts.at(-1)).toEqual({ path: '', kept, total: 50 });
  });

  test('keeps the first item of a list, however large', () => {
    const result = cut([{ text: 'y'.repeat(10_000) }, 1], 1_000);
    expect((result.value as Json[]).length).toBeGreaterThan(0);
  });

  test('never leaves half a character', () => {
    for (let pad = 0; pad < 4; pad += 1) {
      const result = cut(`${'a'.repeat(pad)}${'😀'.repeat(2_000)}`, 1_000);
      expect((result.value as string).isWellFormed()).toBe(true);
    }
  });

  test('names nested places by JSON pointer', () => {
    const result = cut({ 'a/b': { deep: ['z'.repeat(3_000)] } }, 500);
    expect(result.parts.map(({ path }) => path)).toContain('/a~1b/deep/0');
  });
});
