/** The groups of the official suite whose schemas are refused for tools, by reason: the list may shrink, never grow unseen. */
import { expect, test } from 'vitest';

import { ownNotApplicable } from '../../../test/corpora/own-schemas.ts';
import { findCorpus } from '../../../test/support/cases/material.ts';

export const notApplicable = {
  'remote reference': [
    'defs: validate definition against metaschema',
    'dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor',
    'ref: remote ref, containing refs itself',
    'refRemote: remote ref',
    'refRemote: fragment within remote ref',
    'refRemote: anchor within remote ref',
    'refRemote: ref within remote ref',
    'refRemote: base URI change',
    'refRemote: base URI change - change folder',
    'refRemote: base URI change - change folder in subschema',
    'refRemote: root ref in remote ref',
    'refRemote: remote ref with ref to defs',
    'refRemote: Location-independent identifier in remote ref',
    'refRemote: retrieved nested refs resolve relative to their URI not $id',
    'refRemote: remote HTTP ref with different $id',
    'refRemote: remote HTTP ref with different URN $id',
    'refRemote: remote HTTP ref with nested absolute ref',
    'refRemote: $ref to $ref finds detached $anchor',
  ],
  'dynamic reference': [
    'dynamicRef: A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
    'dynamicRef: A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor',
    'dynamicRef: A $ref to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
    'dynamicRef: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
    'dynamicRef: A $dynamicRef without anchor in fragment behaves identical to $ref',
    "dynamicRef: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
    'dynamicRef: An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
    'dynamicRef: A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
    'dynamicRef: A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
    'dynamicRef: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
    'dynamicRef: A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
    'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
    'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
    'dynamicRef: strict-tree schema, guards against misspelled properties',
    'dynamicRef: tests for implementation dynamic anchor and reference link',
    'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
    'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
    'dynamicRef: $dynamicRef points to a boolean schema',
    'dynamicRef: $dynamicRef skips over intermediate resources - direct reference',
    'dynamicRef: $dynamicRef avoids the root of each schema, but scopes are still registered',
    'unevaluatedItems: unevaluatedItems with $dynamicRef',
    'unevaluatedProperties: unevaluatedProperties with $dynamicRef',
  ],
  'strict mode': [
    'enum: empty enum',
    'if-then-else: ignore if without then or else',
    'if-then-else: ignore then without if',
    'if-then-else: ignore else without if',
    'if-then-else: non-interference across combined schemas',
    'maxContains: maxContains without contains is ignored',
    'minContains: minContains without contains is ignored',
    'minContains: maxContains < minContains',
    'minContains: minContains = 0',
    'ref: ref to if',
    'ref: ref to then',
    'ref: ref to else',
    'unevaluatedProperties: unevaluatedProperties can see annotations from if without then and else',
  ],
  'unknown format': [
    'format: idn-email format',
    'format: idn-hostname format',
    'format: iri format',
    'format: iri-reference format',
  ],
  'cannot be checked reliably': [
    'properties: properties whose names are Javascript object property names',
    'unevaluatedProperties: unevaluatedProperties with if/then/else, then not defined',
  ],
  unevaluatedItems: [
    'unevaluatedItems: unevaluatedItems true',
    'unevaluatedItems: unevaluatedItems false',
    'unevaluatedItems: unevaluatedItems as schema',
    'unevaluatedItems: unevaluatedItems with uniform items',
    'unevaluatedItems: unevaluatedItems with tuple',
    'unevaluatedItems: unevaluatedItems with items and prefixItems',
    'unevaluatedItems: unevaluatedItems with items',
    'unevaluatedItems: unevaluatedItems with nested tuple',
    'unevaluatedItems: unevaluatedItems with nested items',
    'unevaluatedItems: unevaluatedItems with nested prefixItems and items',
    'unevaluatedItems: unevaluatedItems with nested unevaluatedItems',
    'unevaluatedItems: unevaluatedItems with anyOf',
    'unevaluatedItems: unevaluatedItems with oneOf',
    'unevaluatedItems: unevaluatedItems with not',
    'unevaluatedItems: unevaluatedItems with if/then/else',
    'unevaluatedItems: unevaluatedItems with boolean schemas',
    'unevaluatedItems: unevaluatedItems with $ref',
    'unevaluatedItems: unevaluatedItems before $ref',
    "unevaluatedItems: unevaluatedItems can't see inside cousins",
    'unevaluatedItems: item is evaluated in an uncle schema to unevaluatedItems',
    'unevaluatedItems: unevaluatedItems depends on adjacent contains',
    'unevaluatedItems: unevaluatedItems depends on multiple nested contains',
    'unevaluatedItems: unevaluatedItems and contains interact to control item dependency relationship',
    'unevaluatedItems: unevaluatedItems with minContains = 0',
    'unevaluatedItems: non-array instances are valid',
    'unevaluatedItems: unevaluatedItems with null instance elements',
    'unevaluatedItems: unevaluatedItems can see annotations from if without then and else',
    'unevaluatedItems: Evaluated items collection needs to consider instance location',
  ],
  'another vocabulary': [
    'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
    'vocabulary: ignore unrecognized optional vocabulary',
  ],
} as const;

/** Every group that is refused, of the own ones and of the official ones. */
export const refusedGroups: ReadonlySet<string> = new Set(
  [notApplicable, ownNotApplicable].flatMap((groups) => Object.values(groups).flat()),
);

/** The groups that this run meets and that are refused, by reason. */
export function expectedRefusals(): Record<string, string[]> {
  const official: Readonly<Record<string, readonly string[]>> =
    findCorpus('schemas/json-schema-2020-12') === undefined ? {} : notApplicable;
  const expected: Record<string, string[]> = {};
  for (const groups of [ownNotApplicable, official])
    for (const [reason, ids] of Object.entries(groups)) (expected[reason] ??= []).push(...ids);
  return expected;
}

test('the list of refused groups names 89 of them', () => {
  expect(Object.values(notApplicable).flat()).toHaveLength(89);
});
