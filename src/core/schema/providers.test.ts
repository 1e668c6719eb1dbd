import { expect, test } from 'vitest';
import { z } from 'zod';

import { defineTool } from '../define-tool.ts';
import type { JsonObject } from '../../ports/json.ts';
import { toAnthropic } from './anthropic.ts';
import { toMcp } from './mcp.ts';
import { toOpenAiChat, toOpenAiResponses } from './openai.ts';

const input = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const tool = { name: 'files.read', description: 'Reads a file.', input: { json: input as JsonObject } };
const withInput = (json: JsonObject) => ({ ...tool, input: { json } });

test('OpenAI gets the shapes of chat completions and of responses', () => {
  const shared = { name: 'files__read', description: 'Reads a file.', parameters: input };
  expect(toOpenAiChat(tool).tool).toEqual({ type: 'function', function: shared });
  expect(toOpenAiChat(tool, { strict: true }).tool).toEqual({
    type: 'function',
    function: { ...shared, strict: true },
  });
  expect(toOpenAiResponses(tool).tool).toEqual({ type: 'function', ...shared, strict: false });
  expect(toOpenAiResponses(tool, { strict: true, name: 'read' }).tool).toEqual({
    type: 'function',
    ...shared,
    name: 'read',
    strict: true,
  });
});

test('Anthropic gets name, description and input_schema', () => {
  expect(toAnthropic(tool)).toEqual({
    tool: { name: 'files__read', description: 'Reads a file.', input_schema: input },
    warnings: [],
  });
});

const either: JsonObject = {
  type: 'object',
  anyOf: [
    { properties: { url: { type: 'string' } }, required: ['url'], additionalProperties: false },
    { properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
  ],
};

test('a union at the root becomes one object with the properties of all branches, and a warning', () => {
  const flat = {
    type: 'object',
    properties: { url: { type: 'string' }, path: { type: 'string' } },
    required: [],
    additionalProperties: false,
  };
  const warnings = [{ path: '/anyOf', lost: 'anyOf at the top level' }];
  expect(toAnthropic(withInput(either))).toMatchObject({ tool: { input_schema: flat }, warnings });
  expect(toOpenAiResponses(withInput(either))).toMatchObject({ tool: { parameters: flat }, warnings });
});

test('Anthropic is spared property names that would make it refuse the whole request', () => {
  const odd: JsonObject = { type: 'object', properties: { $top: { type: 'integer' }, a: {} }, required: ['$top', 'a'] };
  const { tool: converted, warnings } = toAnthropic(withInput(odd));
  expect(converted.input_schema).toEqual({ type: 'object', properties: { a: {} }, required: ['a'] });
  expect(warnings).toMatchObject([{ path: '/properties/$top' }]);
});

const base = {
  description: 'Does it.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  risk: 'low',
  run: () => ({}),
} as const;

test('MCP hints are all set from the contract', () => {
  const hints = (tool: Parameters<typeof toMcp>[0]) => toMcp(tool).tool.annotations;
  expect(hints(defineTool({ ...base, name: 'look', title: 'Look' }))).toEqual({
    title: 'Look',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  expect(
    hints(
      defineTool({ ...base, name: 'send', sideEffects: 'writes', confirmation: 'always', labels: { sendsOut: true } }),
    ),
  ).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true });
  expect(hints(defineTool({ ...base, name: 'note', sideEffects: 'writes', idempotent: true }))).toMatchObject({
    destructiveHint: false,
    idempotentHint: true,
  });
  expect(hints(defineTool({ ...base, name: 'run', sideEffects: 'writes', mayDestroy: true }))).toMatchObject({
    destructiveHint: true,
  });
  expect(hints(defineTool({ ...base, name: 'fetch', scopes: { network: ['*'] } }))).toMatchObject({
    openWorldHint: true,
  });
});

test('MCP lists name, title, description and both schemas as they are', () => {
  const { tool: listed, warnings } = toMcp(defineTool({ ...base, name: 'files.read', title: 'Read' }));
  expect(listed).toMatchObject({
    name: 'files.read',
    title: 'Read',
    description: 'Does it.',
    inputSchema: { type: 'object', additionalProperties: false },
    outputSchema: { type: 'object', additionalProperties: false },
  });
  expect(warnings).toEqual([]);
});
