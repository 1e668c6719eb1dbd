import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { toAnthropic } from './anthropic.ts';
import { toGemini, toGeminiLegacy } from './gemini.ts';
import { jsonSchema } from './json-schema-tool.ts';
import { toMcp } from './mcp.ts';
import { fromStrictArguments, toOpenAiChat, toOpenAiResponses } from './openai.ts';

function nested(depth: number, wrap: (inner: Json) => Json): Json {
  let schema: Json = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = wrap(schema);
  return schema;
}

const chain = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [
    `d${index}`,
    { type: 'object', properties: { next: { $ref: `#/$defs/d${index + 1}` } } },
  ]),
);
const doubling = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `d${index}`,
    { type: 'object', properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
  ]),
);

const hostile: Readonly<Record<string, unknown>> = {
  'the schema true': true,
  'the schema false': false,
  'no schema at all': undefined,
  'a list': [1],
  'a root that is a reference to itself': { $ref: '#' },
  'two references in a circle': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  'a property that is the root': {
    type: 'object',
    properties: { self: { $ref: '#' }, all: { allOf: [{ $ref: '#' }, { minProperties: 1 }] } },
  },
  'an allOf that holds itself': {
    type: 'object',
    properties: { a: { $ref: '#/$defs/a' } },
    $defs: { a: { allOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } },
  },
  'a reference that leads nowhere': {
    type: 'object',
    properties: { a: { $ref: '#/$defs/none' }, b: { $ref: 'https://example.com/x' } },
  },
  'objects 50,000 deep': nested(50_000, (a) => ({ type: 'object', properties: { a }, required: ['a'] })),
  'allOf 50,000 deep': { type: 'object', properties: { a: nested(50_000, (a) => ({ allOf: [a, { title: 't' }] })) } },
  'anyOf 50,000 deep at the root': nested(50_000, (a) => ({ type: 'object', anyOf: [a, { title: 't' }] })),
  'a default 50,000 deep': {
    type: 'object',
    properties: { a: { type: 'string', default: nested(50_000, (a) => [a]) } },
  },
  'a chain of 20,000 definitions': { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: chain },
  'definitions that double 40 times': { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: doubling },
  '30,000 properties': {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`p${index}`, true])),
  },
  'keywords of the wrong kind': {
    type: 7,
    properties: [],
    required: 'a',
    anyOf: {},
    allOf: 3,
    items: 'x',
    enum: 1,
    $defs: null,
    $ref: 5,
  },
  'names from the prototype': JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/toString"}},"required":["__proto__"],"__proto__":1}',
  ),
};

const facts = {
  title: 'Example',
  sideEffects: 'writes',
  mayDestroy: true,
  idempotent: false,
  labels: { untrusted: false, private: false, sendsOut: false },
  scopes: {},
} as const;

for (const [what, schema] of Object.entries(hostile)) {
  test(`every conversion answers in time when given ${what}`, () => {
    const json = schema as JsonObject;
    const tool = { name: 'example', description: '', input: { json } };
    const results = [
      toOpenAiChat(tool),
      toOpenAiChat(tool, { strict: true }),
      toOpenAiResponses(tool, { strict: true }),
      toAnthropic(tool),
      toGemini(tool),
      toGeminiLegacy(tool),
      toMcp({ ...facts, ...tool, output: { json } }),
    ];
    for (const { warnings } of results) expect(warnings.length).toBeLessThanOrEqual(520);
    fromStrictArguments(
      json,
      nested(50_000, (a) => ({ a, b: [null] })),
    );
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  }, 10_000);

  test(`a tool’s definition refuses ${what}, or checks by it`, () => {
    let refused: unknown;
    try {
      jsonSchema(schema as JsonObject, 'example.input').prepare();
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: 'INVALID_CONFIGURATION' });
  });
}
