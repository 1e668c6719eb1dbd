import { expect, test } from 'vitest';

import { measureLongestTurn } from '../../test/support/cases/longest-turn.ts';
import { parseBoundedJson, TooManyValuesError } from './read-json.ts';

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
