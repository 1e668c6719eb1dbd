import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { DeputizeError } from '../errors.ts';
import { defineJsonTool, jsonSchema } from './json-schema-tool.ts';

const shape = { type: 'object', additionalProperties: false } as const;
const schema = (properties: JsonObject, rest: JsonObject = {}) =>
  jsonSchema({ ...shape, properties, ...rest }, 'example.input');

function refusal(source: unknown): DeputizeError {
  try {
    jsonSchema(source as JsonObject, 'example.input').prepare();
  } catch (error) {
    if (error instanceof DeputizeError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

test('makes a tool whose arguments and results are checked by their schemas', async () => {
  const tool = defineJsonTool({
    name: 'math.add',
    description: 'Adds two numbers.',
    risk: 'low',
    input: { ...shape, properties: { a: { type: 'number' }, b: { type: 'number', default: 1 } }, required: ['a'] },
    output: { ...shape, properties: { sum: { type: 'number' } }, required: ['sum'] },
    run: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
  });
  expect(tool.name).toBe('math.add');
  expect(tool.input.validate({ a: 2 })).toEqual({ ok: true, value: { a: 2, b: 1 } });
  expect(tool.output.validate({ sum: 'three' })).toMatchObject({ ok: false });
});

test.each([
  [
    'an asynchronous schema',
    { ...shape, properties: { a: { $async: true } } },
    'example.input/properties/a',
    'asynchronous',
  ],
  [
    'a remote reference',
    { ...shape, properties: { a: { $ref: 'https://example.com/a' } } },
    'example.input/properties/a/$ref',
    'does not point into this schema',
  ],
  [
    'a reference to nothing',
    { ...shape, properties: { a: { $ref: '#/$defs/a' } } },
    'example.input/properties/a/$ref',
    'does not point into this schema',
  ],
  [
    'an invalid schema',
    { ...shape, properties: { a: { type: 'text' } } },
    'example.input/properties/a/type',
    'not valid JSON Schema 2020-12',
  ],
  [
    'an invalid pattern',
    { ...shape, properties: { a: { pattern: '(' } } },
    'example.input/properties/a',
    '"(" is not a regular expression',
  ],
  [
    'an unknown keyword',
    { ...shape, properties: { a: { minLenght: 1 } } },
    'example.input/properties/a',
    '"minLenght" is not a keyword',
  ],
  [
    'an unknown format',
    { ...shape, properties: { a: { format: 'colour' } } },
    'example.input/properties/a',
    'found "colour"; accepted is one of',
  ],
  [
    'a root that is no object',
    { type: 'array' },
    'example.input/type',
    'found "array"; the root must be of type "object"',
  ],
  ['a root without a type', { additionalProperties: false }, 'example.input/type', 'found nothing'],
  ['an open root', { type: 'object' }, 'example.input', 'the root must refuse unknown properties'],
  [
    'another draft',
    { ...shape, $schema: 'http://json-schema.org/draft-07/schema#' },
    'example.input',
    'accepted is draft 2020-12',
  ],
])('refuses %s, naming the place', (_, source, place, words) => {
  const error = refusal(source);
  expect(error.code).toBe('INVALID_CONFIGURATION');
  expect(error.details).toEqual({ place });
  expect(error.message).toContain(words);
});

test('accepts a root closed by unevaluatedProperties', () => {
  const closed = jsonSchema(
    { type: 'object', allOf: [{ properties: { a: { type: 'string' } } }], unevaluatedProperties: false },
    'example.input',
  );
  expect(closed.validate({ a: 'x' }).ok).toBe(true);
  expect(closed.validate({ b: 'x' })).toMatchObject({ ok: false, issues: [{ path: '/b' }] });
});

test('says what was found and what is accepted, and where', () => {
  const checked = schema(
    {
      to: { type: 'array', items: { type: 'string', format: 'email' } },
      size: { enum: ['s', 'm'] },
      n: { type: 'integer', minimum: 1 },
    },
    { required: ['to', 'id'] },
  );
  expect(checked.validate({ to: ['a@b.example', 'nobody'], size: 'x', n: 0, 'a/b': 1 })).toEqual({
    ok: false,
    issues: [
      { path: '', message: '"id" is missing; it is required' },
      { path: '/a~1b', message: 'this property is unknown; accepted are "to", "size", "n"' },
      { path: '/to/1', message: 'found "nobody"; accepted is text of the format "email"' },
      { path: '/size', message: 'found "x"; accepted is one of "s", "m"' },
      { path: '/n', message: 'found 0; accepted is a number not below 1' },
    ],
  });
  expect(checked.validate({ to: 'all', id: 1 })).toMatchObject({
    issues: expect.arrayContaining([{ path: '/to', message: 'found the string "all"; accepted is array' }]) as unknown,
  });
});

test('never changes text into numbers', () => {
  expect(schema({ n: { type: 'number' } }).validate({ n: '1' }).ok).toBe(false);
});

test('fills in defaults on a copy', () => {
  const checked = schema({ a: { ...shape, properties: { b: { type: 'array', default: [] } } } });
  const sent = { a: {} };
  const first = checked.validate(sent);
  expect(first).toEqual({ ok: true, value: { a: { b: [] } } });
  expect(sent).toEqual({ a: {} });
  expect(checked.validate({ a: {} })).toEqual(first);
});

test('a default does not make up for a missing required property', () => {
  expect(schema({ a: { default: 1 } }, { required: ['a'] }).validate({}).ok).toBe(false);
});

test('leaves defaults out that contradict what was sent', () => {
  const exclusive = schema({ a: { default: 1 }, b: {} }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] });
  expect(exclusive.validate({ b: 2 })).toEqual({ ok: true, value: { b: 2 } });
});

test('names from the prototype are ordinary unknown properties', () => {
  const checked = schema({ a: { type: 'string' } });
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const result = checked.validate(JSON.parse(`{"${name}":{"a":"x"}}`));
    expect(result).toMatchObject({ ok: false, issues: [{ path: `/${name}` }] });
  }
  expect(schema({}, { required: ['constructor'] }).validate({}).ok).toBe(false);
});

test('refuses what is not JSON, too deep or too much, without failing', () => {
  const checked = schema({ a: {} });
  const loop: Record<string, unknown> = {};
  loop['a'] = loop;
  let deep: Json = 0;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  for (const a of [loop, deep, () => 1, new Map(), Number.NaN, Array.from({ length: 100_001 }, () => 0)]) {
    expect(checked.validate({ a }).ok).toBe(false);
  }
});

test('answers at most twenty issues', () => {
  const result = schema({ a: { items: { type: 'string' } } }).validate({ a: Array.from({ length: 1_000 }, () => 0) });
  expect(result.ok ? 0 : result.issues.length).toBe(20);
});

test('schemas with the same id know nothing of each other', () => {
  const make = (type: string) =>
    schema({ a: { $ref: 'https://example.com/a' } }, { $defs: { a: { $id: 'https://example.com/a', type } } });
  const [text, number] = [make('string'), make('number')];
  expect(text.validate({ a: 'x' }).ok).toBe(true);
  expect(number.validate({ a: 'x' }).ok).toBe(false);
});

test('compiles only when the first value comes', () => {
  let compiled = 0;
  const lazy = jsonSchema({ ...shape }, 'example.input', {
    formats: new Set(),
    invalid: () => undefined,
    compile() {
      compiled += 1;
      return () => [];
    },
  });
  expect(compiled).toBe(0);
  lazy.validate({});
  lazy.validate({});
  expect(compiled).toBe(1);
});
