/** R22: for every asker and every way to decide, the effect is in the project that was asked in and nowhere else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { actions, expectRow, type ActionName } from './support/matrix/actions.ts';
import { approvers, type ApproverName } from './support/matrix/approvers.ts';
import { askers, type AskerName } from './support/matrix/askers.ts';
import { fullProduct, pairsOf, pairwiseCover } from './support/matrix/pairwise.ts';
import { MatrixWorld, PROJECTS } from './support/matrix/world.ts';
import { SET_UP_MS } from './support/packed-product.ts';

const factors = {
  asker: Object.keys(askers) as AskerName[],
  approver: Object.keys(approvers) as ApproverName[],
  action: Object.keys(actions) as ActionName[],
  project: PROJECTS,
};
const isFull = process.env['DEPUTIZE_FULL'] === '1';
const rows = isFull ? fullProduct(factors) : pairwiseCover(factors);

let world: MatrixWorld;
beforeAll(async () => {
  world = await MatrixWorld.open();
}, SET_UP_MS);
afterAll(() => world[Symbol.asyncDispose]());

test('the rows cover every pair of two factors', () => {
  const covered = new Set(rows.flatMap(pairsOf));
  expect(
    fullProduct(factors)
      .flatMap(pairsOf)
      .filter((pair) => !covered.has(pair)),
  ).toEqual([]);
  if (!isFull) expect(rows.length).toBeLessThanOrEqual(60);
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
