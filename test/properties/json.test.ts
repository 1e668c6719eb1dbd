/** The one text of a value, from which digests are made: the same for the same value, and for no other. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { canonical, jsonFault } from '../../src/core/json-value.ts';
import { showHidden } from '../../src/core/show-hidden.ts';
import type { Json } from '../../src/ports/json.ts';
import { hold } from './hold.ts';

const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }) as fc.Arbitrary<Json>;

/** The same value with the keys of every object in another order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

const plain = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

test('the canonical text is that of the value it says, and says nothing of the order of keys', () =>
  hold(json, (value) => {
    if (jsonFault(value)) return;
    const text = canonical(value);
    expect(JSON.parse(text)).toEqual(plain(value));
    expect(canonical(JSON.parse(text) as Json)).toBe(text);
    expect(canonical(reversed(value))).toBe(text);
  }));

test('two values have the same canonical text only if they are the same', () =>
  hold(fc.tuple(json, json), ([one, other]) => {
    if (jsonFault(one) || jsonFault(other)) return;
    expect(canonical(one) === canonical(other)).toBe(isDeepStrictEqual(plain(one), plain(other)));
  }));

test('whatever is given is judged without a throw, and what passes is JSON', () =>
  hold(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
    if (jsonFault(value) !== undefined) return;
    expect(() => JSON.stringify(value)).not.toThrow();
  }));

test('nothing that cannot be seen is left in what a person is shown', () =>
  hold(fc.string({ unit: 'binary' }), (text) => {
    const shown = showHidden(text);
    expect(shown).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u0000-\u0008\u000b-\u001f]/u);
    // Nothing that could be seen is lost.
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(text.length, 1));
  }));
