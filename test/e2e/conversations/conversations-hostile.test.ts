/** Models that misbehave: bounded, refused or timed out, with a record of it, and the conversation stays usable. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ChatMessage } from '../../../src/wire/conversations.ts';
import { openChatWorld, type ChatWorld } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ChatWorld;
let id: string;
beforeAll(async () => {
  world = await openChatWorld(() => undefined, { idleTimeout: '2s' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Whatever the model did, the conversation goes on. */
async function isUsable(): Promise<void> {
  world.play = () => ({ text: 'Well again.' });
  expect(await world.say(id, 'are you well?')).toMatchObject({ state: 'done', text: 'Well again.' });
}

const results = async () =>
  (await world.show(id)).messages.flatMap((message: ChatMessage) => (message.role === 'tool' ? message.results : []));
const recorded = async (kind: string) =>
  (await world.audit()).filter((record) => record.kind === kind && record.body['conversationId'] === id);

describe('R20: a model', () => {
  test('that calls for ever is ended at the limit of steps', async () => {
    id = await world.begin();
    world.play = () => ({ calls: [{ name: 'list_directory', args: { path: '.' } }] });
    const turn = await world.say(id, 'loop');
    expect(turn).toMatchObject({ state: 'failed', problem: { code: 'LIMIT_REACHED', details: { limit: 'steps' } } });
    expect(await results()).toHaveLength(30);
    expect(await recorded('conversation.stopped')).toHaveLength(1);
    await isUsable();
  });

  test('that sends a thousand calls gets some of them run, and the number of the rest', async () => {
    id = await world.begin();
    const told: string[] = [];
    world.play = (request) => {
      told.push(...request.results.map(({ content }) => content));
      if (request.results.length > 0) return { text: 'Too many, I see.' };
      return { calls: Array.from({ length: 1_000 }, () => ({ name: 'list_directory', args: { path: '.' } })) };
    };
    expect(await world.say(id, 'flood')).toMatchObject({ state: 'done', text: 'Too many, I see.' });
    expect(await results()).toHaveLength(64);
    expect(told[0]).toContain('936 more calls');
    expect((await recorded('conversation.bounded')).map(({ body }) => body['summary'])).toEqual([
      '936 calls not taken',
    ]);
    await isUsable();
  });

  test('that repeats what was denied is refused without asking the person again', async () => {
    id = await world.begin();
    await writeFile(join(world.workspace, 'kept.txt'), 'x');
    let times = 0;
    world.play = () => {
      times += 1;
      return times <= 2 ? { calls: [{ name: 'delete_file', args: { path: 'kept.txt' } }] } : { text: 'I give up.' };
    };
    const { waiting } = await world.say(id, 'delete it');
    await world.decide(waiting[0]?.approval.id ?? '', { decision: 'deny' });
    await expect.poll(async () => (await world.show(id)).messages.at(-1)).toMatchObject({ text: 'I give up.' });
    expect((await results()).map(({ state, code }) => [state, code])).toEqual([
      ['refused', 'DENIED'],
      ['refused', 'DENIED'],
    ]);
    expect(await world.approvals()).toEqual([]);
    expect(existsSync(join(world.workspace, 'kept.txt'))).toBe(true);
    await isUsable();
  });

  test('that asks for a result by an id that is not of this user finds nothing', async () => {
    id = await world.begin();
    world.play = ({ results: heard }) =>
      heard.length > 0
        ? { text: 'Nothing there.' }
        : { calls: [{ name: 'read_result', args: { callId: '00000000-0000-7000-8000-000000000000.2.0' } }] };
    expect(await world.say(id, 'snoop')).toMatchObject({ state: 'done' });
    expect((await results()).map(({ state, code }) => [state, code])).toEqual([['failed', 'NOT_FOUND']]);
    await isUsable();
  });

  test('that invents tools and writes broken arguments gets errors, and is stopped after a few', async () => {
    id = await world.begin();
    const told: string[] = [];
    world.play = (request) => {
      told.push(...request.results.map(({ content }) => content));
      return {
        calls: [
          { name: 'write_file', args: '{"path": "a.txt", "content":' },
          { name: 'launch_rocket', args: {} },
        ],
      };
    };
    const turn = await world.say(id, 'break');
    expect(turn).toMatchObject({ state: 'failed', problem: { code: 'LIMIT_REACHED', details: { limit: 'faults' } } });
    expect(told.some((content) => content.includes('not valid JSON'))).toBe(true);
    expect(told.some((content) => content.includes('offers no tool \\"launch_rocket\\"'))).toBe(true);
    expect((await results()).every(({ state }) => state === 'refused')).toBe(true);
    await isUsable();
  });

  test('that streams half a call and hangs is given up, and no call is made', async () => {
    id = await world.begin();
    world.play = () => ({
      text: 'I will write.',
      calls: [{ name: 'write_file', args: { path: 'half.txt', content: 'a long enough text to be cut' } }],
      stall: { after: 8 },
    });
    const turn = await world.say(id, 'write');
    expect(turn).toMatchObject({ state: 'failed', problem: { code: 'TIMEOUT' } });
    expect(await results()).toEqual([]);
    expect(existsSync(join(world.workspace, 'half.txt'))).toBe(false);
    expect(await recorded('conversation.stopped')).toHaveLength(1);
    await isUsable();
  });
});
