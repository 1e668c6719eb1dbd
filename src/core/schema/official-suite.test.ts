import { expect, test } from 'vitest';

import { DeputizeError } from '../errors.ts';
import { jsonSchema } from './json-schema-tool.ts';
import { asArgument, countOver, suiteGroups, type SuiteGroup } from './material.test.ts';
import { expectedRefusals, type notApplicable } from './official-suite-refused.test.ts';

const reasons: readonly (readonly [RegExp, keyof typeof notApplicable])[] = [
  [/does not point into this schema/, 'remote reference'],
  [/"\$dynamic(Ref|Anchor)" is not accepted/, 'dynamic reference'],
  [/"unevaluatedItems" is not accepted/, 'unevaluatedItems'],
  [/strict mode|is ignored$|an empty list accepts nothing/, 'strict mode'],
  [/format: found/, 'unknown format'],
  [/\$schema: found/, 'another vocabulary'],
  [/cannot be named "__proto__"|"if" without "then"/, 'cannot be checked reliably'],
];

interface Outcome {
  readonly refused?: string;
  readonly different: readonly string[];
  readonly agreed: number;
}

function run(group: SuiteGroup): Outcome {
  try {
    const schema = jsonSchema(asArgument(group.schema), 'suite');
    schema.prepare();
    const different = group.tests.filter(({ data, valid }) => schema.validate({ v: data }).ok !== valid);
    const agreed = group.tests.length - different.length;
    return { different: different.map(({ description }) => `${group.id}: ${description}`), agreed };
  } catch (error) {
    if (!(error instanceof DeputizeError) || error.code !== 'INVALID_CONFIGURATION') throw error;
    const { message } = error;
    const reason = reasons.find(([pattern]) => pattern.test(message))?.[1];
    return { refused: reason ?? message, different: [], agreed: 0 };
  }
}

const groups = suiteGroups();
const outcomes = groups.map((group) => ({ id: group.id, ...run(group) }));

test('refuses exactly the known groups of the official suite, for the known reasons', () => {
  const refused: Record<string, string[]> = {};
  for (const { id, refused: reason } of outcomes) if (reason !== undefined) (refused[reason] ??= []).push(id);
  expect(refused).toEqual(expectedRefusals());
});

test('agrees with every other test of the official suite, but checks formats where the suite only notes them', () => {
  const different = outcomes.flatMap((outcome) => outcome.different);
  expect(different.filter((name) => !/^format: .* is only an annotation by default$/.test(name))).toEqual([]);
  expect(different).toHaveLength(countOver('schemas/json-schema-2020-12', { own: 0, corpus: 15 }));
  expect(outcomes.reduce((sum, { agreed }) => sum + agreed, 0)).toBe(
    countOver('schemas/json-schema-2020-12', { own: 170, corpus: 1_056 }),
  );
});
