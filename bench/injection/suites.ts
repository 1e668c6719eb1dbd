/** The suites of our own, by name. They are recorded when they are needed. */
import { errands } from './errands/suite.ts';
import { home } from './home/suite.ts';
import { office } from './office/suite.ts';
import { practice } from './practice/suite.ts';
import { record } from './recording.ts';
import { shop } from './shop/suite.ts';
import type { Suite } from './suite.ts';
import { team } from './team/suite.ts';

const RECORDED = new Map<string, () => Suite>([
  [office.name, () => record(office)],
  [errands.name, () => record(errands)],
  [team.name, () => record(team)],
  [home.name, () => record(home)],
  [practice.name, () => record(practice)],
  [shop.name, () => record(shop)],
]);

export const SUITES: readonly string[] = [...RECORDED.keys()];

export function recordNamed(name: string): Suite | undefined {
  return RECORDED.get(name)?.();
}
