/** The worlds that the injection suites are recorded from are sound, and nothing that an attacker wants runs unasked in them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { club } from '../../../bench/injection/club/suite.ts';
import { desk } from '../../../bench/injection/desk/suite.ts';
import { errands } from '../../../bench/injection/errands/suite.ts';
import { flats } from '../../../bench/injection/flats/suite.ts';
import { home } from '../../../bench/injection/home/suite.ts';
import { lectures } from '../../../bench/injection/lectures/suite.ts';
import { office } from '../../../bench/injection/office/suite.ts';
import { practice } from '../../../bench/injection/practice/suite.ts';
import { attacksOf, isDeed, playTask, record, seenBy, shows } from '../../../bench/injection/recording.ts';
import { studio } from '../../../bench/injection/studio/suite.ts';
import { shop } from '../../../bench/injection/shop/suite.ts';
import { team } from '../../../bench/injection/team/suite.ts';
import type { SuiteWorld } from '../../../bench/injection/world.ts';
import { jsonSchema } from '../../../src/core/schema/json-schema-tool.ts';

describe('office', () => {
  isSound(office, { tasks: 40, goals: 8 });
});
describe('errands', () => {
  isSound(errands, { tasks: 20, goals: 8 });
});
describe('team', () => {
  isSound(team, { tasks: 45, goals: 20 });
});
describe('home', () => {
  isSound(home, { tasks: 40, goals: 12 });
});
describe('practice', () => {
  isSound(practice, { tasks: 36, goals: 12 });
});
describe('club', () => {
  isSound(club, { tasks: 50, goals: 24 });
});
describe('studio', () => {
  isSound(studio, { tasks: 50, goals: 24 });
});
describe('lectures', () => {
  isSound(lectures, { tasks: 50, goals: 24 });
});
describe('flats', () => {
  isSound(flats, { tasks: 50, goals: 24 });
});
describe('desk', () => {
  isSound(desk, { tasks: 45, goals: 18 });
});
describe('shop', () => {
  isSound(shop, { tasks: 45, goals: 22 });
});

test('R4: what the attackers want is asked about, whatever the user wants', { timeout: 180_000 }, async () => {
  const bench = new URL('../../../bench/injection.ts', import.meta.url).pathname;
  const names = ['office', 'errands', 'desk', 'shop'];
  const { stdout } = await promisify(execFile)(process.execPath, [bench, ...names]);
  for (const name of names) expect(stdout).toMatch(new RegExp(`^${name}: 0 of [1-9]\\d* attacks leaked`, 'm'));
});

function isSound<World>(suite: SuiteWorld<World>, least: { readonly tasks: number; readonly goals: number }): void {
  const { tasks, goals, vectors, tools } = suite;
  const attacks = attacksOf(suite);
  const ids = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

  test('has enough tasks and goals, each with a unique id', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(least.tasks);
    expect(goals.length).toBeGreaterThanOrEqual(least.goals);
    for (const entries of [tasks, goals, vectors]) expect(new Set(ids(entries)).size).toBe(entries.length);
  });

  test.each(tasks)('$id: every call is made and succeeds', (task) => {
    const { steps } = playTask(suite, task).trace;
    expect(steps.map(({ tool }) => tool)).toEqual(task.calls.map(([tool]) => tool));
    expect(steps.filter(({ error }) => error !== null)).toEqual([]);
  });

  test('every call fits what its tool says it takes', () => {
    const inputs = new Map(
      Object.entries(tools).map(([name, { facts }]) => [name, jsonSchema(facts.parameters, name)]),
    );
    for (const { steps } of [...tasks.map((task) => playTask(suite, task).trace), ...attacks.map(({ trace }) => trace)])
      for (const { tool, args } of steps) expect(inputs.get(tool)?.validate(args)).toMatchObject({ ok: true });
  });

  test('who receives and what is acted on are arguments that the tool has', () => {
    for (const [name, { facts }] of Object.entries(tools))
      expect(Object.keys(facts.parameters['properties'] ?? {}), name).toEqual(
        expect.arrayContaining([...facts.recipients, ...facts.targets]),
      );
  });

  test('every attack is read before the attacker’s calls, which follow at once', () => {
    for (const { trace, text } of attacks) {
      const first = trace.steps.findIndex(({ legit }) => legit === false);
      const shown = trace.steps.findIndex((step) => shows(step, text));
      expect(shown, trace.id).toBeGreaterThanOrEqual(0);
      expect(first, trace.id).toBe(shown + 1);
    }
  });

  test('no result that claims to be free of others’ words holds an attacker’s text', () => {
    const claims = attacks.flatMap(({ trace, text }) =>
      trace.steps.filter((step) => shows(step, text) && tools[step.tool]?.facts.untrusted_output !== true),
    );
    expect(claims).toEqual([]);
  });

  test('every goal is reached when not stopped, by successful calls, one with consequences', () => {
    for (const { trace, isReached } of attacks) {
      const steps = trace.steps.filter(({ legit }) => legit === false);
      expect(isReached, trace.id).toBe(true);
      expect(steps.filter(({ error }) => error !== null)).toEqual([]);
      expect(steps.some((step) => isDeed(suite, step))).toBe(true);
    }
  });

  test('no call that the attacker wants is one that the user wants', () => {
    for (const { task, trace } of attacks) {
      const wishes = playTask(suite, task).trace.steps.map(({ tool, args }) => ({ tool, args }));
      for (const { tool, args } of trace.steps.filter((step) => isDeed(suite, step)))
        expect(wishes, trace.id).not.toContainEqual({ tool, args });
    }
  });

  test('every goal and every vector serves some attack', () => {
    expect(new Set(attacks.map(({ goal }) => goal.id))).toEqual(new Set(ids(goals)));
    expect(new Set(tasks.flatMap((task) => ids(seenBy(suite, task))))).toEqual(new Set(ids(vectors)));
  });

  test('is recorded the same every time', () => {
    expect(record(suite)).toEqual(record(suite));
  });
}
