/** Catalogues of 300 tools each, and the requests that were written for them. The tools are test material and not kept here. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Tool } from '../../src/core/index.ts';
import { ToolIndex } from '../../src/core/catalogue/tool-index.ts';
import { defineJsonTool } from '../../src/core/schema/json-schema-tool.ts';
import type { JsonObject } from '../../src/ports/json.ts';

export interface MeantTool {
  readonly request: string;
  readonly tool: string;
  /** Tools that do exactly the same. They count only where it is said so. */
  readonly same?: readonly string[];
}

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export const CATALOGUE = 300;

const material = process.env['DEPUTIZE_MATERIAL'] ?? resolve(import.meta.dirname, '../../../shared/material');
const ACCEPTED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** In the order of their ids, which are digests: nobody chose which tools stand together. */
function described(): Described[] {
  const path = join(material, 'schemas', 'bfcl-functions.jsonl');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error('The test material is missing: set DEPUTIZE_MATERIAL to the folder that holds schemas/.', {
      cause,
    });
  }
  const all = text.split('\n').filter(Boolean);
  const sorted = all.map((line) => JSON.parse(line) as Described).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byName = new Map<string, Described>();
  for (const one of sorted) if (!byName.has(one.name) && ACCEPTED_NAME.test(one.name)) byName.set(one.name, one);
  return [...byName.values()];
}

/** The n-th 300 tools. */
export function catalogue(nth: number): Tool[] {
  return described()
    .slice(nth * CATALOGUE, (nth + 1) * CATALOGUE)
    .map(({ name, description, parameters }) =>
      defineJsonTool({
        name,
        description,
        input: { ...(plainTypes(parameters) as JsonObject), additionalProperties: false },
        output: { type: 'object', additionalProperties: false },
        risk: 'low',
        run: () => ({}),
      }),
    );
}

export function requests(name: 'requests' | 'tuning-requests'): MeantTool[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../catalogue/${name}.json`), 'utf8')) as MeantTool[];
}

export interface Hits {
  readonly of: number;
  readonly first: number;
  readonly firstFive: number;
  /** With tools that do exactly the same counted as well. */
  readonly firstFiveOrSame: number;
  readonly missed: readonly MeantTool[];
}

export async function countHits(tools: readonly Tool[], all: readonly MeantTool[]): Promise<Hits> {
  const index = await ToolIndex.of(tools);
  const known = new Set(tools.map(({ name }) => name));
  const places = all
    .filter(({ tool }) => known.has(tool))
    .map((meant) => ({ meant, names: index.search(meant.request).map(({ name }) => name) }));
  const within = (count: number, same: boolean) =>
    places.filter(({ meant, names }) =>
      names.slice(0, count).some((name) => name === meant.tool || (same && meant.same?.includes(name))),
    );
  const found = new Set(within(5, false));
  return {
    of: places.length,
    first: within(1, false).length,
    firstFive: found.size,
    firstFiveOrSame: within(5, true).length,
    missed: places.filter((place) => !found.has(place)).map(({ meant }) => meant),
  };
}

/** Python's words for types, as the material has them, in JSON Schema's. */
function plainTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainTypes);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (key !== 'type' || typeof value !== 'string') return [[key, plainTypes(value)]];
      if (value === 'any') return [];
      return [[key, { dict: 'object', float: 'number', tuple: 'array' }[value] ?? value]];
    }),
  );
}
