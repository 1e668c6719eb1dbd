import { describe, expect, test } from 'vitest';

import { canonical, jsonFault } from './json-value.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe('jsonFault', () => {
  test.each([
    ['text', 'a'],
    ['numbers', 1.5],
    ['null', null],
    ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['a whole surrogate pair', '😀'],
    ['a shared but not cyclic part', (() => ((part) => [part, part])({ a: 1 }))()],
    ['a property that is undefined', { a: undefined }],
    ['64 levels', nested(63)],
  ])('accepts %s', (_, value) => {
    expect(jsonFault(value)).toBeUndefined();
  });

  test.each([
    ['a function', { a: [() => 1] }, '/a/0', 'function is not JSON'],
    ['a bigint', { n: 1n }, '/n', 'bigint is not JSON'],
    ['a symbol', [Symbol('x')], '/0', 'symbol is not JSON'],
    ['nothing at all', undefined, '', 'undefined is not JSON'],
    ['infinity', { n: Infinity }, '/n', 'not finite'],
    ['not a number', [Number.NaN], '/0', 'not finite'],
    ['a date', { when: new Date(0) }, '/when', 'not a plain object'],
    ['a map', new Map(), '', 'not a plain object'],
    ['half a pair', { a: 'x\uD800' }, '/a', 'surrogate'],
    ['half a pair in a key', { 'x\uDC00': 1 }, '/x\uDC00', 'surrogate'],
    ['__proto__ as parsed from text', JSON.parse('{"a":{"__proto__":{}}}'), '/a/__proto__', 'never accepted'],
    ['a slash in a key', { 'a/b~': Infinity }, '/a~1b~0', 'not finite'],
  ])('refuses %s and names the place', (_, value: unknown, path, message) => {
    const fault = jsonFault(value);
    expect(fault).toMatchObject({ code: 'INVALID_ARGUMENTS', path });
    expect(fault?.message).toContain(message);
  });

  test('refuses a value that refers to itself, however deep', () => {
    const loop: { inner: { back?: unknown } } = { inner: {} };
    loop.inner.back = loop;
    expect(jsonFault(loop)).toMatchObject({ code: 'INVALID_ARGUMENTS', path: '/inner/back' });
  });

  test('refuses what is nested deeper than 64 levels', () => {
    expect(jsonFault(nested(65))).toMatchObject({ code: 'TOO_LARGE' });
    expect(jsonFault(nested(100_000))).toMatchObject({ code: 'TOO_LARGE' });
  });

  test.each([
    ['one long text', ['x'.repeat(200)]],
    ['many short texts', Array.from({ length: 50 }, () => 'ab')],
    ['long keys', { ['k'.repeat(200)]: 1 }],
    ['many numbers', Array.from({ length: 50 }, () => 1)],
    ['many truths', Array.from({ length: 200 }, () => true)],
    ['many empty lists', Array.from({ length: 200 }, () => [])],
  ])('counts %s against the size', (_, value) => {
    expect(jsonFault(value, { characters: 100, values: 1_000 })).toMatchObject({ code: 'TOO_LARGE' });
    expect(jsonFault(value, { characters: 10_000, values: 1_000 })).toBeUndefined();
  });

  test('limits the number of values', () => {
    const list = (length: number): object[] => Array.from({ length }, () => ({}));
    expect(jsonFault(list(49_999))).toBeUndefined();
    expect(jsonFault(list(50_000))).toMatchObject({ code: 'TOO_LARGE', message: 'more than 50000 values in all' });
  });
});

describe('canonical', () => {
  test('is the same for every order of keys', () => {
    expect(canonical({ b: [1, { d: 2, c: 3 }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":3,"d":2}]}');
    expect(canonical({ a: 'x', b: [1, { c: 3, d: 2 }] })).toBe('{"a":"x","b":[1,{"c":3,"d":2}]}');
  });

  test('writes numbers and text as RFC 8785 says', () => {
    expect(canonical([1e21, 0.000001, -0, 1.0, '€\u000f"'])).toBe('[1e+21,0.000001,0,1,"€\\u000f\\""]');
  });

  test('distinguishes different values', () => {
    expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }));
    expect(canonical(['a', 'b'])).not.toBe(canonical(['a,b']));
  });
});
