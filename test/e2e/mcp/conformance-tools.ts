/** The tools that the official conformance scenarios call, as far as they are about what we offer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import type { Tool } from '../../../src/core/contract.ts';
import { defineTool } from '../../../src/core/define-tool.ts';
import { DeputizeError } from '../../../src/core/errors.ts';
import { defineJsonTool } from '../../../src/core/schema/json-schema-tool.ts';

const nothing = z.strictObject({});
const said = z.strictObject({ text: z.string() });

const simpleText = defineTool({
  name: 'test_simple_text',
  description: 'Answers with a text.',
  risk: 'low',
  input: nothing,
  output: said,
  run: () => ({ text: 'This is a simple text response for testing.' }),
});

const errorHandling = defineTool({
  name: 'test_error_handling',
  description: 'Always fails.',
  risk: 'low',
  input: nothing,
  output: said,
  run: () => {
    throw new DeputizeError('EXECUTION_ERROR', 'This tool intentionally returns an error for testing');
  },
});

const withProgress = defineTool({
  name: 'test_tool_with_progress',
  description: 'Reports progress.',
  risk: 'low',
  input: nothing,
  output: said,
  run: async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress(done, 100);
      await sleep(50);
    }
    return { text: 'done' };
  },
});

const jsonSchema = defineJsonTool({
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  risk: 'low',
  input: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
  output: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
  run: () => ({ text: 'done' }),
});

export const conformanceTools: readonly Tool[] = [simpleText, errorHandling, withProgress, jsonSchema];
