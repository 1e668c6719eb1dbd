/** Makes arguments for function schemas: with every property, with only the required ones, and with mistakes. */
import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../ports/json.ts';
import { isObject, toList, own, readProperties, listRequired } from './keywords.ts';

const byType: Readonly<Record<string, (schema: JsonObject, every: boolean) => Json>> = {
  string: (schema) => (own(schema, 'format') === 'date' ? '2026-01-31' : 'text'),
  integer: (schema) => Number(own(schema, 'minimum') ?? 1),
  number: (schema) => Number(own(schema, 'minimum') ?? 1.5),
  boolean: () => true,
  null: () => null,
  array: (schema, every) =>
    Array.from({ length: Number(own(schema, 'minItems') ?? 1) }, () => sample(own(schema, 'items') ?? true, every)),
  object: (schema, every) =>
    Object.fromEntries(
      Object.entries(readProperties(schema))
        .filter(([name]) => every || listRequired(schema).includes(name))
        .map(([name, part]) => [name, sample(part, every)]),
    ),
};

export function sample(schema: Json, every: boolean): Json {
  if (!isObject(schema)) return 'anything';
  const choice = toList(own(schema, 'enum'))[0];
  if (choice !== undefined) return choice;
  const type = toList(own(schema, 'type'))[0];
  return typeof type === 'string' ? (byType[type]?.(schema, every) ?? null) : 'anything';
}

/** Values that no schema of a function with closed objects should let through, each with one mistake. */
export function mistakes(schema: JsonObject): Json[] {
  const whole = sample(schema, true) as JsonObject;
  const [first] = listRequired(schema);
  const { [first ?? '']: _, ...missing } = whole;
  const wrong = Object.keys(whole)
    .filter((name) => !['object', undefined].includes(typeOfProperty(schema, name)))
    .map((name) => ({ ...whole, [name]: { unexpected: [{}] } }));
  return [{ ...whole, surprise: 1 }, [whole], ...(first === undefined ? [] : [missing]), ...wrong];
}

function typeOfProperty(schema: JsonObject, name: string): string | undefined {
  const property = own(readProperties(schema), name);
  const type = isObject(property) ? own(property, 'type') : undefined;
  return typeof type === 'string' ? type : undefined;
}

test('samples hold every property or only the required ones, and mistakes are neither', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { enum: [2] } },
    required: ['a'],
  };
  expect(sample(schema, true)).toEqual({ a: 'text', b: 2 });
  expect(sample(schema, false)).toEqual({ a: 'text' });
  expect(mistakes(schema)).toContainEqual({ a: 'text', b: 2, surprise: 1 });
});
