import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { ajvCompiler } from './ajv-compiler.ts';
import { toGemini, toGeminiLegacy } from './gemini.ts';
import { isList, isObject, readProperties } from './keywords.ts';
import { asArgument, closed, countOver, modelFunctions, suiteGroups } from './material.test.ts';
import { refusedGroups } from './official-suite-refused.test.ts';
import { sample } from './samples.test.ts';

const legacy = (json: JsonObject, name = 'example') => toGeminiLegacy({ name, description: '', input: { json } });

const KNOWN = new Set(
  'type format title description nullable enum items maxItems minItems properties required minProperties maxProperties minLength maxLength pattern anyOf default minimum maximum'.split(
    ' ',
  ),
);
const TYPES = new Set<Json>(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT']);

/** The rules of the older form, as Google's reference of `Schema` states them. */
function breaches(schema: Json, path = ''): string[] {
  if (!isObject(schema)) return [`${path}: not an object`];
  const wrong = Object.keys(schema)
    .filter((keyword) => !KNOWN.has(keyword))
    .map((keyword) => `${path}: ${keyword}`);
  const { type, items, anyOf } = schema;
  if (type === undefined ? anyOf === undefined : !TYPES.has(type)) wrong.push(`${path}: type`);
  if (type === 'ARRAY' && items === undefined) wrong.push(`${path}: no items`);
  if (isList(schema['enum']) && !schema['enum'].every((value) => typeof value === 'string'))
    wrong.push(`${path}: enum`);
  const parts = [
    ...Object.values(readProperties(schema)),
    ...(isList(anyOf) ? anyOf : []),
    ...(items === undefined ? [] : [items]),
  ];
  return [...wrong, ...parts.flatMap((part, index) => breaches(part, `${path}/${index}`))];
}

/** The older form in JSON Schema's words, so that it can be checked what it accepts. */
function asJsonSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { nullable, type, properties, items, anyOf, default: _, ...rest } = schema;
  const parts = {
    ...rest,
    ...(typeof type === 'string' ? { type: type.toLowerCase() } : {}),
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, asJsonSchema(part)])) }
      : {}),
    ...(items === undefined ? {} : { items: asJsonSchema(items) }),
    ...(isList(anyOf) ? { anyOf: anyOf.map(asJsonSchema) } : {}),
  };
  return nullable === true ? { anyOf: [parts, { type: 'null' }] } : parts;
}

test('the older form of every function follows its rules and accepts what the original accepts', () => {
  const wrong: string[] = [];
  for (const { name, parameters } of modelFunctions()) {
    const { tool, warnings } = legacy(closed(parameters), name);
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    if (tool.parameters === undefined) continue;
    expect([name, breaches(tool.parameters)]).toEqual([name, []]);
    const lossy = warnings.some(({ lost }) => !lost.startsWith('additionalProperties'));
    const check = ajvCompiler.compile(asJsonSchema(tool.parameters) as JsonObject);
    const refused = [true, false].filter((every) => check(sample(parameters, every)).length > 0);
    if (!lossy && refused.length > 0) wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test('the older form of the official suite’s schemas follows its rules, and warns where wider', () => {
  const wrong: string[] = [];
  let exact = 0;
  for (const { id, schema, tests } of suiteGroups()) {
    const { tool, warnings } = legacy(asArgument(schema));
    expect([id, breaches(tool.parameters ?? { type: 'OBJECT' })]).toEqual([id, []]);
    // The refusal of unknown properties of the wrapping object is always lost.
    if (refusedGroups.has(id) || warnings.length > 1) continue;
    exact += 1;
    const check = ajvCompiler.compile(asJsonSchema(tool.parameters ?? {}) as JsonObject);
    for (const { data, valid, description } of tests)
      if ((check({ v: data }).length === 0) !== valid) wrong.push(`${id}: ${description}`);
  }
  expect(wrong).toEqual([]);
  expect(exact).toBe(countOver('schemas/json-schema-2020-12', { own: 17, corpus: 20 }));
});

test('null, constants and several types are said in the older form’s way', () => {
  const properties = {
    maybe: { type: ['string', 'null'], description: 'd' },
    either: { type: ['string', 'integer'] },
    one: { const: 'x' },
    more: { type: 'integer', exclusiveMinimum: 0 },
    union: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  };
  expect(legacy({ type: 'object', properties }).tool.parameters?.['properties']).toEqual({
    maybe: { type: 'STRING', nullable: true, description: 'd' },
    either: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
    one: { type: 'STRING', enum: ['x'] },
    more: { type: 'INTEGER', minimum: 1 },
    union: { type: 'BOOLEAN', nullable: true },
  });
});

test('references are put in place, and a schema within itself is cut with a warning', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, name: { type: 'string' } } };
  const { tool, warnings } = legacy({
    type: 'object',
    properties: { head: { $ref: '#/$defs/node' } },
    $defs: { node },
  });
  expect(tool.parameters?.['properties']).toEqual({
    head: { type: 'OBJECT', properties: { next: { type: 'OBJECT' }, name: { type: 'STRING' } } },
  });
  expect(warnings).toContainEqual({
    path: '/properties/head/properties/next',
    lost: '$ref: "#/$defs/node", which comes back to itself',
  });
});

test('number enums are moved to the description', () => {
  const { tool, warnings } = legacy({ type: 'object', properties: { size: { type: 'integer', enum: [1, 2] } } });
  expect(tool.parameters?.['properties']).toEqual({ size: { type: 'INTEGER', description: '(enum: [1,2])' } });
  expect(warnings).toContainEqual({ path: '/properties/size', lost: 'enum: a list' });
});

test('an input without properties is left out of the older form', () => {
  expect(legacy({ type: 'object', properties: {}, additionalProperties: false }).tool).toEqual({
    name: 'example',
    description: '',
  });
});

test('a reference has nothing beside it in the newer form', () => {
  const json: JsonObject = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/a', description: 'd' } },
    $defs: { a: { type: 'string' } },
  };
  const { tool, warnings } = toGemini({ name: 'example', description: '', input: { json } });
  expect(tool.parametersJsonSchema['properties']).toEqual({ a: { description: 'd', anyOf: [{ $ref: '#/$defs/a' }] } });
  expect(warnings).toEqual([]);
});
