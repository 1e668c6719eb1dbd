import { expect, test } from 'vitest';

import { parseJson } from './parse-json.ts';

test('parses JSON, and returns undefined for other text', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('{')).toBeUndefined();
});
