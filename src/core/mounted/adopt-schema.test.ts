import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../../ports/json.ts';
import { jsonSchema } from '../schema/json-schema-tool.ts';
import { adoptSchema } from './adopt-schema.ts';

const adopt = (schema: JsonObject, use: 'arguments' | 'results' = 'arguments'): JsonObject => {
  const adopted = adoptSchema(schema, 'tool', use);
  // What is adopted must be one that we can check by.
  jsonSchema(adopted, 'tool').prepare();
  return adopted;
};
const fits = (schema: JsonObject, value: unknown, use?: 'arguments' | 'results'): boolean =>
  jsonSchema(adopt(schema, use), 'tool').validate(value).ok;

describe('what is left open', () => {
  const open = { type: 'object', properties: { a: { type: 'string' } } };

  test('is closed for arguments and stays open for results', () => {
    expect(fits(open, { a: 'x' })).toBe(true);
    expect(fits(open, { a: 'x', b: 1 })).toBe(false);
    expect(fits(open, { a: 'x', b: 1 }, 'results')).toBe(true);
    expect(fits(open, { a: 1, b: 1 }, 'results')).toBe(false);
  });

  test('is open where the server says so', () => {
    expect(fits({ ...open, additionalProperties: true }, { b: 1 })).toBe(true);
    expect(fits({ ...open, additionalProperties: { type: 'number' } }, { b: 1 })).toBe(true);
    expect(fits({ ...open, additionalProperties: { type: 'number' } }, { b: 'x' })).toBe(false);
    expect(fits({ ...open, additionalProperties: false }, { b: 1 }, 'results')).toBe(false);
  });
});

describe('a schema annotation', () => {
  test.each([
    ['an older draft', { $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['a format that we do not know', { properties: { a: { type: 'string', format: 'telepathy' } } }],
    ['a member for another program', { 'x-order': 3, properties: { a: { 'x-widget': 'slider' } } }],
  ])('is dropped: %s', (_, more) => {
    const adopted = JSON.stringify(adopt({ type: 'object', ...more }));
    expect(adopted).not.toMatch(/\$schema|telepathy|x-/);
  });

  test('a tuple of an older draft becomes one of ours', () => {
    const pair = {
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
    };
    expect(fits(pair, { pair: ['a', 1] })).toBe(true);
    expect(fits(pair, { pair: ['a', 'b'] })).toBe(false);
    expect(fits(pair, { pair: ['a', 1, 2] })).toBe(false);
  });

  test('hidden characters are shown', () => {
    expect(adopt({ type: 'object', description: 'a\u200Bb', properties: { a: { title: '\u202E' } } })).toMatchObject({
      description: 'a⟦U+200B⟧b',
      properties: { a: { title: '⟦U+202E⟧' } },
    });
  });

  test('a property may be called like a keyword', () => {
    const named = {
      type: 'object',
      properties: { pattern: { type: 'string' }, format: { type: 'string' }, 'x-a': { type: 'string' } },
    };
    expect(fits(named, { pattern: 'p', format: 'f', 'x-a': 'x' })).toBe(true);
  });
});

describe('what could keep a check from ending', () => {
  test('a pattern is not run', () => {
    const evil = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    expect(JSON.stringify(adopt(evil))).not.toContain('(a+)+');
    expect(fits(evil, { a: `${'a'.repeat(50_000)}!` })).toBe(true);
  });

  test.each([
    ['patterns for names', { patternProperties: { '^(a+)+$': {} } }, 'patternProperties'],
    ['a circle', { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } } } } }, 'refers to itself'],
    ['a way out', { $ref: 'other.json' }, 'outside'],
    ['a keyword that nobody knows', { frobnicate: true }, 'frobnicate'],
    ['what swells when it is followed', bomb(), 'comes to more than'],
  ])('%s is refused', (_, more, why) => {
    expect(() => adopt({ type: 'object', ...more })).toThrow(why);
  });
});

/** Each definition uses the next one ten times. */
function bomb(): JsonObject {
  const ten = (at: number): JsonObject => ({
    anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/d${at + 1}` })),
  });
  const $defs = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`d${at}`, at === 7 ? {} : ten(at)]));
  return { $defs, properties: { a: { $ref: '#/$defs/d0' } } };
}
