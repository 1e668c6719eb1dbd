/** Kills the real server in every state of a conversation: the next one goes on from there, and nothing happens twice. */
import { existsSync, readFileSync, watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed, test, vi } from 'vitest';

import type { ScriptedRequest, ScriptedTurn } from '../../../src/testing/scripted-model.ts';
import { openChatWorld, type ChatWorld } from '../../support/worlds/chat-world.ts';
import { deputizeJson } from '../../support/processes/cli.ts';
import { chooseSeed, seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';

vi.setConfig({ testTimeout: 120_000 });

const ROUNDS = pickByTier({ sample: 4, full: 8, soak: 100 });

let world: ChatWorld;
beforeAll(async () => {
  world = await openChatWorld(() => ({ text: 'Hello.' }));
});
afterAll(() => world[Symbol.asyncDispose]());

let asked: ScriptedRequest[];
beforeEach(() => {
  asked = [];
});

/** The answers in order; the last one for ever. Each question is counted. */
function plays(...turns: readonly [ScriptedTurn, ...ScriptedTurn[]]): void {
  world.play = (request) => {
    asked.push(request);
    return turns[Math.min(asked.length, turns.length) - 1];
  };
}

const sayAndDie = (id: string, text: string): Promise<unknown> => world.say(id, text).catch(() => 'died');
const lastOf = async (id: string) => (await world.show(id)).messages.at(-1);
const rolesOf = async (id: string) => (await world.show(id)).messages.map(({ role }) => role);
const isAsked = async (times: number): Promise<void> => {
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(times);
};
const endsWith = async (id: string, text: string): Promise<void> => {
  await expect.poll(() => lastOf(id), { timeout: 20_000 }).toMatchObject({ role: 'assistant', text });
};

async function restart(): Promise<void> {
  await world.kill();
  await world.start();
}

/** Of each call, what the audit says of it: to begin and to end once is all there may be. */
async function storiesOf(id: string): Promise<string[]> {
  const stories = new Map<string, string[]>();
  for (const { kind, callId } of await world.audit())
    if (callId?.startsWith(`${id}.`)) stories.set(callId, [...(stories.get(callId) ?? []), kind]);
  return [...new Set([...stories.values()].map((kinds) => kinds.join(' ')))].sort();
}

const ONCE = 'call.started call.ended';
const APPROVED = 'approval.requested approval.approved call.started call.ended';

describe('R20, R9: the server is killed', () => {
  test('when the user’s message is stored, and the model is not yet asked', async () => {
    plays({ text: 'Here I am.' });
    const id = await world.begin();
    await world.kill();
    const database = new DatabaseSync(join(world.data, 'deputize.db'));
    const body = JSON.stringify({ role: 'user', text: 'are you there?' });
    database.prepare('insert into messages (conversation_id, seq, at, body_json) values (?, 1, 0, ?)').run(id, body);
    database.prepare('update conversations set is_open = 1 where id = ?').run(id);
    database.close();
    await world.start();
    await endsWith(id, 'Here I am.');
    expect(await rolesOf(id)).toEqual(['user', 'assistant']);
  });

  test.each([0, 4])('while the model is asked, after %i pieces of its answer', async (after) => {
    plays({ text: 'Half an answer that stops', stall: { after } }, { text: 'A whole answer.' });
    const id = await world.begin();
    const died = sayAndDie(id, 'go');
    await isAsked(1);
    await restart();
    await died;
    await endsWith(id, 'A whole answer.');
    expect(asked).toHaveLength(2);
    expect(await rolesOf(id)).toEqual(['user', 'assistant']);
  });

  test('while calls run: each has one outcome, and none ran twice', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `running-${at}.txt`);
    const content = 'x'.repeat(200);
    plays({ calls: names.map((path) => ({ name: 'write_file', args: { path, content } })) }, { text: 'All told.' });
    const id = await world.begin();
    const first = Promise.withResolvers<void>();
    const watcher = watch(world.workspace, () => first.resolve());
    const died = sayAndDie(id, 'write');
    await first.promise;
    watcher.close();
    await restart();
    await died;
    await endsWith(id, 'All told.');
    const results = (await world.show(id)).messages.flatMap((message) =>
      message.role === 'tool' ? message.results : [],
    );
    expect(results).toHaveLength(50);
    for (const [at, { state }] of results.entries()) {
      expect(['ok', 'unknown']).toContain(state);
      if (state === 'ok') expect(readFileSync(join(world.workspace, names[at] ?? ''), 'utf8')).toBe(content);
    }
    expect(await storiesOf(id)).toEqual([ONCE]);
  });

  test('while a call waits: it still does, and goes on when it is approved', async () => {
    await writeFile(join(world.workspace, 'waiting.txt'), 'x');
    plays({ calls: [{ name: 'delete_file', args: { path: 'waiting.txt' } }] }, { text: 'Deleted.' });
    const id = await world.begin();
    expect(await world.say(id, 'delete')).toMatchObject({ state: 'waiting' });
    await restart();
    const [approval] = await world.approvals();
    expect(approval?.callId).toBe(`${id}.2.0`);
    await world.decide(approval?.id ?? '', { decision: 'approve' });
    await endsWith(id, 'Deleted.');
    expect(await storiesOf(id)).toEqual([APPROVED]);
    expect(asked).toHaveLength(2);
  });

  test('and what waited is decided while it is down', async () => {
    await writeFile(join(world.workspace, 'down.txt'), 'x');
    plays({ calls: [{ name: 'delete_file', args: { path: 'down.txt' } }] }, { text: 'Gone.' });
    const id = await world.begin();
    const { waiting } = await world.say(id, 'delete');
    await world.kill();
    const flags = ['--data', world.data, '--workspace', world.workspace];
    await deputizeJson('approvals', 'approve', waiting[0]?.approval.id ?? '', ...flags);
    expect(existsSync(join(world.workspace, 'down.txt'))).toBe(false);
    await world.start();
    await endsWith(id, 'Gone.');
    expect(await storiesOf(id)).toEqual([APPROVED]);
  });

  test('while the model gets the outcome of an approval', async () => {
    await writeFile(join(world.workspace, 'told.txt'), 'x');
    plays(
      { calls: [{ name: 'delete_file', args: { path: 'told.txt' } }] },
      { stall: { after: 0 } },
      { text: 'It is gone.' },
    );
    const id = await world.begin();
    const { waiting } = await world.say(id, 'delete');
    await world.decide(waiting[0]?.approval.id ?? '', { decision: 'approve' });
    await isAsked(2);
    await restart();
    await endsWith(id, 'It is gone.');
    expect(await rolesOf(id)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(await storiesOf(id)).toEqual([APPROVED]);
  });

  test('after the final answer: nothing is asked again, and the conversation goes on', async () => {
    plays({ text: 'Final.' }, { text: 'Next.' });
    const id = await world.begin();
    await world.say(id, 'one');
    await restart();
    expect(await world.say(id, 'two')).toMatchObject({ state: 'done', text: 'Next.' });
    expect(asked).toHaveLength(2);
  });

  test('during a client’s request: a retry gets the answer, and no call runs twice', async () => {
    plays(
      { calls: [{ name: 'write_file', args: { path: 'retried.txt', content: 'x' } }] },
      { stall: { after: 0 } },
      { text: 'Written.' },
    );
    const body = { model: 'workspace', messages: [{ role: 'user', content: 'write once' }] };
    const died = world.ask('/v1/chat/completions', body).catch(() => 'died');
    await isAsked(2);
    await restart();
    expect(await died).toBe('died');
    const again = await world.ask<{ choices: { message: { content: string } }[] }>('/v1/chat/completions', body);
    expect(again.body.choices[0]?.message.content).toBe('Written.');
    const [{ id } = { id: '' }] = await world.conversations();
    expect(await storiesOf(id)).toEqual([ONCE]);
    expect(await rolesOf(id)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test('at any moment, again and again: every conversation comes to its end, and every call happened once', async () => {
    const seed = chooseSeed();
    onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
    const random = seededRandom(seed);
    world.play = ({ user, results }) => {
      if (results.length > 0) return { text: `Ended ${user}.`, delay: 5 };
      const write = { name: 'write_file', args: { path: `${user}-new.txt`, content: user } };
      return {
        text: 'Working on it.',
        delay: 5,
        calls: [write, { name: 'delete_file', args: { path: `${user}.txt` } }],
      };
    };
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = `round-${round}`;
      await writeFile(join(world.workspace, `${user}.txt`), 'x');
      const id = await world.begin();
      ids.push(id);
      const work = async (): Promise<void> => {
        const { waiting } = await world.say(id, user);
        for (const { approval } of waiting) await world.decide(approval.id, { decision: 'approve' });
      };
      const died = work().catch(() => 'died');
      await pause(pickInteger(random, 300));
      await restart();
      await died;
    }
    for (const [round, id] of ids.entries()) {
      const { messages } = await world.show(id);
      // Killed before it was kept: then it was never said.
      if (messages.length === 0) continue;
      await expect.poll(async () => (await world.show(id)).messages.length, { timeout: 20_000 }).toBeGreaterThan(1);
      // A recovered call may ask for approval only later, so every request until then is approved.
      const approved = async () => {
        for (const approval of (await world.approvals()).filter(({ callId }) => callId.startsWith(`${id}.`)))
          await world.decide(approval.id, { decision: 'approve' });
        return lastOf(id);
      };
      const end = { role: 'assistant', text: `Ended round-${round}.` };
      await expect.poll(approved, { timeout: 20_000 }).toMatchObject(end);
      for (const story of await storiesOf(id)) expect([ONCE, APPROVED]).toContain(story);
    }
  });
});
