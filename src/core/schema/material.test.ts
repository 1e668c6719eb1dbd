/** Reads the schemas that the tests run on: functions as models meet them, and groups of values that fit a schema or do not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ownSchemas, type SchemaGroup } from '../../../test/corpora/own-schemas.ts';
import { ownTools } from '../../../test/corpora/own-tools.ts';
import { findCorpus } from '../../../test/support/cases/material.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { holds, isList, isObject, own } from './keywords.ts';

export interface ModelFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** Function descriptions as they circulate, their Python-like types put into JSON Schema's words. */
export function modelFunctions(): ModelFunction[] {
  const path = findCorpus('schemas/bfcl-functions.jsonl');
  const lines = path === undefined ? [] : readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return [...ownTools, ...lines.map((line) => JSON.parse(line) as ModelFunction)].map(
    ({ name, description, parameters }) => ({
      name,
      description,
      parameters: mapSchema(parameters, plainTypes) as JsonObject,
    }),
  );
}

export type SuiteGroup = SchemaGroup;

/** The project's own groups, and the required part of the official suite where this run has it. */
export function suiteGroups(): SuiteGroup[] {
  const folder = findCorpus('schemas/json-schema-2020-12');
  if (folder === undefined) return [...ownSchemas];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const official = files.toSorted().flatMap((file) => {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as (Omit<SuiteGroup, 'id'> & {
      description: string;
    })[];
    return groups.map((group) => ({ ...group, id: `${file.replace('.json', '')}: ${group.description}` }));
  });
  return [...ownSchemas, ...official];
}

/** What a test counts: over the own cases, and in addition over a larger corpus where this run has it. */
export function countOver(
  corpus: 'schemas/bfcl-functions.jsonl' | 'schemas/json-schema-2020-12',
  counts: { readonly own: number; readonly corpus: number },
): number {
  return counts.own + (findCorpus(corpus) === undefined ? 0 : counts.corpus);
}

/** Makes a schema of the suite the schema of a tool's argument. A separate id keeps its references inside it. */
export function asArgument(schema: Json): JsonObject {
  const inner = isObject(schema) ? { $id: 'https://deputize.example/argument', ...schema } : schema;
  return { type: 'object', properties: { v: inner }, required: ['v'], additionalProperties: false };
}

/** Objects refuse what they do not name, as every tool's input has to. */
export function closed(schema: JsonObject): JsonObject {
  return mapSchema(schema, (node) =>
    Object.hasOwn(node, 'properties') && !Object.hasOwn(node, 'additionalProperties')
      ? { ...node, additionalProperties: false }
      : node,
  ) as JsonObject;
}

export function mapSchema(schema: Json, change: (node: JsonObject) => JsonObject): Json {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(change(schema)).map(([keyword, value]) => {
    const kind = holds.get(keyword);
    if (kind === 'schema') return [keyword, mapSchema(value, change)];
    if (kind === 'list' && isList(value)) return [keyword, value.map((part) => mapSchema(part, change))];
    if (kind !== 'map' || !isObject(value)) return [keyword, value];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapSchema(part, change)]))];
  });
  return Object.fromEntries(entries) as Json;
}

const TYPES = new Map<Json, string | undefined>([
  ['dict', 'object'],
  ['float', 'number'],
  ['tuple', 'array'],
  ['any', undefined],
]);

function plainTypes(node: JsonObject): JsonObject {
  const type = own(node, 'type');
  if (type === undefined || !TYPES.has(type)) return node;
  const { type: _, ...rest } = node;
  const plain = TYPES.get(type);
  return plain === undefined ? rest : { ...rest, type: plain };
}

test('every corpus that this run has is complete', () => {
  expect(modelFunctions().length).toBe(countOver('schemas/bfcl-functions.jsonl', { own: 300, corpus: 1_780 }));
  expect(suiteGroups().length).toBe(countOver('schemas/json-schema-2020-12', { own: 45, corpus: 383 }));
});
