import { describe, expect, test } from 'vitest';

import type { Json } from '../ports/json.ts';
import { cutToBudget, type CutResult } from './budget.ts';

const readOn = (offset: number): string => `read on at ${offset}`;
const MARKER = /… \[cut: (\d+) of (\d+) (characters|items); read on at (\d+)\]$/;

function cut(value: Json, budget: number, isValid: (value: Json) => boolean = () => true): CutResult {
  const result = cutToBudget(value, { budget, isValid, readOn });
  if (!result) throw new Error('it could not be cut');
  return result;
}

function readMarker(text: Json | undefined): { kept: number; total: number; offset: number } {
  const [, kept, total, , offset] = MARKER.exec(String(text)) ?? [];
  return { kept: Number(kept), total: Number(total), offset: Number(offset) };
}

describe('cutToBudget', () => {
  test('ends a long text with a marker that counts within the budget', () => {
    const result = cut({ content: 'x'.repeat(5_000), size: 5_000 }, 1_000);
    const { content } = result.value as { content: string };
    const { kept, total } = readMarker(content);
    expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(1_000);
    expect(result.parts).toEqual([{ path: '/content', kept, total: 5_000 }]);
    expect(total).toBe(5_000);
    expect(content.lastIndexOf('…')).toBe(kept);
    expect(kept).toBeGreaterThan(100);
  });

  test('ends a shortened list with a marker item', () => {
    const items = Array.from({ length: 500 }, (_, at) => `file-${at}`);
    const result = cut({ entries: items }, 2_000);
    const { entries } = result.value as { entries: Json[] };
    const { kept, total } = readMarker(entries.at(-1));
    expect(entries.slice(0, -1)).toEqual(items.slice(0, kept));
    expect(result.parts).toEqual([{ path: '/entries', kept, total: 500 }]);
    expect([entries.length, total]).toEqual([kept + 1, 500]);
  });

  test('cuts texts and keeps every item where that is enough', () => {
    const items = Array.from({ length: 3 }, () => ({ text: 'z'.repeat(2_000) }));
    const result = cut(items, 1_000);
    expect(result.value).toHaveLength(3);
    expect(result.parts.map(({ path }) => path)).toEqual(['/0/text', '/1/text', '/2/text']);
  });

  test('returns nothing where the schema allows no marker', () => {
    const items = Array.from({ length: 500 }, (_, at) => ({ name: `file-${at}` }));
    const isObjects = (value: Json): boolean => (value as Json[]).every((item) => typeof item === 'object');
    expect(cutToBudget(items, { budget: 2_000, isValid: isObjects, readOn })).toBeUndefined();
    expect(cutToBudget('k'.repeat(500), { budget: 100, isValid: (text) => text === 'k', readOn })).toBeUndefined();
  });

  test('names the offset at which the rest begins in the whole JSON text', () => {
    const long = '"quoted"\n😀'.repeat(500);
    const value = { 'a"b': [1, { x: null }, 'short'], list: [['deep', long]], end: long };
    const text = JSON.stringify(value);
    const result = cut(value, 2_000).value as typeof value;
    for (const shown of [result.list[0]?.[1], result.end]) {
      const { kept, offset } = readMarker(shown);
      const rest = JSON.stringify(long.slice(kept)).slice(1);
      expect(text.slice(offset, offset + rest.length)).toBe(rest);
    }
    const items = Array.from({ length: 300 }, (_, at) => `é\n${at}`);
    const list = cut({ before: true, items }, 1_000).value as { items: string[] };
    const { kept, offset } = readMarker(list.items.at(-1));
    expect(JSON.stringify({ before: true, items }).slice(offset)).toBe(
      `${JSON.stringify(items.slice(kept)).slice(1)}}`,
    );
  });

  test('lists no cut inside an item that is left out', () => {
    const result = cut(
      Array.from({ length: 50 }, () => 'x'.repeat(900)),
      1_000,
    );
    const { kept } = readMarker((result.value as Json[]).at(-1));
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
      expect(result.value).not.toContain('\uFFFD');
    }
  });

  test('names nested places by JSON pointer', () => {
    const result = cut({ 'a/b': { deep: ['z'.repeat(3_000)] } }, 500);
    expect(result.parts.map(({ path }) => path)).toContain('/a~1b/deep/0');
  });
});
