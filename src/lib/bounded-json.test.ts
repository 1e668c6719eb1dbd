import { describe, expect, test } from 'vitest';

import { measureLongestTurn } from '../../test/support/cases/longest-turn.ts';
import { JsonMeter, parseBoundedJson, TooManyValuesError } from './bounded-json.ts';

test.each([
  ['null', null],
  ['{"a":[1,"x,y{[:\\"",{}]}', { a: [1, 'x,y{[:"', {}] }],
  ['"\\\\"', '\\'],
  [`"${'\\\\'.repeat(3)}\\""`, '\\\\\\"'],
])('parses %s', (text, value) => {
  expect(parseBoundedJson(text, 20)).toEqual(value);
});

test.each(['{"a":1', '"open', '"\\', '', '[1,]'])('refuses %s as JSON.parse does', (text) => {
  expect(() => parseBoundedJson(text, 20)).toThrow(SyntaxError);
});

test('counts every value, and none in a string', () => {
  const list = (length: number): string => `[${Array.from({ length }, () => '1').join(',')}]`;
  expect(parseBoundedJson(list(10), 12)).toHaveLength(10);
  expect(() => parseBoundedJson(list(12), 12)).toThrow(TooManyValuesError);
  expect(() => parseBoundedJson('[{},{},{}]', 6)).toThrow(TooManyValuesError);
  expect(parseBoundedJson(`"${',[{:'.repeat(100)}"`, 1)).toHaveLength(400);
});

test.each([
  ['empty objects', `[${'{},'.repeat(2_500_000)}{}]`],
  ['a text of backslashes', `"${'\\\\'.repeat(3_700_000)}"`],
  ['a text of quotation marks', `"${'\\"'.repeat(3_700_000)}"`],
  ['an open text', `"${'\\"'.repeat(3_700_000)}`],
])('answers soon for 7.5 megabytes of %s', async (_, text) => {
  const longest = await measureLongestTurn(() => {
    try {
      parseBoundedJson(text, 50_000);
    } catch {
      // What it answers does not matter here.
    }
  });
  expect(longest).toBeLessThan(250);
});

describe('the meter', () => {
  const limits = { maxBytes: 1_000, maxValues: 10, isEventStream: false };
  const push = (text: string, more: Partial<typeof limits> = {}): (string | undefined)[] => {
    const meter = new JsonMeter({ ...limits, ...more });
    return Array.from(text, (character) => meter.push(new TextEncoder().encode(character)));
  };
  const last = (...given: Parameters<typeof push>): string | undefined => push(...given).at(-1);

  test('counts values outside of strings, piece by piece', () => {
    expect(last('[1,2,3,4,5,6,7,8,9]')).toBeUndefined();
    expect(last('[1,2,3,4,5,6,7,8,9,10]')).toBe('values');
    expect(last(`"${',:[{'.repeat(100)}"`)).toBeUndefined();
    expect(last(`"\\\\",${'[],'.repeat(10)}`)).toBe('values');
    expect(last(`"\\"${',[]'.repeat(20)}"`)).toBeUndefined();
    expect(last('x'.repeat(1_001))).toBe('bytes');
  });

  test('counts each event of a stream by itself', () => {
    const event = 'data: {"a":1,"b":[]}\r\n\r\n';
    expect(last(event.repeat(100), { isEventStream: true })).toBeUndefined();
    expect(last(event.repeat(100), { maxBytes: 10_000 })).toBe('values');
    expect(last(`data: "open\n\ndata: ${'[],'.repeat(10)}`, { isEventStream: true })).toBe('values');
  });
});
