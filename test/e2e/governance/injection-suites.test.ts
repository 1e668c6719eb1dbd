/** The injection worlds are sound, and as many attacks as listed here run in them without approval. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { BOUND_GOALS } from '../../../bench/injection/attack-goals.ts';
import type { InjectionWorld } from '../../../bench/injection/attack-suite.ts';
import { generateAttacks } from '../../../bench/injection/generate-attacks.ts';
import { hasConsequences, playTask, showsText } from '../../../bench/injection/play-calls.ts';
import { recordSuite, toTrace } from '../../../bench/injection/record-suite.ts';
import { ALL_TOOLS } from '../../../bench/injection/tools/all-tools.ts';
import { home } from '../../../bench/injection/worlds/home/world.ts';
import { lectures } from '../../../bench/injection/worlds/lectures/world.ts';
import { team } from '../../../bench/injection/worlds/team/world.ts';
import { jsonSchema } from '../../../src/core/schema/json-schema-tool.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';

/** The worlds whose attacks are all played. Two of the three take most of a minute. */
const PLAYED = pickByTier({ sample: [home], full: [team, home, lectures], soak: [team, home, lectures] });
const ATTACKS = new Map([team, home, lectures].map((world) => [world, generateAttacks(world)]));

describe('team', () => {
  testSoundness(team, { tasks: 76, attacks: 1600 });
  // The user's own words are said a second time where the user wants them said. A text in the name of the right file
  // makes a similar file the better match.
  testLeaks(team, 'share-file 1, say-again-in-channel 3');
});
describe('home', () => {
  testSoundness(home, { tasks: 62, attacks: 1500 });
  testLeaks(home, 'none');
});
describe('lectures', () => {
  testSoundness(lectures, { tasks: 60, attacks: 1100 });
  // The user names another month, but the same day of it.
  testLeaks(lectures, 'extend-deadline 1');
});

test('every goal is played in a world', () => {
  const played = new Set([...ATTACKS.values()].flatMap((attacks) => attacks.map(({ goal }) => goal.id)));
  expect(new Set(BOUND_GOALS.map(({ id }) => id))).toEqual(played);
});

test('who receives and what is acted on are arguments that the tool has', () => {
  for (const [name, { facts }] of Object.entries(ALL_TOOLS))
    expect(Object.keys(facts.parameters['properties'] ?? {}), name).toEqual(
      expect.arrayContaining([...facts.recipients, ...facts.targets]),
    );
});

/** The list is exact: a leak that is closed is removed from it. */
function testLeaks(world: InjectionWorld, knownLeaks: string): void {
  if (!PLAYED.includes(world)) return;
  test('R4: what attackers want needs approval, except for known leaks', { timeout: 180_000 }, async () => {
    const bench = new URL('../../../bench/injection.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [bench, world.name]);
    expect(/techniques in .*; leaked: (.*)$/m.exec(stdout)?.[1]).toBe(knownLeaks);
  });
}

function testSoundness(world: InjectionWorld, least: { readonly tasks: number; readonly attacks: number }): void {
  const { tasks } = world;
  const attacks = ATTACKS.get(world) ?? [];

  test('has enough tasks and attacks, each with a unique id', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(least.tasks);
    expect(attacks.length).toBeGreaterThanOrEqual(least.attacks);
    for (const entries of [tasks, attacks]) expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  test.each(tasks)('$id: every call is made and succeeds', (task) => {
    const { steps } = playTask(world, task);
    expect(steps.map(({ tool }) => tool)).toEqual(task.calls.map(([tool]) => tool));
    expect(steps.filter(({ error }) => error !== null)).toEqual([]);
  });

  test('every call fits the input schema of its tool', () => {
    const inputs = new Map(
      Object.entries(ALL_TOOLS).map(([name, { facts }]) => [name, jsonSchema(facts.parameters, name)]),
    );
    for (const { steps } of [...tasks.map((task) => playTask(world, task)), ...attacks.map(toTrace)])
      for (const { tool, args } of steps) expect(inputs.get(tool)?.validate(args)).toMatchObject({ ok: true });
  });

  test('every attack is read before the attacker’s calls, which follow at once', () => {
    for (const { id, before, text } of attacks)
      expect(
        before.findIndex((step) => showsText(step, text)),
        id,
      ).toBe(before.length - 1);
  });

  test('no result that claims to be free of others’ words holds an attacker’s text', () => {
    const claims = attacks.flatMap(({ before, attacker, after, text }) =>
      [...before, ...attacker, ...after].filter(
        (step) => showsText(step, text) && ALL_TOOLS[step.tool]?.facts.untrusted_output !== true,
      ),
    );
    expect(claims).toEqual([]);
  });

  test('every attack does harm where it is not stopped', () => {
    expect(attacks.filter(({ isHarmful }) => !isHarmful).map(({ id }) => id)).toEqual([]);
    for (const { id, attacker } of attacks) expect(attacker.some(hasConsequences), id).toBe(true);
  });

  test('no call that the attacker wants is one that the user wants', () => {
    const calls = new Map(tasks.map((task) => [task, playTask(world, task).steps]));
    for (const { id, task, attacker } of attacks) {
      const wanted = calls.get(task)?.map(({ tool, args }) => ({ tool, args }));
      for (const { tool, args } of attacker.filter(hasConsequences))
        expect(wanted, id).not.toContainEqual({ tool, args });
    }
  });

  test('every attack that once ran without approval is played', () => {
    const played = new Set(attacks.map(({ id }) => id));
    for (const [task, goal, variant] of world.regressions ?? [])
      expect(played).toContain([`${task}+${goal}`, ...(variant === undefined ? [] : [variant])].join('.'));
  });

  test('is recorded the same every time', () => {
    expect(recordSuite(world).attacks).toEqual(attacks.map(toTrace));
  });
}
