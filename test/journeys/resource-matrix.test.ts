/** R22: for every asker and every way to decide, the effect is in the project that was asked in and nowhere else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { actions, expectRow, type ActionName } from './support/matrix/actions.ts';
import { approvers, type ApproverName } from './support/matrix/approvers.ts';
import { askers, type AskerName } from './support/matrix/askers.ts';
import { coverLevels, coverPairs, fullProduct, levelsOf, pairsOf } from './support/matrix/cover.ts';
import { MatrixWorld, PROJECTS } from './support/matrix/world.ts';
import { SET_UP_MS } from './support/packed-product.ts';
import { pickByTier } from '../support/cases/test-tier.ts';

const factors = {
  asker: Object.keys(askers) as AskerName[],
  approver: Object.keys(approvers) as ApproverName[],
  action: Object.keys(actions) as ActionName[],
  project: PROJECTS,
};
/** Of the askers, only this one has a process that lives on after it asked. */
const LIVING_ASKER = {
  asker: 'mcp stdio',
  approver: 'http',
  action: 'asking process dead',
  project: 'beta',
} as const;
const { rows, partsOf, most } = pickByTier({
  sample: { rows: [...coverLevels(factors), LIVING_ASKER], partsOf: levelsOf, most: 12 },
  full: { rows: coverPairs(factors), partsOf: pairsOf, most: 60 },
  soak: { rows: fullProduct(factors), partsOf: pairsOf, most: Infinity },
});

let world: MatrixWorld;
beforeAll(async () => {
  world = await MatrixWorld.open();
}, SET_UP_MS);
afterAll(() => world[Symbol.asyncDispose]());

test('the rows cover every level of a factor, and in a full run every pair of two levels', () => {
  const covered = new Set(rows.flatMap(partsOf));
  expect(
    fullProduct(factors)
      .flatMap(partsOf)
      .filter((pair) => !covered.has(pair)),
  ).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(most);
});

describe('R22: a call has its effect in its own project alone', () => {
  test.each(
    rows.map(
      (row, at) => [`${row.asker} asks, ${row.approver} decides, ${row.action}, in ${row.project}`, row, at] as const,
    ),
  )('%s', (_, row, at) => expectRow(world, row, at));
});

test('R10: the audit of all of it holds', async () => {
  expect((await world.person.run(['audit', 'verify'])).code).toBe(0);
});
