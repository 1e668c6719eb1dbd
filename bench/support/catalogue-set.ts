/** Catalogues of 300 tools each with requests that mean some of them: the repository's own, and those of a larger corpus where it is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Tool } from '../../src/core/index.ts';
import { ToolIndex } from '../../src/core/catalogue/tool-index.ts';
import { defineJsonTool } from '../../src/core/schema/json-schema-tool.ts';
import type { JsonObject } from '../../src/ports/json.ts';
import { ownRequests, ownTools, type DescribedTool } from '../../test/corpora/own-tools.ts';
import { findCorpus } from '../../test/support/cases/material.ts';

export interface MeantTool {
  readonly request: string;
  readonly tool: string;
  /** Tools that do exactly the same. They count only where it is said so. */
  readonly same?: readonly string[];
}

interface Described extends DescribedTool {
  readonly id: string;
}

interface CatalogueSet {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly requests: readonly MeantTool[];
}

export const CATALOGUE = 300;

const ACCEPTED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** The catalogues that this run has. The first is the repository's own. */
export function catalogueSets(): CatalogueSet[] {
  const own = { name: 'own', tools: ownTools.map(toTool), requests: ownRequests };
  const path = findCorpus('schemas/bfcl-functions.jsonl');
  if (path === undefined) return [own];
  const described = readDescribed(path);
  const corpus = Array.from({ length: 4 }, (_, nth) => {
    const tools = described.slice(nth * CATALOGUE, (nth + 1) * CATALOGUE).map(toTool);
    const known = new Set(tools.map(({ name }) => name));
    const requests = readRequests(nth === 0 ? 'requests' : 'tuning-requests').filter(({ tool }) => known.has(tool));
    return { name: nth === 0 ? 'the hundred' : `further tools ${nth}`, tools, requests };
  });
  return [own, ...corpus];
}

/** The order is that of the ids, which are digests, so that no one selects which tools share a catalogue. */
function readDescribed(path: string): Described[] {
  const all = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const sorted = all.map((line) => JSON.parse(line) as Described).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byName = new Map<string, Described>();
  for (const one of sorted) if (!byName.has(one.name) && ACCEPTED_NAME.test(one.name)) byName.set(one.name, one);
  return [...byName.values()];
}

function toTool({ name, description, parameters }: DescribedTool): Tool {
  return defineJsonTool({
    name,
    description,
    input: { ...(plainTypes(parameters) as JsonObject), additionalProperties: false },
    output: { type: 'object', additionalProperties: false },
    risk: 'low',
    run: () => ({}),
  });
}

function readRequests(name: 'requests' | 'tuning-requests'): MeantTool[] {
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

/** Python's words for types, as the corpora have them, in JSON Schema's. */
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
