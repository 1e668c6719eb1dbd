/** Reads the schemas that the tests run on: functions as models meet them, and the official JSON Schema suite. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { holds, isList, isObject, own } from './keywords.ts';

const root = process.env['DEPUTIZE_MATERIAL'] ?? resolve(import.meta.dirname, '../../../../shared/material');

function material(path: string): string {
  const full = join(root, 'schemas', path);
  if (!existsSync(full)) {
    throw new Error(
      `The test material schemas/${path} is missing. Set DEPUTIZE_MATERIAL to the folder that holds "schemas".`,
    );
  }
  return full;
}

export interface ModelFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** Function descriptions as they circulate, their Python-like types put into JSON Schema's words. */
export function modelFunctions(): ModelFunction[] {
  const lines = readFileSync(material('bfcl-functions.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { name, description, parameters } = JSON.parse(line) as ModelFunction;
    return { name, description, parameters: mapSchema(parameters, plainTypes) as JsonObject };
  });
}

export interface SuiteGroup {
  readonly id: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** The required part of the official suite. */
export function suiteGroups(): SuiteGroup[] {
  const folder = material('json-schema-2020-12');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.toSorted().flatMap((file) => {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as (Omit<SuiteGroup, 'id'> & {
      description: string;
    })[];
    return groups.map((group) => ({ ...group, id: `${file.replace('.json', '')}: ${group.description}` }));
  });
}

/** Puts a schema of the suite where a tool's argument would stand. Its own id keeps its references its own. */
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

test('the test material is in place', () => {
  expect(modelFunctions().length).toBe(1_780);
  expect(suiteGroups().length).toBe(383);
});
