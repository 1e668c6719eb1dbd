/** Records the tasks and the attacks of a world as a suite that can be replayed. */
import type { InjectionWorld } from './attack-suite.ts';
import { generateAttacks, type AttackAmount, type GeneratedAttack } from './generate-attacks.ts';
import { playTask } from './play-calls.ts';
import type { RecordedSuite, SuiteStep, SuiteTrace } from './suite-format.ts';
import { ALL_TOOLS } from './tools/all-tools.ts';

export function recordSuite(world: InjectionWorld, amount?: AttackAmount): RecordedSuite {
  return {
    suite: world.name,
    tools: Object.fromEntries(Object.entries(ALL_TOOLS).map(([name, { facts }]) => [name, facts])),
    benign: world.tasks.map((task) => ({
      ...{ id: task.id, user: task.user, asks: task.asks === true },
      steps: playTask(world, task).steps,
    })),
    attacks: generateAttacks(world, amount).map(toTrace),
  };
}

export function toTrace({ id, task, goal, place, before, attacker, after }: GeneratedAttack): SuiteTrace {
  const mark = (steps: readonly SuiteStep[], legit: boolean): SuiteStep[] => steps.map((step) => ({ ...step, legit }));
  return {
    ...{ id, user: task.user, knowing: goal.isKnowing, technique: goal.template.technique },
    place: place.kind,
    steps: [...mark(before, true), ...mark(attacker, false), ...mark(after, true)],
  };
}
