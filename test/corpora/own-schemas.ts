/** Schema groups of the project's own, each with values that fit and values that do not, by keyword of JSON Schema 2020-12. */
import type { Json, JsonObject } from '../../src/ports/json.ts';

export interface SchemaGroup {
  readonly id: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const group = (id: string, schema: Json, fits: readonly Json[], fails: readonly Json[]): SchemaGroup => ({
  id: `own: ${id}`,
  schema,
  tests: [
    ...fits.map((data) => ({ description: `${JSON.stringify(data)} fits`, data, valid: true })),
    ...fails.map((data) => ({ description: `${JSON.stringify(data)} does not fit`, data, valid: false })),
  ],
});

const point: JsonObject = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  required: ['x', 'y'],
};
const tree: JsonObject = {
  type: 'object',
  properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  required: ['value'],
  additionalProperties: false,
};

export const ownSchemas: readonly SchemaGroup[] = [
  group('everything fits', true, [1, 'x', null, {}, []], []),
  group('nothing fits', false, [], [1, 'x', null, {}, []]),
  group('string', { type: 'string' }, ['', 'x', '1'], [1, null, {}, []]),
  group('integer', { type: 'integer' }, [0, -3, 1.0], [1.5, '1', null]),
  group('number', { type: 'number' }, [0, 1.5, -2], ['1', null, true]),
  group('boolean', { type: 'boolean' }, [true, false], [0, 'true', null]),
  group('null', { type: 'null' }, [null], [0, '', false]),
  group('two types', { type: ['string', 'null'] }, ['x', null], [1, {}, []]),
  group('minimum and maximum', { type: 'number', minimum: 1, maximum: 3 }, [1, 2.5, 3], [0.9, 3.1]),
  group('exclusive bounds', { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 3 }, [1.1, 2.9], [1, 3]),
  group('multiples', { type: 'number', multipleOf: 0.5 }, [0, 1.5, -2], [0.3]),
  group(
    'length counts characters',
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', '😀😀', '😀😀😀'],
    ['a', '😀', 'abcd'],
  ),
  group('pattern is not anchored', { type: 'string', pattern: 'b+' }, ['abc', 'bb'], ['a', '']),
  group('enum', { enum: ['a', 1, null, { b: [2] }] }, ['a', 1, null, { b: [2] }], ['b', 2, { b: [3] }]),
  group('enum of strings', { type: 'string', enum: ['low', 'high'] }, ['low', 'high'], ['Low', '', 1]),
  group('const', { const: { a: [1] } }, [{ a: [1] }], [{ a: [1, 2] }, {}, null]),
  group('const of a string', { const: 'x' }, ['x'], ['y', null]),
  group('items', { type: 'array', items: { type: 'integer' } }, [[], [1, 2]], [['a'], [1, null], {}]),
  group('number of items', { type: 'array', items: {}, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]),
  group(
    'unique items',
    { type: 'array', items: {}, uniqueItems: true },
    [[], [1, '1'], [{ a: 1 }, { a: 2 }]],
    [
      [1, 1],
      [{ a: 1 }, { a: 1 }],
    ],
  ),
  group('contains', { type: 'array', contains: { const: 5 } }, [[5], [1, 5]], [[], [1]]),
  group(
    'properties',
    point,
    [
      { x: 1, y: 2 },
      { x: 1, y: 2, z: 3 },
    ],
    [{ x: 1 }, { x: '1', y: 2 }, [], 'x'],
  ),
  group('closed object', { ...point, additionalProperties: false }, [{ x: 1, y: 2 }], [{ x: 1, y: 2, z: 3 }, {}]),
  group(
    'optional property',
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    [{}, { a: '' }],
    [{ a: 1 }, { b: '' }],
  ),
  group(
    'further properties by schema',
    { type: 'object', additionalProperties: { type: 'integer' } },
    [{}, { a: 1 }],
    [{ a: 'x' }],
  ),
  group(
    'number of properties',
    { type: 'object', minProperties: 1, maxProperties: 2 },
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: 1, b: 2, c: 3 }],
  ),
  group('names of properties', { type: 'object', propertyNames: { maxLength: 2 } }, [{}, { ab: 1 }], [{ abc: 1 }]),
  group(
    'names by pattern',
    { type: 'object', patternProperties: { '^n': { type: 'integer' } } },
    [{ n1: 1, x: 'y' }],
    [{ n1: 'y' }],
  ),
  group(
    'dependent names',
    { type: 'object', dependentRequired: { a: ['b'] } },
    [{}, { b: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }],
  ),
  group('any of', { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, [1, 'ab'], ['a', 1.5, null]),
  group('one of', { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] }, [1, 2.5], [3, 1.5]),
  group('all of', { allOf: [{ type: 'integer' }, { minimum: 2 }] }, [2, 3], [1, 2.5]),
  group('not', { not: { type: 'integer' } }, ['x', 1.5, null], [1]),
  group('definition', { $ref: '#/$defs/name', $defs: { name: { type: 'string', minLength: 1 } } }, ['x'], ['', 1]),
  group(
    'recursion',
    { $ref: '#/$defs/tree', $defs: { tree } },
    [{ value: 'a' }, { value: 'a', children: [{ value: 'b', children: [] }] }],
    [{}, { value: 'a', children: [{}] }],
  ),
  group(
    'nested objects',
    { type: 'object', properties: { from: point, to: point }, required: ['from'] },
    [{ from: { x: 0, y: 0 } }],
    [{ from: { x: 0 } }, { to: { x: 0, y: 0 } }],
  ),
  group(
    'union of objects',
    { anyOf: [{ ...point, additionalProperties: false }, tree], $defs: { tree } },
    [{ x: 1, y: 2 }, { value: 'a' }],
    [{ x: 1 }, { value: 1 }],
  ),
  group(
    'names that objects inherit',
    {
      type: 'object',
      properties: { toString: { type: 'string' }, constructor: { type: 'integer' } },
      required: ['constructor'],
    },
    [{ constructor: 1 }],
    [{}, { constructor: 'x' }, { constructor: 1, toString: 2 }],
  ),
  group('annotations', { type: 'string', title: 'T', description: 'D', default: 'x', examples: ['y'] }, ['x', ''], [1]),
  group('remote reference', { $ref: 'https://schemas.example/other.json' }, [], [1]),
  group('reference to nothing', { $ref: '#/$defs/none' }, [], [1]),
  group(
    'dynamic reference',
    { $dynamicRef: '#node', $defs: { node: { $dynamicAnchor: 'node', type: 'string' } } },
    ['x'],
    [1],
  ),
  group(
    'items that nothing evaluated',
    { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false },
    [['x']],
    [['x', 1]],
  ),
  group('a format that is not known', { type: 'string', format: 'colour-of-the-day' }, ['x'], [1]),
  group('another vocabulary', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'string' }, ['x'], [1]),
];

/** The groups above that no tool may use as its schema, by reason. */
export const ownNotApplicable: Readonly<Record<string, readonly string[]>> = {
  'remote reference': ['own: remote reference', 'own: reference to nothing'],
  'dynamic reference': ['own: dynamic reference'],
  unevaluatedItems: ['own: items that nothing evaluated'],
  'unknown format': ['own: a format that is not known'],
  'another vocabulary': ['own: another vocabulary'],
};
