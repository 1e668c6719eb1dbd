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
import type { SuiteWorld } from './world.ts';

const RECORDED = new Map<string, () => Suite>([
  recorded(office),
  recorded(errands),
  recorded(team),
  recorded(home),
  recorded(practice),
  recorded(club),
  recorded(studio),
  recorded(lectures),
  recorded(flats),
  recorded(desk),
  recorded(shop),
]);

export const SUITES: readonly string[] = [...RECORDED.keys()];

export function recordNamed(name: string): Suite | undefined {
  return RECORDED.get(name)?.();
}

function recorded<World>(suite: SuiteWorld<World>): [string, () => Suite] {
  return [suite.name, () => record(suite)];
}
