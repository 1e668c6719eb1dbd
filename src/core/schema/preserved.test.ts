import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { toAnthropic } from './anthropic.ts';
import { ajvCompiler, type SchemaCheck } from './ajv-compiler.ts';
import type { ConvertedTool } from './conversion.ts';
import { toGemini } from './gemini.ts';
import { isObject } from './keywords.ts';
import { asArgument, countOver, modelFunctions, suiteGroups, type SuiteGroup } from './material.test.ts';
import { toMcp } from './mcp.ts';
import { refusedGroups } from './official-suite-refused.test.ts';
import { toOpenAiChat, toOpenAiResponses } from './openai.ts';

const facts = {
  title: 'Example',
  sideEffects: 'none',
  mayDestroy: false,
  idempotent: true,
  labels: { untrusted: false, private: false, sendsOut: false },
  scopes: {},
} as const;

type Convert = (
  json: JsonObject,
  name?: string,
) => Pick<ConvertedTool<unknown>, 'warnings'> & { schema: JsonObject; name: string };

const describe_ = (json: JsonObject, name = 'example') => ({ name, description: 'An example.', input: { json } });
const targets: Readonly<Record<string, Convert>> = {
  'OpenAI chat completions': (json, name) => {
    const { tool, warnings } = toOpenAiChat(describe_(json, name));
    return { schema: tool.function.parameters, name: tool.function.name, warnings };
  },
  'OpenAI responses': (json, name) => {
    const { tool, warnings } = toOpenAiResponses(describe_(json, name));
    return { schema: tool.parameters, name: tool.name, warnings };
  },
  Anthropic: (json, name) => {
    const { tool, warnings } = toAnthropic(describe_(json, name));
    return { schema: tool.input_schema, name: tool.name, warnings };
  },
  MCP: (json, name) => {
    const { tool, warnings } = toMcp({ ...facts, ...describe_(json, name), output: { json: { type: 'object' } } });
    return { schema: tool.inputSchema, name: tool.name, warnings };
  },
  Gemini: (json, name) => {
    const { tool, warnings } = toGemini(describe_(json, name));
    return { schema: tool.parametersJsonSchema, name: tool.name, warnings };
  },
};

const groups = suiteGroups().filter(({ id }) => !refusedGroups.has(id));
const functions = modelFunctions();

function compiled(schema: JsonObject): SchemaCheck | undefined {
  try {
    return ajvCompiler.compile(schema);
  } catch {
    return undefined;
  }
}

function disagreements({ id, schema, tests }: SuiteGroup, convert: Convert): string[] {
  const before = compiled(asArgument(schema));
  const after = compiled(convert(asArgument(schema)).schema);
  return tests
    .filter(({ data }) => (before?.({ v: data }).length === 0) !== (after?.({ v: data }).length === 0))
    .map(({ description }) => `${id}: ${description}`);
}

for (const [target, convert] of Object.entries(targets)) {
  test(`${target} is offered every function as it is, under a name it takes`, () => {
    const names = target === 'MCP' ? /^[A-Za-z0-9._-]{1,128}$/ : /^[a-zA-Z0-9_-]{1,64}$/;
    for (const { parameters, name } of functions) {
      const converted = convert(parameters, name);
      expect(converted.schema).toEqual({ ...parameters, type: 'object' });
      expect(converted.name).toMatch(names);
      expect(converted.warnings).toEqual([]);
    }
  });

  test(`${target} accepts exactly the same arguments for every schema of the official suite`, () => {
    expect(groups.flatMap((group) => disagreements(group, convert))).toEqual([]);
    expect(groups.flatMap(({ schema }) => convert(asArgument(schema)).warnings)).toEqual([]);
  });

  test(`${target} loses no object that a schema accepts at the root, and widens it only with a warning`, () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const { id, schema, tests } of groups) {
      if (!isObject(schema)) continue;
      const converted = convert(schema);
      const [before, after] = [compiled(schema), compiled(converted.schema)];
      for (const { data, description } of tests.filter((one) => isObject(one.data))) {
        seen += 1;
        const [was, is] = [fits(before, data), fits(after, data)];
        if ((was && !is) || (was !== is && converted.warnings.length === 0)) wrong.push(`${id}: ${description}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThanOrEqual(countOver('schemas/json-schema-2020-12', { own: 45, corpus: 301 }));
  });
}

function fits(check: SchemaCheck | undefined, data: Json): boolean {
  return check?.(data).length === 0;
}
