/** Schemas as any server may list them: refused with a reason, or said to every provider in its own way. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { DeputizeError } from '../../src/core/errors.ts';
import { defineJsonTool } from '../../src/core/schema/json-schema-tool.ts';
import { providerNames, toProvider } from '../../src/core/schema/providers.ts';
import type { Json, JsonObject } from '../../src/ports/json.ts';
import { hold } from './hold.ts';

const { schema } = fc.letrec<{ schema: Json; inner: Json }>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(true, {}, { type: 'string' }, { type: 'integer' }),
    tie('schema'),
  ),
  schema: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null'),
        fc.constant(['string', 'null']),
      ),
      description: fc.string(),
      properties: fc.dictionary(fc.string({ maxLength: 8 }), tie('inner'), { maxKeys: 4 }),
      required: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('inner')),
      items: tie('inner'),
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 3 }),
      anyOf: fc.array(tie('inner'), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
      allOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
      not: tie('inner'),
      const: fc.oneof(fc.string(), fc.integer()),
      minimum: fc.integer(),
      maxLength: fc.integer({ min: 0, max: 99 }),
      pattern: fc.constantFrom('^a+$', '[', '(a+)+$', '\\p{L}', ''),
      format: fc.constantFrom('email', 'date-time', 'nothing'),
      $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/missing', 'http://example.com/x'),
      $defs: fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor'), tie('inner'), { maxKeys: 2 }),
      default: fc.jsonValue() as fc.Arbitrary<Json>,
    },
    { requiredKeys: [] },
  ),
}));

const root = schema.map((part) => ({ ...(part as JsonObject), type: 'object' }));

test('a schema is refused, or converts to JSON for every provider', () =>
  hold(
    fc.tuple(root, fc.jsonValue()),
    ([input, value]) => {
      const tool = refusedOr(() =>
        defineJsonTool({
          ...{ name: 'tool', description: 'A tool.', risk: 'low', input, output: {}, run: () => null },
        }),
      );
      if (!tool) return;
      for (const provider of providerNames) {
        const told = refusedOr(() => toProvider(provider, [tool]));
        if (told) expect(JSON.parse(JSON.stringify(told.tools))).toEqual(told.tools);
      }
      // A schema that cannot be compiled is refused with the first value.
      const validation = refusedOr(() => tool.input.validate(value)) ?? { ok: true };
      expect('issues' in validation && validation.issues.length > 0).toBe(!validation.ok);
    },
    200,
  ));

function refusedOr<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error instanceof DeputizeError, String(error)).toBe(true);
    return undefined;
  }
}
