import { expect, test } from 'vitest';

import { createNameMap, decodeName, encodeName } from './names.ts';

const WIRE = /^[a-zA-Z0-9_-]{1,64}$/;

/** A small repeatable generator: the same names on every run. */
function* generated(count: number, longest: number): Generator<string> {
  const parts = [
    'a',
    'Z',
    '9',
    '-',
    '_',
    '_',
    '.',
    '.',
    '__',
    '_x',
    '_x2e_',
    '_x5f_',
    '___',
    'x',
    '2e',
    'é',
    '/',
    ' ',
    '😀',
    '\ud800',
  ];
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let index = 0; index < count; index += 1) {
    yield Array.from({ length: next(longest) }, () => parts[next(parts.length)]).join('');
  }
}

test('names that already fit travel unchanged', () => {
  for (const name of ['send_email', 'search-web', 'A', '_private', 'get_', '9lives'])
    expect(encodeName(name)).toBe(name);
});

test('a dotted name stays readable', () => {
  expect(encodeName('files.move_glob')).toBe('files__move_glob');
  expect(decodeName('files__move_glob')).toBe('files.move_glob');
});

test('a plain name that looks escaped does not collide with an escaped one', () => {
  expect(encodeName('files__move_glob')).not.toBe(encodeName('files.move_glob'));
  expect(encodeName('a_x2e_b')).not.toBe(encodeName('a..b'));
  expect(decodeName(encodeName('a_x2e_b') ?? '')).toBe('a_x2e_b');
});

test('a wire name that the encoder never makes means no tool', () => {
  for (const wire of ['a___b', 'a_x61_b', 'a_x02e_b', '_xffffff_', 'x'.repeat(65), 'a.b'])
    expect(decodeName(wire)).toBeUndefined();
});

test('every generated name that fits comes back, and no two share a wire name', () => {
  const seen = new Map<string, string>();
  let fitted = 0;
  for (const name of generated(40_000, 24)) {
    const wire = encodeName(name);
    if (wire === undefined) continue;
    fitted += 1;
    expect(wire).toMatch(WIRE);
    expect(decodeName(wire)).toBe(name);
    expect(seen.get(wire) ?? name).toBe(name);
    seen.set(wire, name);
  }
  expect(fitted).toBeGreaterThan(20_000);
});

test('a map brings back every generated name of any length, whatever the order', () => {
  const names = [...new Set([...generated(5_000, 200), ...generated(2_000, 12)])];
  const map = createNameMap(names);
  const reversed = createNameMap(names.toReversed());
  const wires = new Set<string>();
  for (const name of names) {
    const wire = map.toWire(name);
    expect(wire).toMatch(WIRE);
    expect(map.fromWire(wire)).toBe(name);
    expect(reversed.toWire(name)).toBe(wire);
    wires.add(wire);
  }
  expect(wires.size).toBe(names.length);
});

test('a shortened name is no other name’s wire name, even when that is a tool too', () => {
  const long = 'reports.'.repeat(20);
  const wire = createNameMap([long]).toWire(long);
  const map = createNameMap([long, wire]);
  expect(map.toWire(long)).toBe(wire);
  expect(map.toWire(wire)).not.toBe(wire);
});

test('names outside the map are refused', () => {
  expect(() => createNameMap(['a']).toWire('b')).toThrow('"b" is not in this list of names');
  expect(createNameMap(['a']).fromWire('constructor')).toBeUndefined();
});
