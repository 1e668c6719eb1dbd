/** Our suites by name. They are recorded when they are needed. */
import type { InjectionWorld } from './attack-suite.ts';
import type { AttackAmount } from './generate-attacks.ts';
import { recordSuite } from './record-suite.ts';
import type { RecordedSuite } from './suite-format.ts';
import { home } from './worlds/home/world.ts';
import { lectures } from './worlds/lectures/world.ts';
import { team } from './worlds/team/world.ts';

const WORLDS = new Map<string, InjectionWorld>([team, home, lectures].map((world) => [world.name, world]));

export const SUITES: readonly string[] = [...WORLDS.keys()];

export function recordNamedSuite(name: string, amount?: AttackAmount): RecordedSuite | undefined {
  const world = WORLDS.get(name);
  return world && recordSuite(world, amount);
}
