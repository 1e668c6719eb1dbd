/** The suites of our own, by name. They are recorded when they are needed. */
import { club } from './club/suite.ts';
import { desk } from './desk/suite.ts';
import { errands } from './errands/suite.ts';
import { flats } from './flats/suite.ts';
import { home } from './home/suite.ts';
import { lectures } from './lectures/suite.ts';
import { office } from './office/suite.ts';
import { practice } from './practice/suite.ts';
import { record } from './recording.ts';
import { studio } from './studio/suite.ts';
import { shop } from './shop/suite.ts';
import type { Suite } from './suite.ts';
import { team } from './team/suite.ts';

const RECORDED = new Map<string, () => Suite>([
  [office.name, () => record(office)],
  [errands.name, () => record(errands)],
  [team.name, () => record(team)],
  [home.name, () => record(home)],
  [practice.name, () => record(practice)],
  [club.name, () => record(club)],
  [studio.name, () => record(studio)],
  [lectures.name, () => record(lectures)],
  [flats.name, () => record(flats)],
  [desk.name, () => record(desk)],
  [shop.name, () => record(shop)],
]);

export const SUITES: readonly string[] = [...RECORDED.keys()];

export function recordNamed(name: string): Suite | undefined {
  return RECORDED.get(name)?.();
}
