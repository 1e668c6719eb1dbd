import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import { findCorpus } from '../../../test/support/cases/material.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { ajvCompiler } from './ajv-compiler.ts';
import { isList, isObject, own, readProperties, listRequired, resolveLocal } from './keywords.ts';
import { asArgument, closed, countOver, modelFunctions, suiteGroups } from './material.test.ts';
import { refusedGroups } from './official-suite-refused.test.ts';
import { fromStrictArguments, toOpenAiChat, toOpenAiResponses } from './openai.ts';
import { mistakes, sample } from './samples.test.ts';

const strict = (json: JsonObject) => {
  const { tool, warnings } = toOpenAiResponses({ name: 'example', description: '', input: { json } }, { strict: true });
  return { schema: tool.parameters, strict: tool.strict, warnings };
};

/** What a model in strict mode would send for these arguments: null for whatever is left out. */
function asStrict(schema: Json, value: Json, root: Json = schema): Json {
  const target = isObject(schema) ? (resolveLocal(root, own(schema, '$ref')) ?? schema) : schema;
  if (!isObject(target)) return value;
  if (isList(value)) return value.map((item) => asStrict(own(target, 'items') ?? true, item, root));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    asStrict(own(readProperties(target), name) ?? true, part, root),
  ]);
  const absent = Object.keys(readProperties(target)).filter(
    (name) => !Object.hasOwn(value, name) && !listRequired(target).includes(name),
  );
  return Object.fromEntries([...entries, ...absent.map((name) => [name, null])]) as Json;
}

/** OpenAI's own rules for strict schemas, as its documentation states them. */
function breaches(schema: Json, path = ''): string[] {
  if (!isObject(schema)) return [`${path}: not an object`];
  const wrong: string[] = [];
  const odd = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
  if (odd.length > 0) wrong.push(`${path}: ${odd.join(', ')}`);
  if (!['type', 'anyOf', '$ref'].some((keyword) => Object.hasOwn(schema, keyword))) wrong.push(`${path}: no type`);
  const { type } = schema;
  if (type === 'object' || (isList(type) && type.includes('object'))) {
    if (schema['additionalProperties'] !== false) wrong.push(`${path}: open`);
    if (listRequired(schema).join() !== Object.keys(readProperties(schema)).join())
      wrong.push(`${path}: not all required`);
  }
  const parts = [...Object.entries(readProperties(schema)), ...Object.entries((schema['$defs'] ?? {}) as JsonObject)];
  if (Object.hasOwn(schema, 'items')) parts.push(['items', schema['items'] as Json]);
  const branches = (schema['anyOf'] ?? []) as readonly Json[];
  return [
    ...wrong,
    ...parts.flatMap(([name, part]) => breaches(part, `${path}/${name}`)),
    ...branches.flatMap((part) => breaches(part, `${path}/anyOf`)),
  ];
}
const KNOWN = new Set(
  'type properties required additionalProperties items anyOf $ref $defs enum const title description pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems'.split(
    ' ',
  ),
);

const functions = modelFunctions();

test('the strict form of every function follows OpenAI’s rules', () => {
  for (const { parameters } of functions) {
    const open = strict(parameters);
    expect(open.strict).toBe(true);
    expect(breaches(open.schema)).toEqual([]);
  }
});

test('arguments go into the strict form of every function and come back as they were', () => {
  const wrong: string[] = [];
  const unsampled: string[] = [];
  let exact = 0;
  for (const { name, parameters } of functions) {
    const schema = closed(parameters);
    const { schema: form, warnings } = strict(schema);
    const check = ajvCompiler.compile(form);
    const original = ajvCompiler.compile(schema);
    // A default is written into the description and does not change which values are accepted.
    const quiet = warnings.every(({ lost }) => lost.startsWith('default'));
    if (quiet) exact += 1;
    for (const value of [sample(schema, true), sample(schema, false)]) {
      if (original(value).length > 0) unsampled.push(name);
      const sent = asStrict(schema, value);
      if (quiet && check(sent).length > 0) wrong.push(`${name} is refused`);
      if (!isDeepStrictEqual(fromStrictArguments(schema, sent), value)) wrong.push(`${name} does not come back`);
    }
    for (const mistake of mistakes(schema)) {
      if (original(mistake).length === 0) wrong.push(`${name} accepts a mistake`);
      if (quiet && check(asStrict(schema, mistake)).length === 0)
        wrong.push(`${name} accepts a mistake in strict form`);
    }
  }
  expect(wrong).toEqual([]);
  // It requires names that it does not describe, so samples leave them out.
  expect(new Set(unsampled)).toEqual(
    new Set(findCorpus('schemas/bfcl-functions.jsonl') === undefined ? [] : ['waste_calculation.calculate']),
  );
  expect(exact).toBe(countOver('schemas/bfcl-functions.jsonl', { own: 250, corpus: 1_653 }));
});

test('the strict form of the official suite’s schemas is true to them wherever it gives no warning', () => {
  const wrong: string[] = [];
  let exact = 0;
  for (const { id, schema, tests } of suiteGroups()) {
    if (refusedGroups.has(id)) continue;
    const wrapped = asArgument(schema);
    const form = strict(wrapped);
    if (form.strict) wrong.push(...breaches(form.schema).map((breach) => `${id}: ${breach}`));
    if (form.warnings.length > 0) continue;
    exact += 1;
    const check = ajvCompiler.compile(form.schema);
    for (const { data, valid, description } of tests) {
      const sent = asStrict(wrapped, { v: data });
      const accepted = check(sent).length === 0;
      if (accepted !== valid) wrong.push(`${id}: ${description}`);
      if (valid && !isDeepStrictEqual(fromStrictArguments(wrapped, sent), { v: data }))
        wrong.push(`${id}: ${description} does not come back`);
    }
  }
  expect(wrong).toEqual([]);
  expect(exact).toBe(countOver('schemas/json-schema-2020-12', { own: 16, corpus: 34 }));
});

const shape = { type: 'object', additionalProperties: false } as const;

test('optional properties become nullable and required', () => {
  const { schema, warnings } = strict({
    ...shape,
    properties: { to: { type: 'string' }, cc: { type: 'string', enum: ['a', 'b'] }, kind: { const: 'x' } },
    required: ['to'],
  });
  expect(warnings).toEqual([]);
  expect(schema).toEqual({
    ...shape,
    properties: {
      to: { type: 'string' },
      cc: { type: ['string', 'null'], enum: ['a', 'b', null] },
      kind: { anyOf: [{ const: 'x', type: 'string' }, { type: 'null' }] },
    },
    required: ['to', 'cc', 'kind'],
  });
});

test('recursive definitions stay references', () => {
  const node = {
    ...shape,
    properties: { value: { type: 'string' }, next: { $ref: '#/$defs/node' } },
    required: ['value'],
  };
  const original: JsonObject = {
    ...shape,
    properties: { head: { $ref: '#/$defs/node' } },
    required: ['head'],
    $defs: { node },
  };
  const { schema, warnings } = strict(original);
  expect(warnings).toEqual([]);
  expect(breaches(schema)).toEqual([]);
  const sent = { head: { value: 'a', next: { value: 'b', next: null } } };
  expect(ajvCompiler.compile(schema)(sent)).toEqual([]);
  expect(fromStrictArguments(original, sent)).toEqual({ head: { value: 'a', next: { value: 'b' } } });
});

test('nulls are taken out by the branch of a union that the value fits', () => {
  const branch = (kind: string, required: string[]): JsonObject => ({
    ...shape,
    properties: { kind: { const: kind }, note: { type: ['string', 'null'] } },
    required: ['kind', ...required],
  });
  const original: JsonObject = {
    ...shape,
    properties: { v: { oneOf: [branch('keeps', ['note']), branch('drops', [])] } },
    required: ['v'],
  };
  expect(fromStrictArguments(original, { v: { kind: 'keeps', note: null } })).toEqual({
    v: { kind: 'keeps', note: null },
  });
  expect(fromStrictArguments(original, { v: { kind: 'drops', note: null } })).toEqual({ v: { kind: 'drops' } });
});

test('a required null stays, and an unknown one is left for the validator to refuse', () => {
  const original: JsonObject = { ...shape, properties: { v: { type: 'null' } }, required: ['v'] };
  const sent = JSON.parse('{"v":null,"__proto__":null,"other":null}') as Json;
  expect(fromStrictArguments(original, sent)).toEqual(sent);
});

test('what strict mode cannot say is said in a warning, and in words to the model', () => {
  const { schema, warnings } = strict({
    ...shape,
    properties: {
      name: { type: 'string', minLength: 3, default: 'abc' },
      map: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['name', 'map'],
  });
  expect(warnings).toContainEqual({ path: '/properties/name', lost: 'minLength: 3' });
  expect(warnings).toContainEqual({ path: '/properties/map', lost: 'properties that are not listed' });
  expect(own(readProperties(schema), 'name')).toEqual({
    type: 'string',
    description: '(default: "abc", minLength: 3)',
  });
});

test('a schema too large for strict mode is offered as it is', () => {
  const properties = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`p${index}`, { type: 'string' }]));
  const { tool, warnings } = toOpenAiChat(
    { name: 'big', description: '', input: { json: { ...shape, properties } } },
    { strict: true },
  );
  expect(tool.function.strict).toBeUndefined();
  expect(warnings).toEqual([{ path: '', lost: 'strict mode: 5001 properties, at most 5000 are accepted' }]);
});
